import { describe, expect, it } from 'vitest'
import { err, ok } from '../core/result.ts'
import { keyVerbs } from './key-verbs.ts'
import { answerVerb } from './verb.ts'

const FAULT = { code: 'KEY_MISSING', message: 'There are none.', remedy: 'Add them.' }

/** A key shelf that records its calls, and has no keys of `none`. */
const open = () => {
  const requests: unknown[] = []
  const verbs = keyVerbs({
    put(entry, replaces) {
      requests.push(['put', entry, replaces])
      return ok({ exchange: 'okx' })
    },
    remove(exchange) {
      requests.push(['remove', exchange])
      return exchange === 'none' ? err(FAULT) : ok({ exchange })
    },
  })
  return { requests, call: (verb: string, args: unknown) => answerVerb(verbs, verb, args) }
}

describe('exchange keys on the host', () => {
  it('are stored and deleted', async () => {
    const { requests, call } = open()
    expect(await call('keys.put', { entry: 7 })).toEqual({ ok: true, value: { exchange: 'okx' } })
    expect(await call('keys.put', { entry: 7, replaces: true })).toMatchObject({ ok: true })
    expect(await call('keys.remove', { exchange: 'okx' })).toEqual({ ok: true, value: { exchange: 'okx' } })
    expect(requests).toEqual([
      ['put', 7, false],
      ['put', 7, true],
      ['remove', 'okx'],
    ])
  })

  it('are refused with the message of the key store', async () => {
    expect(await open().call('keys.remove', { exchange: 'none' })).toEqual({ ok: false, error: FAULT })
  })

  it.each([undefined, 7, [], {}, { exchange: 7 }])('are named by a text: %j', async (args) => {
    expect(await open().call('keys.remove', args)).toMatchObject({ ok: false, error: { code: 'BAD_ARGUMENT' } })
  })
})
