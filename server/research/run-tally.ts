/**
 * Running totals of a backtest, collected from the facts of the engine: trades, signals, refused entries, pauses,
 * equity and drawdown.
 */

import { assert } from '../core/assert.ts'
import { divideRounded } from '../core/decimal.ts'
import { type Instant, MINUTE_MS } from '../core/instant.ts'
import { type Money, valueAt } from '../domain/account/money.ts'
import { type Instrument, type Lots, lots, type Ticks, ticks } from '../domain/market/instrument.ts'
import type { Order } from '../domain/order/order.ts'
import { computeNet } from '../domain/performance/closed-trade.ts'
import type { Fill, Position, Traded } from '../domain/position/position.ts'
import type { Signal } from '../domain/signal/signal.ts'
import type { Direction } from '../domain/signal/strategy.ts'
import type { ConsideredEntry, Fact } from '../engine/model/facts.ts'
import type { EngineState } from '../engine/state/turn.ts'
import type { SignalFate } from './compare.ts'
import { createEquityPoints, type EquityPoint, type EquityPoints } from './equity-points.ts'

/** Running totals of a backtest, from which its result is computed. Changed in place. */
export interface RunTally {
  readonly trades: TradeResult[]
  /** Equity at the end of each UTC day, and of the run. */
  readonly days: EquityPoint[]
  /** Equity at the close of each minute with an open position or order. */
  readonly minutes: EquityPoints
  /** Peak and maximum drawdown, by minute closes and by every played price. */
  readonly drawdown: { peak: Money; byMinute: number; byPrice: number; pricePeak: Money }
  signals: number
  considered: number
  ordered: number
  /** Number of entries without a fill. */
  givenUp: number
  /** Refused entries by gate; an entry refused by several gates counts for each. */
  readonly refusals: Map<string, number>
  /** Times at which the engine stopped entering positions, with the reason. */
  readonly pauses: { readonly atMs: Instant; readonly code: string }[]
  fills: number
  readonly stops: Map<string, Ticks>
  /** Outcome of each signal. */
  readonly signalFates: SignalFate[]
  /** Indexes of the signals of each entry order. */
  readonly orderSignals: Map<string, readonly number[]>
}

type ExitReason = 'STOP' | 'TARGET' | 'HORIZON' | 'STRATEGY' | 'LIQUIDATION' | 'CLOSED'

/** A lifecycle from flat to flat, or up to the end of the run. */
export interface TradeResult {
  readonly symbol: string
  readonly strategyId: string | null
  readonly direction: Direction
  readonly openedMs: Instant
  /** Mean entry price to the nearest tick; its exact value is `entryValue`. */
  readonly entryTicks: Ticks
  readonly entryValue: Money
  readonly lots: Lots
  readonly closedMs: Instant
  readonly exitTicks: Ticks
  readonly exitValue: Money
  readonly reason: ExitReason
  readonly gross: Money
  readonly fees: Money
  /** Funding; negative when paid. */
  readonly funding: Money
  readonly net: Money
  /** First stop price. */
  readonly stopTicks: Ticks | null
}

export const createRunTally = (opening: Money): RunTally => ({
  trades: [],
  days: [],
  minutes: createEquityPoints(),
  drawdown: { peak: opening, byMinute: 0, byPrice: 0, pricePeak: opening },
  signals: 0,
  considered: 0,
  ordered: 0,
  givenUp: 0,
  refusals: new Map(),
  pauses: [],
  fills: 0,
  stops: new Map(),
  signalFates: [],
  orderSignals: new Map(),
})

/**
 * Adds the facts of a turn to the tally: trades, signals and their fates, refused entries, pauses. A signal is considered
 * in the turn in which it is raised, so that IDs of signals are not retained.
 */
export const tallyFacts = (
  tally: RunTally,
  state: Pick<EngineState, 'ledger' | 'market'>,
  facts: readonly Fact[],
): void => {
  const raised: RaisedSignals = new Map()
  for (const fact of facts) tallyFact(tally, state, fact, raised)
}

/** Indexes of the signals of a turn, by their IDs. */
type RaisedSignals = Map<string, number>

