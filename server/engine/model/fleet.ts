/** Reports of the accounts that share a store: state, lease, stop, standby engines, gateways and bus of each. */

import type { Instant } from '../../core/instant.ts'
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
  /** Null for an account without a shared store. */
  readonly bus: BusStanding | null
}

/** Bus of an account as one of its processes observes it. */
export interface BusStanding {
  readonly kind: 'POSTGRES' | 'NATS'
  /**
   * `SILENT` when it is connected, but notifications of the engine do not arrive. Unless it is `CONNECTED`, changes are
   * noticed when the store is read, every 250 to 500 ms.
   */
  readonly state: 'CONNECTED' | 'DISCONNECTED' | 'SILENT'
  /** Time of the change to this state. */
  readonly sinceMs: Instant
  /** Reason for the state; null while connected. */
  readonly fault: string | null
}

/** An engine that follows the log of an account. */
export interface StandbyReport {
  readonly host: string
  /** Number of log batches not copied yet. */
  readonly batchesBehind: number
  /** Age of the report, by the clock of the store. */
  readonly ageMs: number
}

/** A gateway that follows an account. */
export interface GatewayReport {
  readonly host: string
  /** Null when it is of an earlier version. */
  readonly bus: BusStanding | null
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
  readonly gateways: readonly GatewayReport[]
}
