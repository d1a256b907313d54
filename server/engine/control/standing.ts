import { workingOrders } from '../state/ledger.ts'
import type { EngineState } from '../state/turn.ts'
import { leftToCancel, leftToProtect } from './sweep.ts'

/** Conditions that block resuming the engine, or that have to be known before. */
export interface Standing {
  readonly state: string
  readonly desired: string
  readonly mode: string
  readonly stopId: string | null
  /** Reason of the stop. */
  readonly stopReason: string | null
  readonly tripped: readonly string[]
  readonly differences: readonly string[]
  readonly unknownOutcomes: readonly string[]
  readonly unprotected: readonly string[]
  readonly leftToCancel: readonly string[]
  /**
   * True when the account was read with nothing left to cancel since the stop was last requested, or nothing is
   * stopped.
   */
  readonly swept: boolean
  readonly reconciled: boolean
  readonly foreignEpoch: number | null
  readonly storeFailure: string | null
  /** Losses that stores reported. */
  readonly behind: readonly string[]
  readonly positions: readonly string[]
  /** Number of times people have paused or stopped in this run. */
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

/** Serialises the state shown to the host: equal text means equal state. */
export const printStanding = (state: EngineState): string => JSON.stringify(readStanding(state))
