import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../core/instant.ts'
import { START } from './identity-fixture.ts'
import type { KnownAddress, LoginFailures } from './identity-store.ts'
import {
  type Attempt,
  admit,
  createThrottle,
  KNOWN_ADDRESS_MS,
  resetUser,
  saveChanged,
  succeed,
  withdraw,
} from './throttle.ts'
import type { UserId } from './user.ts'

const ALICE: UserId = 'usr_01JGFJJZ00000000000000000A'
const HOME = '192.0.2.7'

const attempt = (changes: Partial<Attempt> = {}): Attempt => ({
  userId: ALICE,
  username: 'alice',
  address: HOME,
  ...changes,
})

const nobody = (changes: Partial<Attempt> = {}): Attempt =>
  attempt({ userId: undefined, username: 'nobody', ...changes })

/** The nth of many addresses. */
const addressAt = (i: number): string => `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`

/** Fails again and again, each time as soon as the throttle admits it, and returns the waits in between. */
const failTimes = (times: number, who: (i: number) => Attempt, throttle = createThrottle([])) => {
  const waits: number[] = []
  let now = START
  for (let i = 0; i < times; i++) {
    const first = admit(throttle, who(i), now)
    const waitMs = first.ok ? 0 : first.error.retryAfterMs
    waits.push(waitMs)
    now += waitMs
    if (!first.ok) admit(throttle, who(i), now)
  }
  return { throttle, waits, now }
}

const getWait = (throttle: ReturnType<typeof createThrottle>, who: Attempt, now: number): number => {
  const admitted = admit(throttle, who, now)
  return admitted.ok ? 0 : admitted.error.retryAfterMs
}

