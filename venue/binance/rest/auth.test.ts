import { describe, expect, it } from 'vitest'
import { sign } from '../../exchange/server/credentials.ts'
import { checkKey, checkSignature } from './auth.ts'
import { parseParams } from './params.ts'

const NOW = 1_700_000_000_000
const CREDENTIALS = { apiKey: 'key', apiSecret: 'secret' }

const check = (query: string, body = ''): void => {
  const signature = `signature=${sign(query + body, 'secret')}`
  const signed = body === '' ? [`${query}&${signature}`, ''] : [query, `${body}&${signature}`]
  const [first = '', second = ''] = signed
  checkSignature({ query: first, body: second, params: parseParams(first, second) }, CREDENTIALS, NOW)
}

describe('a signed request', () => {
  it.each([
    [`timestamp=${NOW}`],
    [`timestamp=${NOW + 999}`],
    [`timestamp=${NOW - 5_000}`],
    [`timestamp=${NOW - 60_000}&recvWindow=60000`],
  ])('is accepted: %s', (query) => {
    expect(() => check(query)).not.toThrow()
  })

  it.each([
    [`timestamp=${NOW + 1_000}`, -1021],
    [`timestamp=${NOW - 5_001}`, -1021],
    [`timestamp=${NOW}&recvWindow=60001`, -1130],
    ['symbol=X', -1102],
  ])('is refused: %s', (query, code) => {
    expect(() => check(query)).toThrow(expect.objectContaining({ code }))
  })

  it('is signed over query and body as one text', () => {
    expect(() => check('symbol=X', `timestamp=${NOW}`)).not.toThrow()
  })

  it('is refused when a single letter differs', () => {
    const query = `symbol=X&timestamp=${NOW}&signature=${sign(`symbol=Y&timestamp=${NOW}`, 'secret')}`
    const request = { query, body: '', params: parseParams(query) }
    expect(() => checkSignature(request, CREDENTIALS, NOW)).toThrow(expect.objectContaining({ code: -1022 }))
  })
})

describe('a key', () => {
  it.each([
    [undefined, -2014],
    ['', -2014],
    ['other', -2015],
  ])('%s is refused with %i', (key, code) => {
    expect(() => checkKey(key, CREDENTIALS, '127.0.0.1')).toThrow(expect.objectContaining({ code, status: 401 }))
  })
})
