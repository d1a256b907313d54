/** Compares two backtest runs, or a run and paper trading, signal by signal. */

import { assert } from '../core/assert.ts'
import { parseDecimal } from '../core/decimal.ts'
import type { Instant } from '../core/instant.ts'
import { printMoney, toMoney } from '../domain/account/money.ts'
import type { Direction } from '../domain/signal/strategy.ts'

/** Compares two runs signal by signal; signals correspond when bar, strategy and direction are the same. */
export const compareRuns = (a: ComparedRun, b: ComparedRun): Comparison => {
  const [inA, inB] = [indexRun(a), indexRun(b)]
  const keys = new Set([...inA.keys(), ...inB.keys()])
  const signals = [...keys]
    .flatMap((key) => compareSignal(inA.get(key), inB.get(key)) ?? [])
    .toSorted((x, y) => x.barClosedMs - y.barClosedMs)
  const byClass = [...Map.groupBy(signals, (signal) => signal.class)].map(([name, list]) => ({
    class: name,
    count: list.length,
    difference: sumAmounts(list.map(({ difference }) => difference)),
  }))
  return {
    signals,
    byClass: byClass.toSorted((x, y) => Math.abs(Number(y.difference)) - Math.abs(Number(x.difference))),
    unmatched: { a: countUnmatched(a), b: countUnmatched(b) },
    difference: sumAmounts(signals.map(({ difference }) => difference)),
  }
}

/** Outcome of one signal in a compared run. */
export interface SignalFate {
  readonly symbol: string
  readonly interval: string
  readonly strategyId: string
  readonly barClosedMs: Instant
  readonly direction: Direction
  /** `SIGNAL`: it was not considered, because a better one was, or because trading was paused. */
  readonly fate: 'SIGNAL' | 'REFUSED' | 'GIVEN_UP' | 'TRADED'
  /** Gates that refused the entry. */
  readonly gates: readonly string[]
  /** Opening time of its position; null if there is none. */
  readonly openedMs: Instant | null
}

/** A trade, reduced to the compared fields. */
export interface ComparedTrade {
  readonly symbol: string
  readonly openedMs: Instant
  readonly closedMs: Instant
  readonly entryPrice: string
  readonly exitPrice: string
  readonly quantity: string
  readonly reason: string
  readonly net: string
}

export interface ComparedRun {
  readonly signals: readonly SignalFate[]
  readonly trades: readonly ComparedTrade[]
}

/** Reason why a signal had a different result in the second run: the first cause that applies. */
export type DifferenceClass =
  | 'NO_SIGNAL'
  | 'NOT_CONSIDERED'
  | 'REFUSED'
  | 'GIVEN_UP'
  | 'OPEN'
  | 'OTHER_EXIT'
  | 'OTHER_PRICE'
  | 'OTHER_SIZE'
  | 'SAME'

/** A signal that was traded in at least one of the runs. */
export interface ComparedSignal extends Omit<SignalFate, 'fate' | 'gates' | 'openedMs'> {
  readonly class: DifferenceClass
  /** Run that did not trade it, or null when both did. */
  readonly missingIn: 'a' | 'b' | null
  readonly gates: readonly string[]
  readonly a: ComparedTrade | null
  readonly b: ComparedTrade | null
  /** Net result of the second run minus the net result of the first. */
  readonly difference: string
}

export interface Comparison {
  readonly signals: readonly ComparedSignal[]
  readonly byClass: readonly { readonly class: DifferenceClass; readonly count: number; readonly difference: string }[]
  /** Number of trades without a signal, such as manual trades. */
  readonly unmatched: { readonly a: number; readonly b: number }
  readonly difference: string
}

type Indexed = SignalFate & { readonly trade: ComparedTrade | null }

const createKey = ({ barClosedMs, symbol, interval, strategyId, direction }: SignalFate): string =>
  `${barClosedMs} ${symbol} ${interval} ${strategyId} ${direction}`

const indexRun = ({ signals, trades }: ComparedRun): ReadonlyMap<string, Indexed> => {
  const byOpening = new Map(trades.map((trade) => [`${trade.symbol} ${trade.openedMs}`, trade]))
  return new Map(
    signals.map((signal) => [
      createKey(signal),
      { ...signal, trade: byOpening.get(`${signal.symbol} ${signal.openedMs}`) ?? null },
    ]),
  )
}

const countUnmatched = ({ signals, trades }: ComparedRun): number => {
  const opened = new Set(signals.map(({ symbol, openedMs }) => `${symbol} ${openedMs}`))
  return trades.filter(({ symbol, openedMs }) => !opened.has(`${symbol} ${openedMs}`)).length
}

/** Compares a signal; undefined when neither run traded it. */
const compareSignal = (a: Indexed | undefined, b: Indexed | undefined): ComparedSignal | undefined => {
  const either = a ?? b
  const missingIn = findMissing(a, b)
  if (!either || missingIn === 'both') return undefined
  const missing = missingIn === 'a' ? a : b
  const [tradeA, tradeB] = [a?.trade ?? null, b?.trade ?? null]
  const { symbol, interval, strategyId, barClosedMs, direction } = either
  return {
    symbol,
    interval,
    strategyId,
    barClosedMs,
    direction,
    class: missingIn ? classifyMissing(missing) : classifyTrades(tradeA, tradeB),
    missingIn,
    gates: missingIn && missing ? missing.gates : [],
    a: tradeA,
    b: tradeB,
    difference: printMoney(toAmount(tradeB) - toAmount(tradeA)),
  }
}

/** Returns which run did not trade a signal. */
const findMissing = (a: Indexed | undefined, b: Indexed | undefined): 'a' | 'b' | 'both' | null => {
  const [inA, inB] = [a, b].map((signal) => signal?.fate === 'TRADED')
  if (inA) return inB ? null : 'b'
  return inB ? 'a' : 'both'
}

const FATE_CLASS = { SIGNAL: 'NOT_CONSIDERED', REFUSED: 'REFUSED', GIVEN_UP: 'GIVEN_UP', TRADED: 'SAME' } as const

const classifyMissing = (signal: Indexed | undefined): DifferenceClass =>
  signal ? FATE_CLASS[signal.fate] : 'NO_SIGNAL'

const classifyTrades = (a: ComparedTrade | null, b: ComparedTrade | null): DifferenceClass => {
  if (!a || !b) return a === b ? 'SAME' : 'OPEN'
  if (a.reason !== b.reason) return 'OTHER_EXIT'
  if (a.entryPrice !== b.entryPrice || a.exitPrice !== b.exitPrice) return 'OTHER_PRICE'
  return a.quantity === b.quantity ? 'SAME' : 'OTHER_SIZE'
}

const toAmount = (trade: Pick<ComparedTrade, 'net'> | null): ReturnType<typeof toMoney> => {
  const parsed = parseDecimal(trade?.net ?? '0')
  assert(parsed.ok, 'a net result must be a decimal')
  return toMoney(parsed.value)
}

const sumAmounts = (amounts: readonly string[]): string =>
  printMoney(amounts.reduce((sum, net) => sum + toAmount({ net }), 0n as ReturnType<typeof toMoney>))
