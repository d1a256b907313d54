/**
 * Benchmark of autotrading: cost of a market event that closes no bar, cost of a minute that closes for fifty symbols,
 * and latency from the close of a bar to an order.
 */

import { type Instant, MINUTE_MS } from '../server/core/instant.ts'
import type { Step } from '../server/engine/run/step.ts'
import {
  type AutotradingHarness,
  bookEvent,
  markEvent,
  openAutotradingHarness,
  rulesFor,
  START_MS,
  tradeEvent,
} from './autotrading-floor.ts'
import { manySpecs } from './many-specs.ts'
import { atMost, type Goal, nanosecondsEach, percentile, type Row, times } from './measure.ts'

const SYMBOLS = 50
/** Maximum number of instruments that the engine closes a bar for in one step. */
const TOGETHER = 2
const MINUTES = 120
const STEP_GOAL_MS = 2
const ALL_GOAL_MS = 100
const QUIET_EVENTS = 200_000
/**
 * Engines with and without autotrading are measured alternately, because the speed of the machine varies; the fastest
 * round of each counts.
 */
const ROUNDS = 3
/** Times within a minute at which every instrument trades once; the last one passes the grace period. */
const TRADES_AT_MS = [4_000, 20_000, 35_000, 52_000]
const SPECS = manySpecs(60 * Math.ceil(SYMBOLS / 3)).slice(0, SYMBOLS)

/** Durations of the steps in which minutes closed, in ms. */
interface Closings {
  /** Several instruments in one step, closed by the timer. */
  readonly together: number[]
  /** The same when a five-minute bar closes as well. */
  readonly fives: number[]
  /** One instrument, by its first trade of the new minute. */
  readonly single: number[]
  /** All instruments of a minute together. */
  readonly minutes: number[]
  /** Steps of one instrument that sent an order; likewise for several. */
  readonly orderingAlone: number[]
  readonly orderingTogether: number[]
  /** Sum over the steps of the closing minute. */
  minuteMs: number
  orders: number
  signals: number
  considered: number
}

/**
 * Measures autotrading: a quiet event, a minute that closes for fifty symbols, and the path from the close to an
 * order.
 */
export const autotradingRows = async (): Promise<Row[]> => {
  const without = openAutotradingHarness(SPECS, rulesFor(false))
  const harness = openAutotradingHarness(SPECS, rulesFor(true))
  const plain = liveThrough(without)
  const closings = liveThrough(harness)
  return [...quietRows(harness, without), ...closingRows(closings, plain)]
}

const quietRows = (harness: AutotradingHarness, without: AutotradingHarness): Row[] => {
  const rounds = Array.from(
    { length: ROUNDS },
    () => [nanosecondsOfQuiet(without), nanosecondsOfQuiet(harness)] as const,
  )
  const bare = Math.min(...rounds.map(([first]) => first))
  const each = Math.min(...rounds.map(([, second]) => second))
  return [
    {
      what: `market event without a candle close, ${SYMBOLS} symbols with ${strategiesOn(harness)} series of strategies`,
      measured: `${each.toFixed(0)} ns`,
      against: `limit 2 µs; without autotrading ${bare.toFixed(0)} ns (${times(each / bare)})`,
      ratio: times(2_000 / each),
      goals: [atMost(each, [2_000, 'ns'])],
    },
  ]
}

const strategiesOn = ({ state }: AutotradingHarness): number => state.signals.series.size

const closingRows = (closings: Closings, plain: Closings): Row[] => {
  const { orders, signals, considered, minutes } = closings
  const counts = `${signals} signals, ${considered} entries considered, ${orders} ordered`
  const together = `a minute closes for ${SYMBOLS} symbols, ${TOGETHER} in a step (${counts})`
  return [
    { ...closingRow(together, closings.together, plain.together, TOGETHER), goals: [stepGoal(closings.together)] },
    {
      ...closingRow('the same, when 5m candles close as well', closings.fives, plain.fives, TOGETHER),
      goals: [stepGoal(closings.fives)],
    },
    {
      what: `all ${SYMBOLS} symbols of a minute together (${minutes.length} minutes; p99 ${ms(minutes, 0.99)})`,
      measured: `p50 ${ms(minutes, 0.5)}`,
      against: `limit ${ALL_GOAL_MS} ms`,
      ratio: times(ALL_GOAL_MS / percentile(minutes, 0.5)),
      goals: [atMost(percentile(minutes, 0.5), [ALL_GOAL_MS, 'ms'], 'p50')],
    },
    closingRow('a minute closes for one symbol with a trade', closings.single, plain.single, 1),
    orderingRow('a candle of one symbol', closings.orderingAlone),
    orderingRow(`the candles of ${TOGETHER} symbols`, closings.orderingTogether),
  ]
}

