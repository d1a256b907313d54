import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { type AccountRoutes, createAccountTable } from './accounts.ts'

const routes = (): AccountRoutes => ({ handle: () => {}, repeatedReads: { answer: () => false } })

const aRequest = (url: string, account?: string): IncomingMessage =>
  ({ url, headers: account === undefined ? {} : { 'plimsoll-account': account } }) as unknown as IncomingMessage

const open = () => {
  const table = createAccountTable(['main', 'hedge', 'alts'])
  const main = routes()
  const hedge = routes()
  table.open('main', main)
  const close = table.open('hedge', hedge)
  return { table, main, hedge, close }
}

describe('the account of a request', () => {
  it.each([
    { url: '/a', account: undefined, chosen: 'main', left: '/a' },
    { url: '/a', account: 'hedge', chosen: 'hedge', left: '/a' },
    { url: '/a?account=hedge', account: undefined, chosen: 'hedge', left: '/a' },
    { url: '/a?account=hedge', account: 'hedge', chosen: 'hedge', left: '/a' },
    { url: '/a?account=hedge&limit=5', account: undefined, chosen: 'hedge', left: '/a?limit=5' },
    { url: '/a?limit=5&account=main', account: undefined, chosen: 'main', left: '/a?limit=5' },
    { url: '/a?limit=5&account=hedge&x=1', account: undefined, chosen: 'hedge', left: '/a?limit=5&x=1' },
    { url: '/a?subaccount=hedge', account: undefined, chosen: 'main', left: '/a?subaccount=hedge' },
  ])('is $chosen for $url with header $account', ({ url, account, chosen, left }) => {
    const { table, main, hedge } = open()
    const request = aRequest(url, account)
    expect(table.choose(request)).toBe(chosen === 'main' ? main : hedge)
    expect(request.url).toBe(left)
    expect(table.misdirected(request)).toBeUndefined()
  })

  it.each([
    { url: '/a', account: 'other', named: 'other', reason: 'UNKNOWN' },
    { url: '/a?account=', account: undefined, named: '', reason: 'UNKNOWN' },
    { url: '/a?account=main', account: 'hedge', named: 'hedge, main', reason: 'UNKNOWN' },
    { url: '/a', account: 'alts', named: 'alts', reason: 'CLOSED' },
  ])(
    'is rejected by the routes of the first account for $url with header $account',
    ({ url, account, named, reason }) => {
      const { table, main } = open()
      const request = aRequest(url, account)
      expect(table.choose(request)).toBe(main)
      expect(table.misdirected(request)).toEqual({ account: named, reason })
    },
  )

  it('is closed after its routes are closed', () => {
    const { table, close } = open()
    close()
    const request = aRequest('/a', 'hedge')
    table.choose(request)
    expect(table.misdirected(request)).toEqual({ account: 'hedge', reason: 'CLOSED' })
  })
})
