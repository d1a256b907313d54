import { DAY_MS, type Instant } from '../../server/core/instant.ts'
import type { ClosedTrade } from '../../server/domain/performance/closed-trade.ts'
import {
  buildEquityRecord,
  type EquityRecord,
  NO_CURVE,
  withDay,
} from '../../server/domain/performance/equity-curve.ts'
import { buildTradeRecord, type TradeRecord, tradesDigest } from '../../server/domain/performance/trade-record.ts'
import { anId } from './book-samples.ts'
import { WEEK_START_MS } from './market-samples.ts'

/** Converts USDT to money. */
export const usdt = (amount: number): bigint => BigInt(Math.round(amount * 1e8))

/** Creates a trade with a risk of 10 USDT and this multiple of it as result. */
export const aTrade = (number: number, r: number, trade: Partial<ClosedTrade> = {}): ClosedTrade => ({
  positionId: anId('pos', number),
  symbol: 'BTCUSDT',
  direction: 'LONG',
  origin: 'AUTOTRADING',
  strategyId: 'S01',
  regime: 'RANGE',
  openedAtMs: WEEK_START_MS + number * 1_000,
  closedAtMs: WEEK_START_MS + number * 1_000 + 500,
  gross: usdt(10 * r + 1),
  fees: usdt(1),
  funding: 0n,
  net: usdt(10 * r),
  risk: usdt(10),
  entryShortfall: null,
  ...trade,
})

/** Runs a pausing generator to its end and returns the result. */
export const finish = <T>(steps: Generator<undefined, T>): T => {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

export const createTradeRecord = (trades: readonly ClosedTrade[]): TradeRecord =>
  finish(buildTradeRecord(trades, finish(tradesDigest(trades))))

/** Creates a record with one close a day from `startMs`; `nowMs` defaults to the end of the last day. */
export const createEquityRecord = (
  closes: readonly number[],
  startMs: Instant = WEEK_START_MS,
  nowMs: Instant = startMs + closes.length * DAY_MS,
): EquityRecord => {
  const curve = closes.reduce(
    (previous, equity, day) => withDay(previous, [{ atMs: startMs + day * DAY_MS + 1_000, equity: usdt(equity) }], []),
    NO_CURVE,
  )
  return buildEquityRecord(curve, nowMs)
}