const stepGoal = (took: readonly number[]): Goal => atMost(percentile(took, 0.5), [STEP_GOAL_MS, 'ms'], 'p50')

const orderingRow = (what: string, took: readonly number[]): Row => ({
  what: `from the close of ${what} to an order (${took.length} steps; p50 ${ms(took, 0.5)})`,
  measured: `p99 ${ms(took, 0.99)}`,
  against: 'limit 1 ms',
  ratio: times(1 / percentile(took, 0.99)),
  goals: [atMost(percentile(took, 0.99), [1, 'ms'], 'p99')],
})

const closingRow = (what: string, took: readonly number[], plain: readonly number[], symbols: number): Row => ({
  what: `${what}: p50 ${ms(took, 0.5)}, p99 ${ms(took, 0.99)}, max ${ms(took, 1)}`,
  measured: `${((percentile(took, 0.5) * 1_000) / symbols).toFixed(1)} µs a symbol`,
  against: `without autotrading: p50 ${ms(plain, 0.5)}`,
  ratio: times(percentile(took, 0.5) / percentile(plain, 0.5)),
  goals: [],
})

const ms = (values: readonly number[], share: number): string => `${percentile(values, share).toFixed(3)} ms`

const liveThrough = (harness: AutotradingHarness): Closings => {
  const closings: Closings = {
    together: [],
    fives: [],
    single: [],
    minutes: [],
    orderingAlone: [],
    orderingTogether: [],
    minuteMs: 0,
    orders: 0,
    signals: 0,
    considered: 0,
  }
  for (let minute = 0; minute < MINUTES; minute++) liveMinute(harness, START_MS + minute * MINUTE_MS, closings)
  return closings
}

const liveMinute = (harness: AutotradingHarness, openMs: Instant, closings: Closings): void => {
  const endMs = openMs + MINUTE_MS
  const byTrades = (openMs / MINUTE_MS) % 2 === 1
  for (const offset of TRADES_AT_MS) tradeAll(harness, openMs + offset)
  closings.minuteMs = 0
  if (byTrades) closeEach(harness, endMs + 500, closings)
  else closeTogether(harness, endMs + 2_100, closings)
  closings.minutes.push(closings.minuteMs)
}

const tradeAll = ({ instruments, take, tick }: AutotradingHarness, at: Instant): void => {
  for (const instrument of instruments) {
    take(bookEvent(instrument, at), at)
    take(markEvent(instrument, at), at)
    take(tradeEvent(instrument, at), at)
  }
  tick(at)
}

/**
 * Closes a minute by the timer: quotes are fresh, then time passes the grace period, and each event closes a few
 * symbols.
 */
const closeTogether = (harness: AutotradingHarness, at: Instant, closings: Closings): void => {
  const { instruments, take } = harness
  for (const instrument of instruments) {
    take(bookEvent(instrument, at - 200), at)
    take(markEvent(instrument, at - 200), at)
  }
  const isFive = Math.floor(at / MINUTE_MS) % 5 === 0
  for (const instrument of instruments) {
    timed(harness, { at, into: isFive ? closings.fives : closings.together }, closings, () =>
      take(markEvent(instrument, at), at),
    )
  }
}

const closeEach = (harness: AutotradingHarness, at: Instant, closings: Closings): void => {
  for (const instrument of harness.instruments) {
    harness.take(bookEvent(instrument, at), at)
    harness.take(markEvent(instrument, at), at)
    timed(harness, { at, into: closings.single }, closings, () => harness.take(tradeEvent(instrument, at), at))
  }
}

const timed = (
  harness: AutotradingHarness,
  { at, into }: { readonly at: Instant; readonly into: number[] },
  closings: Closings,
  work: () => Step,
): void => {
  const since = performance.now()
  const { facts, effects } = work()
  const took = performance.now() - since
  if (facts.length === 0) return
  into.push(took)
  closings.minuteMs += took
  const orders = effects.filter(({ kind }) => kind === 'submitOrder').length
  if (orders > 0) (into === closings.single ? closings.orderingAlone : closings.orderingTogether).push(took)
  closings.orders += orders
  closings.signals += facts.filter(({ kind }) => kind === 'signalRaised').length
  closings.considered += facts.filter(({ kind }) => kind === 'entryConsidered').length
  harness.letGo(effects, at)
}

const nanosecondsOfQuiet = ({ instruments, take }: AutotradingHarness): number => {
  const at = START_MS + MINUTES * MINUTE_MS + 10_000
  const marks = instruments.map((instrument) => markEvent(instrument, at))
  return nanosecondsEach(QUIET_EVENTS, () => {
    for (let count = 0; count < QUIET_EVENTS; count += marks.length) for (const mark of marks) take(mark, at)
  })
}
