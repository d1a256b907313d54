import { createCandleMatcher } from '../../adapters/exchanges/candles/candle-matcher.ts'
import { createRecentStore } from '../../adapters/exchanges/candles/recent-store.ts'
import type { FeeSchedule } from '../../adapters/exchanges/clearing/clearing.ts'
import type { FundingAt } from '../../adapters/exchanges/clearing/funding.ts'
import { openClearingVenue } from '../../adapters/exchanges/clearing/venue.ts'
import type { Instant } from '../../core/instant.ts'
import type { Money } from '../../domain/account/money.ts'
import type { BracketLookup } from '../../domain/margin/brackets.ts'
import type { Instrument, Lots, Ticks } from '../../domain/market/instrument.ts'
import type { BacktestExchange } from '../../research/ports.ts'

/** Opens the exchange of a backtest: the clearing of a paper account, with orders matched against candles. */
export const openCandleExchange = (parts: CandleExchangeParts): BacktestExchange => {
  const { instruments, brackets, balance, fees, clock, fundingAt, latencyMs, impact } = parts
  const matcher = createCandleMatcher({ latencyMs, clock, impact })
  let tasks: (() => void)[] = []
  const venue = openClearingVenue({
    matcher,
    store: createRecentStore(),
    instruments,
    brackets,
    leverage: () => parts.leverage,
    fees,
    openingBalance: balance,
    clock,
    schedule: (task) => void tasks.push(task),
    fundingAt,
  })
  return {
    open: (sink) => venue.open(sink),
    send: (request) => venue.send(request),
    reach: (point) => matcher.reach(point),
    nextArrivalMs: (symbol) => matcher.nextArrivalMs(symbol),
    mark: (markPrice) => matcher.during(() => venue.observe({ kind: 'markPrice', markPrice })),
    settle() {
      if (tasks.length === 0) return false
      const due = tasks
      tasks = []
      for (const task of due) task()
      return true
    },
  }
}

export interface CandleExchangeParts {
  readonly instruments: readonly Instrument[]
  readonly brackets: BracketLookup
  readonly leverage: number
  readonly balance: Money
  readonly fees: Partial<FeeSchedule>
  readonly latencyMs: number
  readonly clock: () => Instant
  readonly fundingAt: FundingAt
  readonly impact: (symbol: string, quantity: Lots, price: Ticks) => number
}
