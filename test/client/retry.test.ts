import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backOffMs } from '../../client/src/back-off.ts'
import { type ErrorCode, PlimsollError, readRetryAfter } from '../../client/src/plimsoll-error.ts'
import { mayRepeat, repeatAfterMs } from '../../client/src/retry.ts'
import type { Safety } from '../../client/src/safety.ts'
import { afterEnd } from '../../client/src/stream/after-end.ts'

const failed = (status: number, code: ErrorCode = status === 0 ? 'UNREACHABLE' : 'UNEXPECTED_ANSWER'): PlimsollError =>
  new PlimsollError({ code, status, detail: '' })

describe('a call that failed', () => {
  const table: readonly (readonly [Safety, readonly number[]])[] = [
    ['READ', [0, 429, 502, 503, 504]],
    ['KEYED', [0, 502, 503, 504]],
    ['URGENT', [0, 502, 503, 504]],
    ['SESSION', [0, 502, 503, 504]],
    ['ONCE', []],
  ]
  it.each(table)('%s is sent again after %j, and after nothing else', (safety, statuses) => {
    const all = [0, 400, 401, 403, 404, 409, 412, 422, 429, 500, 502, 503, 504]
    expect(all.filter((status) => mayRepeat(safety, failed(status)))).toEqual(statuses)
  })

  it('is repeated with its key while the first attempt is being processed', () => {
    const busy = failed(409, 'IDEMPOTENCY_IN_PROGRESS')
    expect((['READ', 'KEYED', 'ONCE'] as const).filter((safety) => mayRepeat(safety, busy))).toEqual(['KEYED'])
    expect(mayRepeat('KEYED', failed(409, 'EMERGENCY_STOP_LATCHED'))).toBe(false)
  })

  it('is never repeated before the server allows it, except for urgent calls', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.nat(60_000), fc.double({ min: 0, max: 0.999, noNaN: true }), (attempt, ms, chance) => {
        const error = new PlimsollError({ code: 'NOT_READY', status: 503, detail: '', retryAfterMs: ms })
        const afterMs = repeatAfterMs('READ', error, attempt, () => chance)
        expect(afterMs).toBeGreaterThanOrEqual(ms)
        expect(afterMs).toBeLessThanOrEqual(ms + 5_000)
        expect(repeatAfterMs('URGENT', error, attempt, () => chance)).toBeLessThanOrEqual(1_000)
      }),
    )
  })
})

describe('the wait before another attempt', () => {
  it.each([
    [0, 250],
    [1, 500],
    [3, 2_000],
    [4, 4_000],
    [60, 4_000],
  ])('number %i is at most %i ms', (attempt, mostMs) => {
    expect(backOffMs({ firstMs: 250, capMs: 4_000 }, attempt, () => 1)).toBe(mostMs)
  })

  it('reads both forms of Retry-After', () => {
    expect(readRetryAfter('7', 0)).toBe(7_000)
    expect(readRetryAfter('Wed, 21 Oct 2026 07:28:00 GMT', Date.UTC(2026, 9, 21, 7, 27, 30))).toBe(30_000)
    expect(readRetryAfter('Wed, 21 Oct 2026 07:28:00 GMT', Date.UTC(2027, 0, 1))).toBe(0)
    expect(readRetryAfter('soon', 0)).toBeUndefined()
    expect(readRetryAfter(null, 0)).toBeUndefined()
  })
})

describe('a stream that has closed', () => {
  const past = { attempt: 0, renewed: false, random: () => 1 }
  it.each([
    [1001, { kind: 'retry', afterMs: 250 }],
    [1006, { kind: 'retry', afterMs: 250 }],
    [1011, { kind: 'retry', afterMs: 250 }],
    [4408, { kind: 'retry', afterMs: 1_250 }],
    [4429, { kind: 'retry', afterMs: 1_250 }],
    [4401, { kind: 'renew', afterMs: 0 }],
    [4400, { kind: 'giveUp' }],
    [4403, { kind: 'giveUp' }],
  ])('with %i is followed by %j', (code, next) => {
    expect(afterEnd(code, past)).toEqual(next)
  })

  it('with 4401 a second time, with a fresh token, ends permanently', () => {
    expect(afterEnd(4401, { ...past, renewed: true })).toEqual({ kind: 'giveUp' })
  })

  it('never waits longer than 4 seconds for a server that is returning', () => {
    fc.assert(
      fc.property(fc.nat(1_000), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, chance) => {
        const next = afterEnd(1006, { attempt, renewed: true, random: () => chance })
        expect(next.kind === 'retry' && next.afterMs).toBeLessThanOrEqual(4_000)
      }),
    )
  })
})
