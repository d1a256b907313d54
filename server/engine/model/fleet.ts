/** Reports of the accounts that share a store: state, lease, stop and standby engines of each. */

import type { ControlState } from '../../domain/control/control-state.ts'
import type { ExecutionMode } from '../../domain/order/order.ts'
import type { StopOrder } from './events.ts'

/** Summary that the active engine of an account reports every second. */
export interface AccountSummary {
  readonly state: ControlState
  readonly executionMode: ExecutionMode
  /** Verdict of the public status; null before its first report. */
  readonly verdict: string | null
  /** Decimal string, USDT. */
  readonly equity: string
  /** Net PnL of the UTC day. */
  readonly dayNet: string
  /** Loss from the mark price when every stop is hit; null while it is unknown. */
  readonly openRisk: string | null
  readonly openPositions: number
  readonly positionsWithoutStop: number
}

/** An engine that follows the log of an account. */
export interface StandbyReport {
  readonly host: string
  /** Number of log batches not copied yet. */
  readonly batchesBehind: number
  /** Age of the report, by the clock of the store. */
  readonly ageMs: number
}

/** One account of the store. */
export interface FleetEntry {
  readonly account: string
  readonly market: string
  /** Epoch of the newest lease; 0 until the first one. */
  readonly epoch: number
  /** Host of the engine that holds the lease; null when it was released. */
  readonly host: string | null
  /** The newest report under this epoch, and its age by the clock of the store; null until the first one. */
  readonly report: { readonly summary: AccountSummary; readonly ageMs: number } | null
  /** The oldest stop that has not been cleared. */
  readonly stop: StopOrder | null
  readonly standbys: readonly StandbyReport[]
}
