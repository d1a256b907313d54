import type { Instant } from '../../core/instant.ts'
import type { Money } from '../../domain/account/money.ts'
import type { Attempt, BreakerId, BreakerReading } from '../../domain/control/breakers.ts'
import type { RunHashes } from '../../domain/control/continuity.ts'
import type { VenuePosition } from '../../domain/order/venue-report.ts'
import type { Instructed, PreviousRuns, StoreHealth } from '../model/events.ts'

/**
 * State of the current run only, rebuilt after a restart: clocks, queries, watches, guards, sweep and breakers. Changed
 * in place.
 */
export interface Session {
  epoch: number
  /** Null before the run has started. */
  start: Start | null
  /** Number of external orders and executions found before the first reconciliation was complete. */
  foreign: number
  /** Hash of the constitution in effect in this run; null when unknown. */
  constitutionHash: string | null
  queries: number
  minted: number
  /** Awaited while the exchange has not been reached since the start. */
  connection: 'awaited' | 'established'
  stream: 'none' | 'connected' | 'lost'
  lastMessageAtMs: Instant | null
  readonly venuePositions: Map<string, VenuePosition>
  readonly clock: {
    pending: PendingQuery | null
    dueAtMs: Instant
    offsetMs: number | null
    errorMs: number | null
    atMs: Instant
  }
  /** Offset of the host's wall clock from the platform clock, and when it was last set. */
  hostClock: { readonly offsetMs: number; readonly step: ClockChange | null }
  readonly reconciliation: {
    /** Time since which the ledger must be reconciled: the start, or the clearing of a stop. */
    beganAtMs: Instant | null
    pending: PendingQuery | null
    dueAtMs: Instant
    /** Time when the first reading of the run arrived, even if it has to be repeated. */
    firstAtMs: Instant | null
    doneAtMs: Instant | null
    /** Time when the last completed reading was requested. */
    doneRequestedAtMs: Instant | null
    /** Time of the last booking from the stream. */
    bookedAtMs: Instant
  }
  /** Latest time at which a request can have been sent, by ID of the uncertain order; no entry before that. */
  readonly sent: Map<string, Instant>
  /** Orders being polled, by ID. */
  readonly watches: Map<string, OrderWatch>
  readonly cancels: Map<string, { attempts: number; nextAtMs: Instant }>
  readonly guards: Map<string, Guard>
  /** Verified stops, by order ID. */
  readonly verified: Map<string, Instant>
  /** Number of the last report that could not be applied, by order. */
  readonly refusedReports: Map<string, number>
  /** Orders sent in the last minute with their outcomes, oldest first. */
  readonly attempts: Attempt[]
  health: StoreHealth
  foreignEpoch: number | null
  /** Reason why decisions cannot be made durable, if any. */
  storeFailure: string | null
  sweep: Sweep
  /** Number of times the engine was paused or stopped. */
  lowered: number
  breakers: { readAtMs: Instant; readings: readonly BreakerReading[] }
  /**
   * Start of the degradation, time since which the engine has been healthy again, and the breakers that were its worst
   * causes.
   */
  degraded: { sinceMs: Instant; healthySinceMs: Instant | null; readonly causes: BreakerId[] } | null
  /** Results whose audit entries are still pending. */
  readonly owed: Owed[]
  sampledMinute: number
  /** Equity peak since the last sample, if any. */
  equityTop: EquitySample | null
}

/** Account equity at one instant. */
export interface EquitySample {
  readonly equity: Money
  readonly walletBalance: Money
  readonly atMs: Instant
}

/** A query to the exchange that awaits its response. */
export interface PendingQuery {
  readonly queryId: number
  readonly atMs: Instant
}

/** Polling state of an order. */
export interface OrderWatch {
  nextAtMs: Instant
  pending: PendingQuery | null
  /** Successive answers "not found", at least `ROUND_MS` apart. */
  absentRounds: number
  absentAtMs: Instant
  /** True once the exchange has acknowledged the ID, so that an order not found there existed and has ended. */
  taken: boolean
  /** Number of successful verifications of a stop. */
  readBacks: number
}

/** State of a position's protection beyond the ledger. */
export interface Guard {
  readonly positionId: string
  /**
   * Time since which this process has been able to protect the position: the account has been read, or the exchange has
   * refused a stop.
   */
  ableAtMs: Instant | null
  /** Earliest time of the next stop. */
  placeAtMs: Instant
  refusals: number
  /** True when stop or target can no longer be placed because its price has been reached. */
  closeNow: boolean
  /** Earliest time of the next close. */
  closeAtMs: Instant
  /** Number of closes sent so far. */
  closes: number
  closeFailures: number
}

/** An action whose result is recorded once these orders have ended. */
interface Owed {
  readonly instructed: Instructed
  readonly action: string
  readonly target: string
  readonly orders: readonly string[]
  readonly sinceMs: Instant
}

/** Progress of the current stop, as known to this process. */
interface Sweep {
  /** Time at which the reading of this round was requested; null between rounds. */
  requestedAtMs: Instant | null
  dueAtMs: Instant
  /** Number of consecutive readings with nothing left to do. */
  cleanRounds: number
  complete: boolean
  /** Closes sent for each symbol and lifecycle. */
  readonly slices: Map<string, { readonly positionId: string; count: number; atMs: Instant }>
}

export const createSweep = (): Sweep => ({
  requestedAtMs: null,
  dueAtMs: 0,
  cleanRounds: 0,
  complete: false,
  slices: new Map(),
})

/** Conditions at the start of this run. */
export interface Start {
  readonly atMs: Instant
  readonly hashes: RunHashes | null
  /** Null when unknown. */
  readonly previousRuns: PreviousRuns | null
}

/** The wall clock was set by `byMs`, and platform time moved by `adoptedMs`. */
interface ClockChange {
  readonly byMs: number
  readonly adoptedMs: number
  readonly atMs: Instant
}

export const createSession = (): Session => ({
  epoch: 0,
  start: null,
  foreign: 0,
  constitutionHash: null,
  queries: 0,
  minted: 0,
  connection: 'established',
  stream: 'none',
  lastMessageAtMs: null,
  venuePositions: new Map(),
  clock: { pending: null, dueAtMs: 0, offsetMs: null, errorMs: null, atMs: 0 },
  hostClock: { offsetMs: 0, step: null },
  reconciliation: {
    beganAtMs: null,
    pending: null,
    dueAtMs: 0,
    firstAtMs: null,
    doneAtMs: null,
    doneRequestedAtMs: null,
    bookedAtMs: 0,
  },
  sent: new Map(),
  watches: new Map(),
  cancels: new Map(),
  guards: new Map(),
  verified: new Map(),
  refusedReports: new Map(),
  attempts: [],
  health: { commitP99Ms: null, freeDiskBytes: null },
  foreignEpoch: null,
  storeFailure: null,
  sweep: createSweep(),
  lowered: 0,
  breakers: { readAtMs: 0, readings: [] },
  degraded: null,
  owed: [],
  sampledMinute: 0,
  equityTop: null,
})
