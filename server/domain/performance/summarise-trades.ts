/** Totals, profit factor and losing streak of a list of closed trades. */

import { computeMean } from '../../core/statistics/moments.ts'
import type { Money } from '../account/money.ts'
import { type ClosedTrade, computeR } from './closed-trade.ts'
import { sumMoney } from './trade-record.ts'

/** Summarises closed trades; sums are exact. */
export const summariseTrades = (trades: readonly ClosedTrade[]): TradeSummary => {
  const gains = sumMoney(trades, ({ net }) => (net > 0n ? net : 0n))
  const losses = sumMoney(trades, ({ net }) => (net < 0n ? -net : 0n))
  return {
    trades: trades.length,
    wins: trades.filter(({ net }) => net > 0n).length,
    net: sumMoney(trades, ({ net }) => net),
    gross: sumMoney(trades, ({ gross }) => gross),
    fees: sumMoney(trades, ({ fees }) => fees),
    funding: sumMoney(trades, ({ funding }) => funding),
    profitFactor: losses > 0n ? Number(gains) / Number(losses) : null,
    meanR: computeMean(trades.flatMap((trade) => computeR(trade) ?? [])),
  }
}

export interface TradeSummary {
  readonly trades: number
  readonly wins: number
  readonly net: Money
  readonly gross: Money
  readonly fees: Money
  /** Funding paid; negative when received. */
  readonly funding: Money
  /** Σ net gains ÷ |Σ net losses|; null without a loss. */
  readonly profitFactor: number | null
  /** Null when no trade has a recorded stop. */
  readonly meanR: number | null
}

/** Returns the longest losing streak of trades in order of closing. */
export const countLosingStreak = (trades: readonly Pick<ClosedTrade, 'net'>[]): number => {
  let [streak, longest] = [0, 0]
  for (const { net } of trades) {
    streak = net < 0n ? streak + 1 : 0
    longest = Math.max(longest, streak)
  }
  return longest
}