const tallyFact = (
  tally: RunTally,
  state: Pick<EngineState, 'ledger' | 'market'>,
  fact: Fact,
  raised: RaisedSignals,
): void => {
  switch (fact.kind) {
    case 'signalRaised':
      if (fact.signal.origin === 'LIVE') noteSignal(tally, fact.signal, raised)
      return
    case 'entryConsidered':
      return countEntry(tally, fact, raised)
    case 'executed':
      return tallyFills(tally, state, fact)
    case 'orderReported': {
      const order = state.ledger.orders.get(fact.orderId)
      if (order?.purpose === 'ENTRY' && order.status === 'EXPIRED' && order.filled === 0) {
        tally.givenUp++
        noteFate(tally, tally.orderSignals.get(fact.orderId) ?? [], { fate: 'GIVEN_UP' })
      }
      return
    }
    case 'controlChanged':
      if (fact.state === 'PAUSED' || fact.state === 'HALTED') {
        tally.pauses.push({ atMs: fact.atMs, code: fact.reason.code })
      }
      return
    default:
      return
  }
}

const noteSignal = (tally: RunTally, signal: Signal, raised: RaisedSignals): void => {
  const { signalId, symbol, interval, strategyId, barClosedAtMs, direction } = signal
  tally.signals++
  const key = { symbol, interval, strategyId, barClosedMs: barClosedAtMs, direction }
  raised.set(signalId, tally.signalFates.length)
  tally.signalFates.push({ ...key, fate: 'SIGNAL', gates: NO_GATES, openedMs: null })
}

const NO_GATES: readonly string[] = []

const noteFate = (
  { signalFates }: RunTally,
  signals: readonly number[],
  fate: Pick<SignalFate, 'fate'> & Partial<SignalFate>,
): void => {
  for (const index of signals) {
    const signal = signalFates[index]
    if (signal && signal.fate !== 'TRADED') signalFates[index] = { ...signal, ...fate }
  }
}

const countEntry = (
  tally: RunTally,
  { entry }: Extract<Fact, { kind: 'entryConsidered' }>,
  raised: RaisedSignals,
): void => {
  tally.considered++
  const signals = entry.candidate.signals.flatMap(({ signalId }) => raised.get(signalId) ?? [])
  if (entry.orderId !== null) {
    tally.ordered++
    tally.orderSignals.set(entry.orderId, signals)
    return
  }
  const gates = listRefusing(entry)
  for (const gateId of gates) tally.refusals.set(gateId, (tally.refusals.get(gateId) ?? 0) + 1)
  noteFate(tally, signals, { fate: 'REFUSED', gates })
}

/** Returns the gates that refused an entry. */
export const listRefusing = ({ decision }: ConsideredEntry): readonly string[] =>
  decision.readings.filter(({ pass, enforced }) => !pass && enforced).map(({ gateId }) => gateId)

const tallyFills = (
  tally: RunTally,
  { ledger, market }: Pick<EngineState, 'ledger' | 'market'>,
  { fills, plan }: Extract<Fact, { kind: 'executed' }>,
): void => {
  for (const fill of fills) {
    tally.fills++
    const { positionId } = fill
    if (!tally.stops.has(positionId)) tally.stops.set(positionId, plan.stopLoss.price)
    noteOpening(tally, ledger, fill)
    const ended = ledger.ended.get(positionId)
    if (ended === undefined) continue
    const order = fill.orderId === null ? undefined : ledger.orders.get(fill.orderId)
    const reason = exitReason(ended, fill, { order, orders: ledger.orders.values(), clockMs: market.clockMs })
    const instrument = market.instruments.get(ended.symbol)?.instrument
    assert(instrument, `${ended.symbol} must be listed`)
    tally.trades.push(toTrade(ended, instrument, { reason, stopTicks: tally.stops.get(positionId) ?? null }))
    tally.stops.delete(positionId)
  }
}

const noteOpening = (
  tally: RunTally,
  { ended, positions }: EngineState['ledger'],
  { orderId, positionId, symbol }: Fill,
): void => {
  const signals = orderId === null ? undefined : tally.orderSignals.get(orderId)
  const position = ended.get(positionId) ?? positions.get(symbol)
  if (signals && position) noteFate(tally, signals, { fate: 'TRADED', openedMs: position.openedAtMs })
}

/**
 * Returns why a position ended with this fill. An exit of autotrading that was filled in part keeps its reason when the
 * guardian closes the rest.
 */
export const exitReason = (
  { cause, positionId }: Position,
  { kind }: Fill,
  { order, orders, clockMs }: Exit,
): ExitReason => {
  if (kind === 'LIQUIDATION') return 'LIQUIDATION'
  if (order?.purpose === 'STOP_LOSS') return 'STOP'
  if (order?.purpose === 'TAKE_PROFIT') return 'TARGET'
  const isRest =
    order?.origin === 'GUARDIAN' && [...orders].some((each) => each.positionId === positionId && isExit(each))
  if (order?.origin !== 'AUTOTRADING' && !isRest) return 'CLOSED'
  return cause && clockMs >= cause.horizonEndMs ? 'HORIZON' : 'STRATEGY'
}

