/**
 * State of the engine that the host confirms before resuming or clearing a stop, breaker readings, and readiness of the
 * market data.
 */

import { ageMs, type Instant } from '../../core/instant.ts'
import { type BreakerReading, type BreakerView, computeErrorPct, readBreakers } from '../../domain/control/breakers.ts'
import { workingOrders } from '../state/ledger.ts'
import type { EngineState } from '../state/turn.ts'
import { readDay } from '../trading/risk-view.ts'
import { unreadSinceStep } from './clock-step.ts'
import { leftToCancel, leftToProtect } from './sweep.ts'

/** Conditions that block resuming the engine, or that the host must confirm first. */
export interface Standing {
  readonly state: string
  readonly desired: string
  readonly mode: string
  readonly stopId: string | null
  /** Reason for the stop. */
  readonly stopReason: string | null
  readonly tripped: readonly string[]
  readonly differences: readonly string[]
  readonly unknownOutcomes: readonly string[]
  readonly unprotected: readonly string[]
  readonly leftToCancel: readonly string[]
  /**
   * True when a reading of the account since the last stop request showed nothing left to cancel, or when no stop is
   * engaged.
   */
  readonly swept: boolean
  readonly reconciled: boolean
  readonly foreignEpoch: number | null
  readonly storeFailure: string | null
  /** Data losses reported by the stores. */
  readonly behind: readonly string[]
  readonly positions: readonly string[]
  /** Number of pauses and stops by users in this run. */
  readonly lowered: number
}

export const readStanding = ({ ledger, session, rules }: EngineState): Standing => ({
  state: ledger.control.state,
  desired: ledger.control.desired,
  mode: rules.mode,
  stopId: ledger.latch?.stopId ?? null,
  stopReason: ledger.latch && `${ledger.latch.code}: ${ledger.latch.reason}`,
  tripped: [...ledger.tripped.keys()],
  differences: [...ledger.differences.keys()],
  unknownOutcomes: workingOrders(ledger).flatMap(({ orderId, status }) =>
    status === 'OUTCOME_UNKNOWN' ? [orderId] : [],
  ),
  unprotected: leftToProtect(ledger),
  leftToCancel: leftToCancel(ledger).map(({ orderId }) => orderId),
  swept: ledger.latch === null || session.sweep.complete,
  reconciled: session.reconciliation.doneAtMs !== null,
  foreignEpoch: session.foreignEpoch,
  storeFailure: session.storeFailure,
  behind: ledger.behind,
  positions: [...ledger.positions.values()].map(({ positionId }) => positionId),
  lowered: session.lowered,
})

/** Serialises the state that the host reviews: equal strings mean equal state. */
export const printStanding = (state: EngineState): string => JSON.stringify(readStanding(state))

/** Returns the current reading of every breaker. */
export const breakerReadings = (state: EngineState & { readonly atMs: Instant }): readonly BreakerReading[] => {
  const { data, limits } = state.rules.constitution
  return readBreakers(buildBreakerView(state), { ...data, ...limits })
}

/** Builds the input of the breakers from the state at one instant. */
export const buildBreakerView = (state: EngineState & { readonly atMs: Instant }): BreakerView => {
  const { session, rules, atMs } = state
  const { clock, reconciliation } = session
  const ageSince = (sinceMs: Instant | null): number | null => (sinceMs === null ? null : ageMs(sinceMs, atMs))
  return {
    bookAgeMs: readBookAge(state),
    privateStreamAgeMs: session.stream === 'connected' ? ageSince(session.lastMessageAtMs) : null,
    clock: {
      isStepped: unreadSinceStep(state).length > 0,
      checked: rules.clockChecked,
      offsetMs: clock.offsetMs,
      errorMs: clock.errorMs,
    },
    reconciliationAgeMs: ageSince(reconciliation.doneAtMs),
    commitP99Ms: session.health.commitP99Ms,
    exchangeErrorPct: computeErrorPct(session.attempts, atMs),
    day: readDay(state),
  }
}

/**
 * Age of the oldest order book among the symbols with an open order or position; if there is none, age of the newest
 * order book, which shows that market data is received.
 */
const readBookAge = ({ ledger, market, atMs }: EngineState & { readonly atMs: Instant }): number | null => {
  const bookAge = (symbol: string): number => {
    const entry = market.instruments.get(symbol)
    if (!entry) return Number.NEGATIVE_INFINITY
    return (entry.bookObservedAtMs == null ? null : ageMs(entry.bookObservedAtMs, atMs)) ?? Number.POSITIVE_INFINITY
  }
  let [oldest, freshest] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (const symbol of ledger.positions.keys()) oldest = Math.max(oldest, bookAge(symbol))
  for (const { terms } of workingOrders(ledger)) oldest = Math.max(oldest, bookAge(terms.symbol))
  const isOurs = ledger.positions.size + ledger.working.size > 0
  if (!isOurs) for (const symbol of market.instruments.keys()) freshest = Math.min(freshest, bookAge(symbol))
  const age = isOurs ? oldest : freshest
  return Number.isFinite(age) ? age : null
}

/** Number of ready items, and the total. */
interface Part {
  readonly ready: number
  readonly all: number
}

/** Readiness of the market data, and number of built-in strategies' series with enough bars to produce signals. */
interface MarketStanding {
  readonly books: Part
  readonly series: Part
}

export const marketStanding = ({
  market,
  rules,
  signals,
}: Pick<EngineState, 'market' | 'rules' | 'signals'>): MarketStanding => {
  const entries = [...market.instruments.values()]
  const intervals = new Set(rules.books.flatMap((book) => book.intervals))
  const keys = [...market.instruments.keys()].flatMap((symbol) => [...intervals].map((each) => `${symbol} ${each}`))
  return {
    books: {
      ready: entries.filter(({ book, stream }) => book.state === 'SYNCED' && stream === 'live').length,
      all: entries.length,
    },
    series: { ready: keys.filter((key) => isWarm(signals, key)).length, all: keys.length },
  }
}

/** Returns whether a series is warm: its oldest lane has received as many bars as its slowest strategy needs. */
const isWarm = (signals: EngineState['signals'], key: string): boolean => {
  const series = signals.series.get(key)
  const needed = Math.max(0, ...(series?.definitions.map(({ warmupBars }) => warmupBars) ?? []))
  return series !== undefined && (series.lanes[0]?.bars ?? 0) >= needed
}

export const isMarketReady = ({ books, series }: MarketStanding): boolean =>
  books.all > 0 && books.ready === books.all && series.ready === series.all
