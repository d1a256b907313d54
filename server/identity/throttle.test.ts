import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR_MS, SECOND_MS } from '../core/instant.ts'
import { START } from './identity-fixture.ts'
import type { LoginFailures } from './identity-store.ts'
import {
  type Attempt,
  admit,
  createThrottle,
  forgetAccount,
  forgive,
  isLocked,
  saveChanged,
  withdraw,
} from './throttle.ts'

const attempt = (changes: Partial<Attempt> = {}): Attempt => ({
  userId: 'usr_01JGFJJZ00000000000000000A',
  username: 'alice',
  address: '192.0.2.7',
  ...changes,
})

const stranger = attempt({ userId: undefined, username: 'nobody' })

/** Tries from ever new addresses, as soon as the throttle lets it. */
const failTimes = (times: number, who: (i: number) => Attempt) => {
  const throttle = createThrottle([])
  const waits: number[] = []
  let now = START
  for (let i = 0; i < times; i++) {
    const first = admit(throttle, who(i), now)
    const waitMs = first.ok || first.error.kind === 'locked' ? 0 : first.error.retryAfterMs
    waits.push(waitMs)
    now += waitMs
    if (!first.ok) admit(throttle, who(i), now)
  }
  return { throttle, waits, now }
}

const fromEverywhere = (i: number): Attempt => attempt({ address: `10.0.${i >> 8}.${i & 255}` })

describe('the throttle', () => {
  it('lets five fail freely, then doubles the delay up to fifteen minutes', () => {
    const { waits } = failTimes(18, fromEverywhere)
    const delays = [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]
    expect(waits).toEqual(delays.map((seconds) => seconds * SECOND_MS))
  })

  it('treats a name that nobody has in the same way', () => {
    const asStranger = failTimes(18, (i) => ({ ...fromEverywhere(i), userId: undefined, username: 'nobody' }))
    expect(asStranger.waits).toEqual(failTimes(18, fromEverywhere).waits)
  })

  it('slows an address that tries many names', () => {
    const { waits } = failTimes(8, (i) => attempt({ userId: undefined, username: `name${i}` }))
    expect(waits).toEqual([0, 0, 0, 0, 0, 1_000, 2_000, 4_000])
  })

  it('locks an account at a hundred failures until it is forgotten', () => {
    const { throttle, now } = failTimes(100, fromEverywhere)
    const later = attempt({ address: '198.51.100.1' })
    expect(admit(throttle, later, now + HOUR_MS)).toEqual({ ok: false, error: { kind: 'locked', failures: 100 } })
    expect(isLocked(throttle, 'usr_01JGFJJZ00000000000000000A')).toBe(true)
    forgetAccount(throttle, 'usr_01JGFJJZ00000000000000000A')
    expect(admit(throttle, later, now + HOUR_MS).ok).toBe(true)
  })

  it('begins anew for an account that signed in, and not for its address', () => {
    const throttle = createThrottle([])
    for (let i = 0; i < 5; i++) admit(throttle, attempt(), START)
    const later = START + SECOND_MS
    expect(admit(throttle, attempt(), later).ok).toBe(true)
    forgive(throttle, attempt(), later)
    expect(admit(throttle, attempt({ address: '198.51.100.1' }), later).ok).toBe(true)
    const sameAddress = admit(throttle, stranger, later)
    expect(sameAddress).toEqual({ ok: false, error: { kind: 'throttled', retryAfterMs: SECOND_MS } })
  })

  it('forgets an address an hour after its last failure', () => {
    const { throttle, now } = failTimes(20, (i) => attempt({ userId: undefined, username: `name${i}` }))
    expect(admit(throttle, stranger, now + HOUR_MS).ok).toBe(true)
  })

  it('does not count an attempt that was not tried', () => {
    const throttle = createThrottle([])
    for (let i = 0; i < 20; i++) {
      expect(admit(throttle, attempt(), START).ok).toBe(true)
      withdraw(throttle, attempt(), START)
    }
  })

  it('goes on where it stopped, and hands each change over until it is saved', () => {
    const { throttle } = failTimes(7, fromEverywhere)
    const full = (): never => {
      throw new Error('disk full')
    }
    expect(() => saveChanged(throttle, full)).toThrow('disk full')
    let saved: readonly LoginFailures[] = []
    saveChanged(throttle, (failures) => {
      saved = failures
    })
    expect(saved.map(({ count }) => count)).toEqual([7])
    saveChanged(throttle, full)
    const reopened = createThrottle(saved)
    expect(admit(reopened, attempt(), saved[0]?.lastAt ?? 0)).toEqual({
      ok: false,
      error: { kind: 'throttled', retryAfterMs: 4 * SECOND_MS },
    })
  })

  it('keeps its memory bounded and never loses a real account to a flood of names', () => {
    const throttle = createThrottle([])
    for (let i = 0; i < 5; i++) admit(throttle, attempt(), START)
    for (let i = 0; i < 25_000; i++) {
      admit(
        throttle,
        { userId: undefined, username: `n${i}`, address: `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}` },
        START,
      )
    }
    expect(throttle.strangers.size).toBe(10_000)
    expect(throttle.addresses.size).toBe(10_000)
    expect(admit(throttle, attempt({ address: '198.51.100.1' }), START).ok).toBe(false)
  })

  it('never lets more than five failures a second through, however they come', () => {
    const moves = fc.array(fc.record({ waitMs: fc.nat(400), address: fc.nat(3) }), { maxLength: 60 })
    fc.assert(
      fc.property(moves, (steps) => {
        const throttle = createThrottle([])
        const admitted: number[] = []
        let now = START
        for (const { waitMs, address } of steps) {
          now += waitMs
          if (admit(throttle, attempt({ address: `10.0.0.${address}` }), now).ok) admitted.push(now)
        }
        for (let i = 5; i < admitted.length; i++) {
          const delay = Math.min(2 ** (i - 5), 900) * SECOND_MS
          expect((admitted[i] ?? 0) - (admitted[i - 1] ?? 0)).toBeGreaterThanOrEqual(delay)
        }
      }),
    )
  })
})
