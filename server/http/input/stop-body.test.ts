import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseStop, readBody, type StopBody } from './stop-body.ts'

const stopBody = (parts: Partial<StopBody> = {}): StopBody => ({
  reason: null,
  flatten: 'NONE',
  scope: 'ACCOUNT',
  ignored: false,
  ...parts,
})

describe('the body of a stop', () => {
  it.each<[string, StopBody]>([
    ['', stopBody()],
    ['{}', stopBody()],
    ['{"reason":" feed looks wrong "}', stopBody({ reason: 'feed looks wrong' })],
    ['{"reason":""}', stopBody()],
    ['{"reason":"x\\u001b[2J\\r\\n\u202e"}', stopBody({ reason: 'x\\u001b[2J\\u000d\\u000a\\u202e' })],
    ['{"flatten":"NONE"}', stopBody()],
    ['{"flatten":"REDUCE_ONLY","reason":"all of it"}', stopBody({ reason: 'all of it', flatten: 'REDUCE_ONLY' })],
    ['{"scope":"FLEET"}', stopBody({ scope: 'FLEET' })],
    ['{"scope":"fleet"}', stopBody({ ignored: true })],
    ['{"flatten":"reduce_only"}', stopBody({ ignored: true })],
    ['{"flatten":true,"reason":"kept"}', stopBody({ reason: 'kept', ignored: true })],
    ['{"flatten":["REDUCE_ONLY"]}', stopBody({ ignored: true })],
    ['{"reason":7,"flatten":"REDUCE_ONLY"}', stopBody({ flatten: 'REDUCE_ONLY', ignored: true })],
    ['{"reason":null}', stopBody({ ignored: true })],
    ['{"flatten":"REDUCE_ONLY","mode":"LIVE"}', stopBody({ flatten: 'REDUCE_ONLY', ignored: true })],
    ['{"__proto__":{"flatten":"REDUCE_ONLY"}}', stopBody({ ignored: true })],
    ['{"flatten":"REDUCE_ONLY"', stopBody({ ignored: true })],
    ['["REDUCE_ONLY"]', stopBody({ ignored: true })],
    ['"REDUCE_ONLY"', stopBody({ ignored: true })],
    ['null', stopBody({ ignored: true })],
    ['flatten=REDUCE_ONLY', stopBody({ ignored: true })],
  ])('%s counts field by field', (text, expected) => {
    expect(parseStop({ text, whole: true })).toEqual(expected)
  })

  it('is ignored when it is incomplete, whatever was received', () => {
    expect(parseStop({ text: '{"flatten":"REDUCE_ONLY"}', whole: false })).toEqual(stopBody({ ignored: true }))
    expect(parseStop({ text: '', whole: false })).toEqual(stopBody({ ignored: true }))
  })

  it('has a reason of at most 500 characters, without splitting one', () => {
    const parsed = parseStop({ text: JSON.stringify({ reason: `${'a'.repeat(499)}😀` }), whole: true })
    expect(parsed).toEqual(stopBody({ reason: `${'a'.repeat(499)}\uFFFD` }))
  })

  it('never throws, and never widens a stop except for the one exact word', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.json().map((json) => json.slice(1)),
    )
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, whole) => {
        const { reason, flatten } = parseStop({ text, whole })
        expect((reason ?? '').length).toBeLessThanOrEqual(500)
        if (!text.includes('REDUCE_ONLY')) expect(flatten).toBe('NONE')
      }),
    )
  })
})

describe('a body', () => {
  it('is read to its end', async () => {
    const payload = Readable.from([Buffer.from('{"flatten":'), Buffer.from('"NONE"}')])
    expect(await readBody(payload, 1_000)).toEqual({ text: '{"flatten":"NONE"}', whole: true })
  })

  it('that never ends is dropped', async () => {
    const payload = new PassThrough()
    payload.write('{"flatten":')
    expect(await readBody(payload, 1)).toMatchObject({ whole: false })
  })

  it('that is cut off is dropped immediately', async () => {
    const payload = new PassThrough()
    const reading = readBody(payload, 60_000)
    payload.write('{"flatten":')
    payload.destroy(new Error('ECONNRESET'))
    expect(await reading).toMatchObject({ whole: false })
  })

  it('of a closed connection is not awaited', async () => {
    const payload = new PassThrough()
    payload.destroy()
    await once(payload, 'close')
    expect(await readBody(payload, 60_000)).toEqual({ text: '', whole: false })
  })

  it('of more than 64 KiB is read to its end but discarded', async () => {
    const payload = Readable.from(Array.from({ length: 65 }, () => Buffer.alloc(1_024, ' ')))
    const { text, whole } = await readBody(payload, 1_000)
    expect(whole).toBe(false)
    expect(text.length).toBeLessThanOrEqual(64 * 1_024)
    expect(payload.readableEnded).toBe(true)
  })
})
