import { ageMs, type Instant } from '../../core/instant.ts'
import { type BreakerReading, type BreakerView, readBreakers } from '../../domain/control/breakers.ts'
import { computeErrorPct } from '../../domain/control/exchange-errors.ts'
import { workingOrders } from '../state/ledger.ts'
import type { EngineState } from '../state/turn.ts'
import { readDay } from '../trading/risk-view.ts'
import { unreadSinceStep } from './clock-step.ts'

/** Returns the current reading of every breaker. */
export const breakerReadings = (state: EngineState & { readonly atMs: Instant }): readonly BreakerReading[] => {
  const { data, limits } = state.rules.constitution
  return readBreakers(buildView(state), { ...data, ...limits })
}

const buildView = (state: EngineState & { readonly atMs: Instant }): BreakerView => {
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
 * Age of the oldest order book among the symbols with an open order or position; without any, of the freshest one,
 * which shows that market data arrives.
 */
const readBookAge = ({ ledger, market, atMs }: EngineState & { readonly atMs: Instant }): number | null => {
  const ours = new Set([...ledger.positions.keys(), ...workingOrders(ledger).map(({ terms }) => terms.symbol)])
  const ages = [...market.instruments].flatMap(([symbol, { bookObservedAtMs }]) =>
    ours.size === 0 || ours.has(symbol)
      ? [
          bookObservedAtMs == null
            ? Number.POSITIVE_INFINITY
            : (ageMs(bookObservedAtMs, atMs) ?? Number.POSITIVE_INFINITY),
        ]
      : [],
  )
  if (ages.length === 0) return null
  const age = ours.size === 0 ? Math.min(...ages) : Math.max(...ages)
  return Number.isFinite(age) ? age : null
}