interface Exit {
  /** Order of the fill. */
  readonly order: Order | undefined
  /** Orders of the account, among them those of the position. */
  readonly orders: Iterable<Order>
  readonly clockMs: Instant
}

const isExit = ({ origin, purpose }: Order): boolean => origin === 'AUTOTRADING' && purpose === 'CLOSE'

const toTrade = (
  position: Position,
  instrument: Instrument,
  { reason, stopTicks }: Pick<TradeResult, 'reason' | 'stopTicks'>,
): TradeResult => {
  const { symbol, direction, entered, exited, openedAtMs, closedAtMs, updatedAtMs, realizedPnl, feesPaid } = position
  return {
    symbol,
    strategyId: position.cause?.strategyId ?? null,
    direction,
    openedMs: openedAtMs,
    entryTicks: meanTicks(instrument, entered),
    entryValue: entered.value,
    lots: entered.quantity,
    closedMs: closedAtMs ?? updatedAtMs,
    exitTicks: meanTicks(instrument, exited),
    exitValue: exited.value,
    reason,
    gross: realizedPnl,
    fees: feesPaid,
    funding: position.funding,
    net: computeNet(position),
    stopTicks,
  }
}

/** Returns a mean price to the nearest tick. */
const meanTicks = (instrument: Instrument, { quantity, value }: Traded): Ticks =>
  ticks(quantity === 0 ? 0 : Number(divideRounded(value, valueAt(instrument, ticks(1), lots(quantity)))))

/** Adds an equity point to the tally and measures the drawdown from the previous peak. */
export const tallyEquity = (
  { days, minutes, drawdown }: RunTally,
  { atMs, equity }: EquityPoint,
  at: 'PRICE' | 'MINUTE' | 'DAY',
): void => {
  if (equity > drawdown.pricePeak) drawdown.pricePeak = equity
  drawdown.byPrice = Math.max(drawdown.byPrice, fallFrom(drawdown.pricePeak, equity))
  if (at === 'PRICE') return
  if (equity > drawdown.peak) drawdown.peak = equity
  drawdown.byMinute = Math.max(drawdown.byMinute, fallFrom(drawdown.peak, equity))
  if (at === 'DAY') days.push({ atMs, equity })
  else minutes.add(atMs, equity)
}

/** Equity at the points of consecutive minutes, in units of money that doubles represent exactly. */
export interface MinuteEquities {
  readonly openMs: Instant
  readonly count: number
  /** Four values per minute, in the order of its points. */
  readonly equities: Float64Array
}

/** Adds the equity of consecutive minutes with an open position, like `tallyEquity` for each of their points. */
export const tallyMinutes = ({ minutes, drawdown }: RunTally, { openMs, count, equities }: MinuteEquities): void => {
  const [byPrice, byMinute] = [beginFall(drawdown.pricePeak), beginFall(drawdown.peak)]
  for (let minute = 0; minute < count; minute++) {
    const first = POINTS * minute
    for (let point = 0; point < POINTS; point++) noteFall(byPrice, equities[first + point] ?? 0)
    const close = equities[first + POINTS - 1] ?? 0
    noteFall(byMinute, close)
    minutes.addNumber(openMs + (minute + 1) * MINUTE_MS - 1, close)
  }
  if (byPrice.peak > Number(drawdown.pricePeak)) drawdown.pricePeak = BigInt(byPrice.peak)
  drawdown.byPrice = Math.max(drawdown.byPrice, byPrice.most, fallTo(byPrice))
  if (byMinute.peak > Number(drawdown.peak)) drawdown.peak = BigInt(byMinute.peak)
  drawdown.byMinute = Math.max(drawdown.byMinute, byMinute.most, fallTo(byMinute))
}

const POINTS = 4

/** Largest fall from a peak so far, and the lowest value since the newest peak. */
interface Fall {
  peak: number
  low: number
  most: number
}

const beginFall = (peak: Money): Fall => ({ peak: Number(peak), low: Number(peak), most: 0 })

const noteFall = (fall: Fall, equity: number): void => {
  if (equity > fall.peak) {
    fall.most = Math.max(fall.most, fallTo(fall))
    fall.peak = equity
    fall.low = equity
  } else if (equity < fall.low) fall.low = equity
}

const fallTo = ({ peak, low }: Fall): number => (peak <= 0 ? 0 : (peak - low) / peak)

const fallFrom = (peak: Money, equity: Money): number => (peak <= 0n ? 0 : Number(peak - equity) / Number(peak))
