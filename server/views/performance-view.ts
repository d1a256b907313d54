/**
 * Performance of closed positions for clients: totals, days, and groups by strategy, symbol, direction, origin and
 * hour.
 */

import type { Performance, PerformanceDay, PerformanceGroup } from '../../contract/performance.ts'
import { divideRounded } from '../core/decimal.ts'
import { type Instant, toRfc3339, toRfc3339OrNull } from '../core/instant.ts'
import { computeMean } from '../core/statistics/moments.ts'
import { wilsonInterval } from '../core/statistics/wilson.ts'
import { printMoney } from '../domain/account/money.ts'
import type { ClosedTrade } from '../domain/performance/closed-trade.ts'
import { countLosingStreak, summariseTrades, type TradeSummary } from '../domain/performance/summarise-trades.ts'
import { computePayoff, sortedByName, sumMoney } from '../domain/performance/trade-record.ts'
import type { Clock } from '../engine/model/ports.ts'
import type { SymbolFilter } from './page.ts'
import { sortTrades, type TradeBook } from './trade-book.ts'

/** Returns results of closed positions for clients. */
export type ReadPerformance = (query: PerformanceFilter) => Promise<Performance>

/** Filter by closing time, symbols and strategy. */
interface PerformanceFilter {
  readonly fromMs: Instant | undefined
  readonly toMs: Instant | undefined
  readonly symbols: SymbolFilter
  /** Undefined for all positions, including those opened without a strategy. */
  readonly strategyId: string | undefined
}

/** Opens the view of a trade book, which is updated for each reading. */
export const openPerformance =
  (book: TradeBook, now: Clock): ReadPerformance =>
  async (filter) => {
    await book.update()
    const { fromMs, symbols, strategyId: only } = filter
    const asOfMs = now()
    const toMs = filter.toMs ?? asOfMs
    const isIncluded = ({ closedAtMs, symbol, strategyId }: ClosedTrade): boolean =>
      closedAtMs < toMs &&
      closedAtMs >= (fromMs ?? closedAtMs) &&
      (symbols?.includes(symbol) ?? true) &&
      strategyId === (only ?? strategyId)
    const trades = sortTrades([...book.closed.values()].filter(isIncluded))
    return {
      from: toRfc3339OrNull(fromMs ?? null),
      to: toRfc3339(toMs),
      ...wholeBody(trades),
      days: dayBodies(trades),
      ...groupBodies(trades),
      asOf: toRfc3339(asOfMs),
    }
  }

const figuresBody = ({ net, gross, fees, funding, ...rest }: TradeSummary) => ({
  ...rest,
  net: printMoney(net),
  gross: printMoney(gross),
  fees: printMoney(fees),
  funding: printMoney(funding),
})

const wholeBody = (trades: readonly ClosedTrade[]) => {
  const summary = summariseTrades(trades)
  const { trades: count, wins } = summary
  const byNet = trades.toSorted((a, b) => (a.net < b.net ? -1 : a.net > b.net ? 1 : 0))
  const exploratory = trades.filter((trade) => trade.exploratory)
  const heldMs = computeMean(trades.map(({ openedAtMs, closedAtMs }) => closedAtMs - openedAtMs))
  const [low, high] = wilsonInterval({ successes: wins, trials: count })
  return {
    ...figuresBody(summary),
    winRate: count > 0 ? wins / count : null,
    winRateCi: count > 0 ? ([low, high] satisfies [number, number]) : null,
    expectancy: count > 0 ? printMoney(divideRounded(summary.net, BigInt(count))) : null,
    payoff: computePayoff(trades.map(({ net }) => Number(net))),
    best: extremeBody(byNet.at(-1)),
    worst: extremeBody(byNet[0]),
    longestLosingStreak: countLosingStreak(trades),
    meanHeldMs: heldMs === null ? null : Math.round(heldMs),
    exploratory: { trades: exploratory.length, net: sumNet(exploratory) },
  }
}

const extremeBody = (trade: ClosedTrade | undefined): Performance['best'] =>
  trade
    ? {
        positionId: trade.positionId,
        symbol: trade.symbol,
        net: printMoney(trade.net),
        closedAt: toRfc3339(trade.closedAtMs),
      }
    : null

const dayBodies = (trades: readonly ClosedTrade[]): PerformanceDay[] =>
  [...Map.groupBy(trades, ({ closedAtMs }) => toRfc3339(closedAtMs).slice(0, DATE_LENGTH))].map(([day, some]) => ({
    day,
    trades: some.length,
    net: sumNet(some),
  }))

const sumNet = (trades: readonly ClosedTrade[]): string => printMoney(sumMoney(trades, ({ net }) => net))

const DATE_LENGTH = 'YYYY-MM-DD'.length

const groupBodies = (trades: readonly ClosedTrade[]) => ({
  byStrategy: groupBy(trades, ({ strategyId }) => strategyId),
  bySymbol: groupBy(trades, ({ symbol }) => symbol),
  byDirection: groupBy(trades, ({ direction }) => direction),
  byOrigin: groupBy(trades, ({ origin }) => origin),
  byHour: groupBy(trades, ({ openedAtMs }) => toRfc3339(openedAtMs).slice(DATE_LENGTH + 1, DATE_LENGTH + 3)),
})

const groupBy = (trades: readonly ClosedTrade[], keyFor: (trade: ClosedTrade) => string | null): PerformanceGroup[] =>
  sortedByName(Map.groupBy(trades, keyFor)).map(([key, some]) => ({ key, ...figuresBody(summariseTrades(some)) }))
