/** State of a backtest in the fast driver, and its start. */

import { assert } from '../../core/assert.ts'
import type { Decimal } from '../../core/decimal.ts'
import { DAY_MS, type Instant, MINUTE_MS } from '../../core/instant.ts'
import { MONEY_SCALE, type Money, valueAt } from '../../domain/account/money.ts'
import { type Instrument, lots, ticks } from '../../domain/market/instrument.ts'
import type { InstrumentMarket } from '../../domain/market/instrument-market.ts'
import type { Impact } from '../../domain/market/taker-price.ts'
import { UNOBSERVED } from '../../domain/microstructure/component.ts'
import type { Order } from '../../domain/order/order.ts'
import type { Fact } from '../../engine/model/facts.ts'
import type { EngineState } from '../../engine/state/turn.ts'
import { computeEquity } from '../../engine/trading/exposure.ts'
import { completePrices, type PriceColumns } from '../columns.ts'
import type { Resolution } from '../driver.ts'
import { type IntrabarPath, POINT_OFFSETS_MS } from '../intrabar-path.ts'
import { createCounts, type PlaybackCounts, quote, setLive } from '../playback.ts'
import type { BacktestExchange } from '../ports.ts'
import type { MinuteEquities } from '../run-tally.ts'
import type { SymbolFeed } from '../symbol-feed.ts'
import { createVirtualEngine, type VirtualEngine } from '../virtual-engine.ts'
import { type ColumnDay, createColumnDay } from './column-day.ts'
import { ExactOnly } from './exact-only.ts'
import type { ColumnIdea, ToEngineIdea } from './idea-stage.ts'

/** Engine, prices and ideas of a backtest of one symbol, and the range to play. */
export interface FastParts {
  readonly state: EngineState
  /** Exchange that opens the account; no requests are sent to it afterwards. */
  readonly exchange: BacktestExchange
  readonly clock: { nowMs: Instant }
  readonly feed: SymbolFeed
  readonly strategyId: string
  /** Ideas in the order of their bars, from the start of the history. */
  readonly ideas: Iterator<ColumnIdea, undefined>
  readonly toEngineIdea: ToEngineIdea
  readonly path: IntrabarPath
  readonly resolution: Resolution
  /** Start of the candles before the run. */
  readonly warmFromMs: Instant
  readonly fromMs: Instant
  readonly toMs: Instant
  /** True when the host resumes the engine at the beginning of each UTC day. */
  readonly rearmsDaily: boolean
  /** Latency of an order to the market. */
  readonly latencyMs: number
  readonly takerFee: Decimal
  readonly impact: Impact
  readonly onFacts: (facts: readonly Fact[], atMs: Instant) => void
  readonly onEquity: (atMs: Instant, equity: Money, at: 'PRICE' | 'MINUTE' | 'DAY') => void
  /** Called with the equity of consecutive minutes with a position; its array is reused. */
  readonly onMinutes: (passed: MinuteEquities) => void
}

/** A backtest in progress in the fast driver. */
export interface FastRun extends FastParts {
  readonly engine: VirtualEngine
  readonly entry: InstrumentMarket
  readonly day: ColumnDay
  /** Mark prices; last trade prices when no mark price is known. */
  readonly marks: PriceColumns
  readonly counts: PlaybackCounts
  /** Next idea to process; undefined after the last one. */
  nextIdea: ColumnIdea | undefined
  /** Order in transit to the market. */
  pending: { readonly orderId: Order['orderId']; readonly dueMs: Instant } | null
  /** Time of the last price at which orders could be executed. */
  matchedMs: Instant
  /** Number of our lots traded in the current minute. */
  traded: number
  executions: number
  /** Value of a lot at a price of one tick, in units of money; NaN if it is not a whole number. */
  readonly unit: number
  /** Known equity down to which no breaker trips and liquidation is far away. */
  safeEquity: number
  /** Equities of the minutes passed at once. */
  readonly passed: Float64Array
  /** Pending equity sample. */
  sample: { readonly equity: number; readonly atMs: Instant } | null
  /** Earliest minute that may decide an open signal. */
  decidedMs: Instant
  /** Earliest minutes that may decide each open signal, by its ID. */
  readonly decisions: Map<string, Instant>
}

/** Starts the engine like the exact driver, but without past candles. */
export const beginRun = (parts: FastParts): FastRun => {
  const { state, exchange, clock, feed, fromMs, onFacts } = parts
  const { last } = feed.history
  const engine = createVirtualEngine({ state, exchange, clock, onFacts })
  engine.command({ kind: 'startRun', runId: 'run_backtest', market: 'backtest', mode: state.rules.mode })
  engine.take({ kind: 'instrument', instrument: feed.instrument })
  const listed = state.market.instruments.get(feed.symbol)
  assert(listed, `${feed.symbol} must be listed`)
  const day = createColumnDay(last, feed.symbol)
  state.market.instruments.set(feed.symbol, { ...listed, day })
  const first = (fromMs - last.fromMs) / MINUTE_MS
  day.moveTo(first)
  setLive(engine, feed, fromMs)
  feed.minuteMs = fromMs
  const price = last.close[first - 1] ?? 0
  exchange.mark(quote(engine, feed, { last: price, mark: price, atMs: fromMs }))
  engine.settle()
  for (let count = 0; count < STARTING_TICKS && state.ledger.control.state !== 'RUNNING'; count++) {
    clock.nowMs = fromMs + count
    engine.tick()
    engine.settle()
  }
  if (state.ledger.control.state !== 'RUNNING') throw new ExactOnly('START')
  const started = state.market.instruments.get(feed.symbol)
  assert(started, `${feed.symbol} must be listed`)
  const entry = { ...started, micro: UNOBSERVED }
  state.market.instruments.set(feed.symbol, entry)
  return {
    ...parts,
    engine,
    entry,
    day,
    marks: completePrices(feed.history.mark, last),
    counts: createCounts(),
    nextIdea: parts.ideas.next().value,
    pending: null,
    matchedMs: 0,
    traded: 0,
    executions: 0,
    unit: findUnit(feed.instrument),
    safeEquity: Number.POSITIVE_INFINITY,
    passed: new Float64Array(PASSED_MAX * POINT_OFFSETS_MS.length),
    sample: null,
    decidedMs: Number.POSITIVE_INFINITY,
    decisions: new Map(),
  }
}

const findUnit = (instrument: Instrument): number =>
  instrument.price.step.scale + instrument.quantity.step.scale > MONEY_SCALE
    ? Number.NaN
    : Number(valueAt(instrument, ticks(1), lots(1)))

/** Maximum number of minutes passed at once. */
export const PASSED_MAX = DAY_MS / MINUTE_MS

/** Maximum number of ticks until RUNNING, more than a start needs. */
const STARTING_TICKS = 20

export const noteEquity = ({ state, onEquity }: FastRun, atMs: Instant, at: 'PRICE' | 'MINUTE' | 'DAY'): void => {
  const equity = computeEquity(state)
  if (equity !== null) onEquity(atMs, equity, at)
}
