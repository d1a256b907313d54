import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NOON_MS } from '../../../test/support/market-samples.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/instant.ts'
import { type Account, afterAdjustment, afterFill, afterFunding, EMPTY_ACCOUNT, openedWith } from './account.ts'
import {
  afterLifecycle,
  computeDayPnl,
  computeDrawdown,
  EMPTY_TRACK,
  type EquityTrack,
  sampled,
} from './equity-track.ts'
import type { Money } from './money.ts'

const ACCOUNT = openedWith(EMPTY_ACCOUNT, 1_000n)
const MIDNIGHT_MS = NOON_MS - 12 * HOUR_MS

const at = (track: EquityTrack, equity: Money, atMs: number, account: Account = ACCOUNT): EquityTrack =>
  sampled(track, { equity, account, atMs })

const course = (...equities: readonly Money[]): EquityTrack =>
  equities.reduce((track, equity, index) => at(track, equity, NOON_MS + index), EMPTY_TRACK)

const summariseTrack = (equities: readonly Money[]) => {
  const track = course(...equities)
  return { peak: track.peak, deepest: track.maxDrawdown, now: computeDrawdown(track, equities.at(-1) ?? 0n) }
}

describe('an equity track', () => {
  it('begins its peak and its day with the first sample', () => {
    expect(course(1_000n)).toMatchObject({
      peak: 1_000n,
      peakAtMs: NOON_MS,
      maxDrawdown: 0,
      dayStart: 1_000n,
      dayStartAtMs: MIDNIGHT_MS,
      lossStreak: 0,
    })
  })

  it.each<[string, Money[], ReturnType<typeof summariseTrack>]>([
    ['rises', [1_000n, 1_100n], { peak: 1_100n, deepest: 0, now: 0 }],
    ['falls', [1_000n, 900n], { peak: 1_000n, deepest: 0.1, now: 0.1 }],
    ['falls and recovers', [1_000n, 900n, 950n], { peak: 1_000n, deepest: 0.1, now: 0.05 }],
    ['falls deeper from a higher peak', [1_000n, 900n, 2_000n, 1_500n], { peak: 2_000n, deepest: 0.25, now: 0.25 }],
    ['falls less from a higher peak', [1_000n, 500n, 2_000n, 1_500n], { peak: 2_000n, deepest: 0.5, now: 0.25 }],
    ['begins with nothing', [0n, -5n], { peak: 0n, deepest: 0, now: 0 }],
    ['begins with a debt', [-5n, -9n], { peak: -5n, deepest: 0, now: 0 }],
  ])('that %s reports its peak and its drawdown', (_, equities, expected) => {
    expect(summariseTrack(equities)).toEqual(expected)
  })

  it('begins a new UTC day with the last value of the day before', () => {
    const before = at(course(1_000n), 1_200n, MIDNIGHT_MS + DAY_MS - 1)
    const after = at(before, 900n, MIDNIGHT_MS + DAY_MS + 5 * MINUTE_MS)
    expect([before.dayStart, before.dayStartAtMs]).toEqual([1_000n, MIDNIGHT_MS])
    expect([after.dayStart, after.dayStartAtMs]).toEqual([1_200n, MIDNIGHT_MS + DAY_MS])
    expect(computeDayPnl(after, ACCOUNT, 900n, -100n)).toMatchObject({ net: -300n, unrealized: -300n })
  })

  it('keeps its day when the clock runs back over midnight', () => {
    const track = at(course(1_000n), 1_200n, MIDNIGHT_MS - 1)
    expect([track.dayStart, track.dayStartAtMs]).toEqual([1_000n, MIDNIGHT_MS])
  })

  it.each<[Money[], number]>([
    [[-1n], 1],
    [[-1n, -1n], 2],
    [[-1n, -1n, 5n], 0],
    [[-1n, 5n, -1n], 1],
    [[-1n, 0n], 0],
  ])('counts the losing streak after lifecycles that made %s', (nets, streak) => {
    expect(nets.reduce(afterLifecycle, EMPTY_TRACK).lossStreak).toBe(streak)
  })

  it('always splits the day into parts that add up to its net', () => {
    const amount = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n })
    const move = fc.record({
      kind: fc.constantFrom('fill', 'funding', 'adjustment'),
      amount,
      fee: amount,
      unrealized: amount,
      waitMs: fc.integer({ min: 0, max: 9 * HOUR_MS }),
    })
    fc.assert(
      fc.property(fc.array(move, { maxLength: 20 }), (moves) => {
        let account = ACCOUNT
        let track = course(1_000n)
        let atMs = NOON_MS
        for (const { kind, amount, fee, unrealized, waitMs } of moves) {
          if (kind === 'fill') account = afterFill(account, { realizedPnl: amount, fee })
          else if (kind === 'funding') account = afterFunding(account, amount)
          else account = afterAdjustment(account, amount)
          atMs += waitMs
          const equity = account.walletBalance + unrealized
          track = at(track, equity, atMs, account)
          const day = computeDayPnl(track, account, equity, unrealized)
          expect(day.net).toBe(day.realized + day.unrealized - day.fees + day.funding + day.adjustments)
          expect(track.peak >= equity).toBe(true)
        }
      }),
    )
  })
})
