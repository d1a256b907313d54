import { workingOrders } from '../state/ledger.ts'
import type { EngineState } from '../state/turn.ts'
import { leftToCancel, leftToProtect } from './sweep.ts'

/** What stands in the way, or has to be known, before the engine is given authority back. */
export interface Standing {
  readonly state: string
  readonly desired: string
  readonly mode: string
  readonly stopId: string | null
  /** Why it is stopped. */
  readonly stopReason: string | null
  readonly tripped: readonly string[]
  readonly differences: readonly string[]
  readonly unknownOutcomes: readonly string[]
  readonly unprotected: readonly string[]
  readonly leftToCancel: readonly string[]
  /** Since the stop was last asked for, the account was read with nothing left to do; true where nothing is stopped. */
  readonly swept: boolean
  readonly reconciled: boolean
  readonly foreignEpoch: number | null
  readonly storeFailure: string | null
  /** What stores have lost. */
  readonly behind: readonly string[]
  readonly positions: readonly string[]
  /** How often people have paused or stopped in this run. */
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

/** What the host was shown, as a text: the same text, the same standing. */
export const printStanding = (state: EngineState): string => JSON.stringify(readStanding(state))