describe('the throttle', () => {
  it('allows a name five failures from an address, then doubles the wait up to fifteen minutes', () => {
    const { waits } = failTimes(18, () => attempt())
    const delays = [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]
    expect(waits).toEqual(delays.map((seconds) => seconds * SECOND_MS))
  })

  it('allows a name fifty failures from everywhere, then doubles the wait up to five minutes, and never locks it', () => {
    const { waits } = failTimes(120, (i) => attempt({ address: addressAt(i) }))
    const delays = [...Array(50).fill(0), 1, 2, 4, 8, 16, 32, 64, 128, 256, ...Array(61).fill(300)]
    expect(waits).toEqual(delays.map((seconds) => seconds * SECOND_MS))
  })

  it('treats a name that no user has in the same way', () => {
    const from = (i: number) => ({ address: addressAt(i % 20) })
    const strangers = failTimes(120, (i) => nobody(from(i)))
    expect(strangers.waits).toEqual(failTimes(120, (i) => attempt(from(i))).waits)
  })

  it('slows down an address that tries many names, and never for longer than a minute', () => {
    const { waits } = failTimes(30, (i) => nobody({ username: `name${i}` }))
    const delays = [...Array(20).fill(0), 1, 2, 4, 8, 16, 32, 60, 60, 60, 60]
    expect(waits).toEqual(delays.map((seconds) => seconds * SECOND_MS))
  })

  it('admits a user from a known address, whatever fails elsewhere or under other names', () => {
    const throttle = createThrottle([])
    succeed(throttle, { ...attempt(), userId: ALICE }, START)
    failTimes(200, (i) => attempt({ address: addressAt(i) }), throttle)
    failTimes(200, (i) => nobody({ username: `name${i}` }), throttle)
    expect(getWait(throttle, attempt(), START)).toBe(0)
    expect(getWait(throttle, attempt({ address: '198.51.100.1' }), START)).toBeGreaterThan(0)
  })

  it('slows down guesses at a name from an address known to it', () => {
    const throttle = createThrottle([])
    succeed(throttle, { ...attempt(), userId: ALICE }, START)
    const { waits } = failTimes(7, () => attempt(), throttle)
    expect(waits).toEqual([0, 0, 0, 0, 0, 1_000, 2_000])
  })

  it('drops an address ninety days after the last login from it, and the twenty-first least recently used', () => {
    const busy = () => {
      const throttle = createThrottle([])
      succeed(throttle, { ...attempt(), userId: ALICE }, START)
      return throttle
    }
    const old = busy()
    failTimes(60, (i) => attempt({ address: addressAt(i) }), old)
    const late = START + KNOWN_ADDRESS_MS
    for (let i = 0; i < 60; i++) admit(old, attempt({ address: addressAt(i) }), late)
    expect(getWait(old, attempt(), late)).toBeGreaterThan(0)
    const many = busy()
    for (let i = 0; i < 20; i++) succeed(many, { ...attempt({ address: `198.51.100.${i}` }), userId: ALICE }, START)
    expect(many.known.get(ALICE)?.has(HOME)).toBe(false)
    expect(many.known.get(ALICE)?.size).toBe(20)
  })

  it('resets after a successful login of a user, but not for other names at the address', () => {
    const throttle = createThrottle([])
    for (let i = 0; i < 4; i++) admit(throttle, attempt(), START)
    for (let i = 0; i < 16; i++) admit(throttle, nobody({ username: `name${i}` }), START)
    const later = START + 5 * SECOND_MS
    admit(throttle, attempt(), later)
    succeed(throttle, { ...attempt(), userId: ALICE }, later)
    for (let i = 0; i < 5; i++) expect(getWait(throttle, attempt(), later)).toBe(0)
    expect(getWait(throttle, nobody({ username: 'another' }), later)).toBeGreaterThan(0)
  })

  it.each([
    ['an address after an hour', (i: number) => nobody({ username: `name${i}` }), nobody(), HOUR_MS],
    ['a name at an address after a day', () => attempt(), attempt(), DAY_MS],
  ] as const)('drops %s without a failure', (_what, who, next, afterMs) => {
    const { throttle, now } = failTimes(25, who)
    expect(getWait(throttle, next, now + afterMs)).toBe(0)
    expect(getWait(throttle, next, now + afterMs)).toBe(0)
  })

  it('resets for a user whose password was set', () => {
    const { throttle, now } = failTimes(60, (i) => attempt({ address: addressAt(i) }))
    resetUser(throttle, ALICE)
    expect(getWait(throttle, attempt({ address: '198.51.100.1' }), now)).toBe(0)
  })

  it('does not count an attempt whose password was never checked', () => {
    const throttle = createThrottle([])
    for (let i = 0; i < 60; i++) {
      expect(admit(throttle, attempt(), START).ok).toBe(true)
      withdraw(throttle, attempt(), START)
    }
  })

  it('continues where it stopped, and returns each change until it is saved', () => {
    const { throttle } = failTimes(55, (i) => attempt({ address: addressAt(i) }))
    succeed(throttle, { ...attempt({ address: '2001:db8::1', userId: ALICE }), userId: ALICE }, START)
    for (let i = 0; i < 55; i++) admit(throttle, attempt({ address: addressAt(i) }), START)
    const full = (): never => {
      throw new Error('disk full')
    }
    expect(() => saveChanged(throttle, { saveLoginFailures: full, saveKnownAddresses: full })).toThrow('disk full')
    const saved: { failures: LoginFailures[]; addresses: KnownAddress[] } = { failures: [], addresses: [] }
    const store = {
      saveLoginFailures: (failures: readonly LoginFailures[]) => void saved.failures.push(...failures),
      saveKnownAddresses: (_user: UserId, addresses: readonly KnownAddress[]) =>
        void saved.addresses.push(...addresses),
    }
    saveChanged(throttle, store)
    saveChanged(throttle, { saveLoginFailures: full, saveKnownAddresses: full })
    expect(saved.addresses).toEqual([{ userId: ALICE, address: '2001:db8:0:0::/64', lastAt: START }])
    const reopened = createThrottle(saved.failures, saved.addresses)
    expect(getWait(reopened, attempt(), START)).toBeGreaterThan(0)
    expect(getWait(reopened, attempt({ address: '2001:db8::2' }), START)).toBe(0)
  })

  it('has bounded memory and never loses the failures of a user to a flood of names', () => {
    const throttle = createThrottle([])
    for (let i = 0; i < 50; i++) admit(throttle, attempt({ address: `203.0.113.${i}` }), START)
    for (let i = 0; i < 25_000; i++) admit(throttle, nobody({ username: `n${i}`, address: addressAt(i) }), START)
    expect([throttle.pairs.size, throttle.strangers.size, throttle.addresses.size]).toEqual([10_000, 10_000, 10_000])
    expect(getWait(throttle, attempt({ address: '198.51.100.1' }), START)).toBeGreaterThan(0)
  })

  it('admits no more failures of a name from one address than its limit, however they arrive', () => {
    const moves = fc.array(fc.nat(400), { maxLength: 60 })
    fc.assert(
      fc.property(moves, (waits) => {
        const throttle = createThrottle([])
        const admitted: number[] = []
        let now = START
        for (const waitMs of waits) {
          now += waitMs
          if (admit(throttle, attempt(), now).ok) admitted.push(now)
        }
        for (let i = 5; i < admitted.length; i++) {
          const delayMs = Math.min(2 ** (i - 5) * SECOND_MS, 15 * MINUTE_MS)
          expect((admitted[i] ?? 0) - (admitted[i - 1] ?? 0)).toBeGreaterThanOrEqual(delayMs)
        }
      }),
    )
  })
})
