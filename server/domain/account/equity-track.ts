/**
 * Tracks the equity of the account sample by sample: its peak and drawdown, the result of the UTC day, and the losing
 * streak. Input of the loss breakers and gates.
 */

import { DAY_MS, type Instant } from '../../core/instant.ts'
import type { BreakerId } from '../control/breakers.ts'
import type { Account } from './account.ts'
import type { Money } from './money.ts'

/** Equity over time: its peak, its maximum drawdown, and its value at the start of the UTC day. */
export interface EquityTrack {
  readonly peak: Money
  readonly peakAtMs: Instant
  /** Peak since the host last re-armed the drawdown breaker; the drawdown limit is measured from it. */
  readonly riskPeak: Money
  /** Maximum drawdown, as a share of the peak. */
  readonly maxDrawdown: number
  readonly dayStart: Money
  /** UTC midnight of the day. */
  readonly dayStartAtMs: Instant
  readonly dayStartTotals: EquityTotals
  readonly last: { readonly atMs: Instant; readonly equity: Money; readonly totals: EquityTotals } | null
  /** Number of consecutive losing lifecycles up to now. */
  readonly lossStreak: number
}

/** Totals of the account at one instant. */
interface EquityTotals {
  readonly realizedPnl: Money
  readonly fees: Money
  readonly funding: Money
  readonly adjustments: Money
  readonly unrealizedPnl: Money
}

interface Peak {
  readonly equity: Money
  readonly atMs: Instant
}

/** Result of a day: `net = realized + unrealized − fees + funding + adjustments`, exactly. */
export interface DayPnl {
  readonly realized: Money
  /** Change in unrealised PnL since the start of the day. */
  readonly unrealized: Money
  readonly fees: Money
  readonly funding: Money
  readonly adjustments: Money
  readonly net: Money
}

const NO_TOTALS: EquityTotals = { realizedPnl: 0n, fees: 0n, funding: 0n, adjustments: 0n, unrealizedPnl: 0n }

export const EMPTY_TRACK: EquityTrack = {
  peak: 0n,
  peakAtMs: 0,
  riskPeak: 0n,
  maxDrawdown: 0,
  dayStart: 0n,
  dayStartAtMs: 0,
  dayStartTotals: NO_TOTALS,
  last: null,
  lossStreak: 0,
}

interface Sample {
  readonly equity: Money
  readonly account: Account
  readonly atMs: Instant
}

/** Returns the track with one more sample. A new UTC day starts from the last sample of the previous day. */
export const sampled = (track: EquityTrack, { equity, account, atMs }: Sample): EquityTrack => {
  const last = { atMs, equity, totals: readTotals(account, equity - account.walletBalance) }
  const risen = track.last === null || equity > track.peak
  return {
    peak: risen ? equity : track.peak,
    peakAtMs: risen ? atMs : track.peakAtMs,
    riskPeak: track.last === null || equity > track.riskPeak ? equity : track.riskPeak,
    maxDrawdown: Math.max(track.maxDrawdown, risen ? 0 : computeDrawdown(track, equity)),
    ...resolveDay(track, last),
    last,
    lossStreak: track.lossStreak,
  }
}

/** Counts consecutive losing lifecycles; any other result resets the count. */
export const afterLifecycle = (track: EquityTrack, netPnl: Money): EquityTrack => ({
  ...track,
  lossStreak: netPnl < 0n ? track.lossStreak + 1 : 0,
})

/** Re-arms breakers after the host has reviewed the losses: their counts restart now. */
export const rearmed = (track: EquityTrack, breakers: readonly BreakerId[]): EquityTrack => ({
  ...track,
  lossStreak: breakers.includes('LOSS_STREAK') ? 0 : track.lossStreak,
  riskPeak: breakers.includes('DRAWDOWN') ? (track.last?.equity ?? track.riskPeak) : track.riskPeak,
})

/** Returns the highest equity and its first time, from the samples of the track and later peaks. */
export const findPeak = (track: EquityTrack, ...later: readonly (Peak | null)[]): Peak => {
  let peak: Peak = { equity: track.peak, atMs: track.peakAtMs }
  for (const top of later) if (top && top.equity > peak.equity) peak = top
  return peak
}

/** Returns the drawdown from the peak, as a share of the peak. */
export const computeDrawdown = ({ peak }: Pick<EquityTrack, 'peak'>, equity: Money): number =>
  peak <= 0n || equity >= peak ? 0 : Number(peak - equity) / Number(peak)

/** Returns the result of the current day so far. */
export const computeDayPnl = (track: EquityTrack, account: Account, equity: Money, unrealized: Money): DayPnl => {
  const start = track.dayStartTotals
  const now = readTotals(account, unrealized)
  return {
    realized: now.realizedPnl - start.realizedPnl,
    unrealized: now.unrealizedPnl - start.unrealizedPnl,
    fees: now.fees - start.fees,
    funding: now.funding - start.funding,
    adjustments: now.adjustments - start.adjustments,
    net: equity - track.dayStart,
  }
}

const readTotals = ({ realizedPnl, fees, funding, adjustments }: Account, unrealizedPnl: Money): EquityTotals => ({
  realizedPnl,
  fees,
  funding,
  adjustments,
  unrealizedPnl,
})

type Day = Pick<EquityTrack, 'dayStart' | 'dayStartAtMs' | 'dayStartTotals'>

const resolveDay = (track: EquityTrack, now: NonNullable<EquityTrack['last']>): Day => {
  const dayStartAtMs = Math.floor(now.atMs / DAY_MS) * DAY_MS
  if (track.last && dayStartAtMs <= track.dayStartAtMs) {
    const { dayStart, dayStartTotals } = track
    return { dayStart, dayStartAtMs: track.dayStartAtMs, dayStartTotals }
  }
  const { equity, totals } = track.last ?? now
  return { dayStart: equity, dayStartAtMs, dayStartTotals: totals }
}
