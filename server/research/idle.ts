import { DAY_MS, type Instant, MINUTE_MS } from '../core/instant.ts'
import { intervalStart } from '../domain/market/interval.ts'
import type { Session } from '../engine/state/session.ts'
import type { EngineState } from '../engine/state/turn.ts'
import { computeEquity } from '../engine/trading/exposure.ts'
import { isUnsettled } from './next-check.ts'

/**
 * Returns whether nothing can happen before a minute closes: there is no position and no order, nothing waits for time, and
 * no day begins with the minute.
 */
export const isIdle = (state: EngineState, openMs: Instant): boolean =>
  openMs % DAY_MS !== 0 && isFlat(state) && isAtRest(state)

const isFlat = ({ ledger }: EngineState): boolean => ledger.positions.size === 0 && ledger.working.size === 0

/** Returns whether everything requested is answered and the equity is sampled, so that a check would find nothing due. */
const isAtRest = (state: EngineState): boolean => {
  const { session, ledger } = state
  const { reconciliation, clock, watches, guards, owed } = session
  if (!LASTING.has(ledger.control.state) || isUnsettled(state)) return false
  if (reconciliation.doneAtMs === null || reconciliation.pending || clock.pending) return false
  if (watches.size > 0 || guards.size > 0 || owed.length > 0) return false
  return ledger.equity.last?.equity === computeEquity(state)
}

/** States that the engine does not leave because time passes. */
const LASTING: ReadonlySet<EngineState['ledger']['control']['state']> = new Set(['RUNNING', 'PAUSED', 'HALTED'])

/** Returns whether a traded bar closes at an instant. */
export const closesBar = ({ rules }: EngineState, atMs: Instant): boolean =>
  rules.books.some(({ intervals }) => intervals.some((interval) => intervalStart(interval, atMs) === atMs))

/**
 * Moves the readings of the account and of the exchange's clock forward by a minute, as if both had been read again: in
 * an idle minute the answers would be the same.
 */
export const repeatReadings = (session: Session): void => {
  const { reconciliation, clock } = session
  reconciliation.dueAtMs += MINUTE_MS
  if (reconciliation.doneAtMs !== null) reconciliation.doneAtMs += MINUTE_MS
  if (reconciliation.doneRequestedAtMs !== null) reconciliation.doneRequestedAtMs += MINUTE_MS
  clock.dueAtMs += MINUTE_MS
  clock.atMs += MINUTE_MS
  if (session.lastMessageAtMs !== null) session.lastMessageAtMs += MINUTE_MS
}
