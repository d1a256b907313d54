/** Result and statistics of a completed backtest run, computed from its running totals. */

import { decimal } from '../core/decimal.ts'
import { digestText } from '../core/digest.ts'
import { MINUTE_MS, toRfc3339 } from '../core/instant.ts'
import type { Account } from '../domain/account/account.ts'
import { applyRate, type Money, printMoney } from '../domain/account/money.ts'
import type { PlaybackCounts } from './playback.ts'
import type { RunResult } from './record.ts'
import type { RunTally, TradeResult } from './run-tally.ts'
import { computeStatistics, type Figure, type TradeFigures } from './statistics.ts'

/** Returns the result of a run as plain data, without its bounds: amounts as decimal strings, statistics as numbers. */
export const summarise = (run: EndedRun, terms: RunTerms, printed: Printed): Omit<RunResult, 'bounds'> => {
  const { tally, counts, account, equity, openPositions } = run
  const { trades, refusals, pauses } = tally
  const { signals, considered, ordered, givenUp } = tally
  const exits: Record<string, number> = {}
  for (const { reason } of trades) exits[reason] = (exits[reason] ?? 0) + 1
  return {
    bars: counts.symbolMinutes,
    gapMinutes: counts.gapMinutes,
    signals,
    considered,
    ordered,
    givenUp,
    trades: trades.length,
    exits,
    leftOpen: openPositions.length,
    opening: printMoney(account.opening),
    equity: printMoney(equity),
    net: printMoney(equity - account.opening),
    fees: printMoney(account.fees),
    funding: printMoney(account.funding),
    unrealized: printMoney(equity - account.walletBalance),
    refusalsByGate: Object.fromEntries([...refusals].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    pauses: pauses.map(({ atMs, code }) => ({ at: toRfc3339(atMs), code })),
    statistics: computeFigures(run, terms),
    tradesDigest: digestText(printed.trades),
    equityDigest: digestText(printed.equity),
  }
}

/** State of a run at its end. */
export interface EndedRun {
  readonly tally: RunTally
  readonly counts: PlaybackCounts
  readonly account: Account
  readonly equity: Money
  readonly openPositions: readonly unknown[]
}

/** Terms of a run on which its statistics depend. */
export interface RunTerms {
  readonly fromMs: number
  readonly toMs: number
  readonly takerFee: string
}

/** Stored files of a run. */
interface Printed {
  /** Trades and equity as CSV. */
  readonly trades: string
  readonly equity: string
}

/** Computes the statistics of a run; see `computeStatistics`. */
export const computeFigures = (
  run: EndedRun,
  { fromMs, toMs, takerFee }: RunTerms,
): Readonly<Record<string, Figure>> => {
  const { trades, drawdown } = run.tally
  return computeStatistics({
    trades: trades.map((trade) => toFigures(trade, takerFee)),
    equity: dailyEquity(run),
    minutes: (toMs - fromMs) / MINUTE_MS,
    minutesActive: run.counts.minutesActive,
    traded: trades.reduce((sum, { entryValue, exitValue }) => sum + toNumber(entryValue + exitValue), 0),
    drawdown,
  })
}

/** Equity at the start, then at the end of each UTC day. */
export const dailyEquity = ({ account, tally }: EndedRun): readonly number[] =>
  [account.opening, ...tally.days.map((day) => day.equity)].map(toNumber)

const toNumber = (money: Money): number => Number(printMoney(money))

/** Converts a trade; R is net ÷ (|entry − first stop| · quantity + entry and exit fees). */
export const toFigures = (trade: TradeResult, takerFee: string): TradeFigures => {
  const { net, entryValue, entryTicks, stopTicks } = trade
  if (stopTicks === null || entryTicks === 0) return { net: toNumber(net), r: null }
  const atStop = (entryValue * BigInt(stopTicks)) / BigInt(entryTicks)
  const way = entryValue > atStop ? entryValue - atStop : atStop - entryValue
  const risk = way + applyRate(entryValue + atStop, decimal(takerFee))
  return { net: toNumber(net), r: risk > 0n ? Number(net) / Number(risk) : null }
}
