import { computeMean } from '../../core/statistics/moments.ts'
import type { Money } from '../account/money.ts'
import { type ClosedTrade, computeR } from './closed-trade.ts'

/** Computes the figures of closed trades; sums are exact. */
export const summariseTrades = (trades: readonly ClosedTrade[]): TradeSummary => {
  const gains = sum(trades, ({ net }) => (net > 0n ? net : 0n))
  const losses = sum(trades, ({ net }) => (net < 0n ? -net : 0n))
  return {
    trades: trades.length,
    wins: trades.filter(({ net }) => net > 0n).length,
    net: sum(trades, ({ net }) => net),
    gross: sum(trades, ({ gross }) => gross),
    fees: sum(trades, ({ fees }) => fees),
    funding: sum(trades, ({ funding }) => funding),
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
  /** Paid; negative is received. */
  readonly funding: Money
  /** Σ net gains ÷ |Σ net losses|; null without a loss. */
  readonly profitFactor: number | null
  /** Null where no trade has a recorded stop. */
  readonly meanR: number | null
}

/** Mean gain ÷ |mean loss|, net; null without both. */
export const computePayoff = (trades: readonly Pick<ClosedTrade, 'net'>[]): number | null => {
  const nets = trades.map(({ net }) => Number(net))
  const [gain, loss] = [computeMean(nets.filter((net) => net > 0)), computeMean(nets.filter((net) => net < 0))]
  return gain === null || loss === null ? null : gain / -loss
}

/** Most losses in a row, of trades in order of closing. */
export const countLosingStreak = (trades: readonly Pick<ClosedTrade, 'net'>[]): number => {
  let [streak, longest] = [0, 0]
  for (const { net } of trades) {
    streak = net < 0n ? streak + 1 : 0
    longest = Math.max(longest, streak)
  }
  return longest
}

const sum = (trades: readonly ClosedTrade[], amountIn: (trade: ClosedTrade) => Money): Money =>
  trades.reduce((total, trade) => total + amountIn(trade), 0n)
