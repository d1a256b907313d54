import type { Instant } from '../../core/instant.ts'
import type { Money } from '../../domain/account/money.ts'
import type { BreakerId, BreakerReading } from '../../domain/control/breakers.ts'
import type { Attempt } from '../../domain/control/exchange-errors.ts'
import type { RunHashes } from '../../domain/control/run-hashes.ts'
import type { VenuePosition } from '../../domain/order/venue-report.ts'
import type { Instructed, PreviousRuns, StoreHealth } from '../model/events.ts'

/** What the account was worth at one instant. */
export interface EquitySample {
  readonly equity: Money
  readonly walletBalance: Money
  readonly atMs: Instant
}

/** A question that is out and not yet answered. */
export interface PendingQuery {
  readonly queryId: number
  readonly atMs: Instant
}

/** How an order is being looked after by asking for it. */
export interface OrderWatch {
  nextAtMs: Instant
  pending: PendingQuery | null
  /** Successive answers "not found", at least `ROUND_MS` apart. */
  absentRounds: number
  absentAtMs: Instant
  /** The exchange has said that it knows the id, so that one that is not found there has been and is gone. */
  taken: boolean
  /** Read-backs that found a stop as it should be. */
  readBacks: number
}

/** What is done about the protection of a position, beside what the ledger says. */
export interface Guard {
  readonly positionId: string
  /** Since when this process can protect it: the account has been read, or the exchange has refused a stop of it. */
  ableAtMs: Instant | null
  /** No stop is placed before this. */
  placeAtMs: Instant
  refusals: number
  /** Stop or target can no longer be placed because its price is reached already. */
  closeNow: boolean
  /** No close is sent before this. */
  closeAtMs: Instant
  /** Closes sent so far. */
  closes: number
  closeFailures: number
}

/** An action whose intent is recorded; its result is, when these orders have ended. */
interface Owed {
  readonly instructed: Instructed
  readonly action: string
  readonly target: string
  readonly orders: readonly string[]
  readonly sinceMs: Instant
}

/** How far the present stop has come, as far as this process has seen. */
interface Sweep {
  /** The account is being read for this round. */
  requestedAtMs: Instant | null
  dueAtMs: Instant
  /** Successive readings in which nothing was left to do. */
  cleanRounds: number
  complete: boolean
  /** Closes sent for each symbol, by the lifecycle they were to end. */
  readonly slices: Map<string, { readonly positionId: string; count: number; atMs: Instant }>
}

export const createSweep = (): Sweep => ({
  requestedAtMs: null,
  dueAtMs: 0,
  cleanRounds: 0,
  complete: false,
  slices: new Map(),
})

/** How this run began. */
export interface Start {
  readonly atMs: Instant
  readonly hashes: RunHashes | null
  /** Null where nobody has said. */
  readonly previousRuns: PreviousRuns | null
}

/** The wall clock was set by `byMs`, and platform time moved by `adoptedMs`. */
interface ClockChange {
  readonly byMs: number
  readonly adoptedMs: number
  readonly atMs: Instant
}

/** What the engine knows of the present run alone; after a restart it is learned anew. Changed in place. */
export interface Session {
  epoch: number
  /** Null before it has begun. */
  start: Start | null
  /** Orders and executions of others that came to light before the engine landed. */
  foreign: number
  /** Of the constitution this run is held to; null where nobody has said. */
  constitutionHash: string | null
  queries: number
  minted: number
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
  /** The host's wall clock beside platform time, and when it was last set. */
  hostClock: { readonly offsetMs: number; readonly step: ClockChange | null }
  readonly reconciliation: {
    /** When the books were last held to be unknown: at the start, or when a stop was cleared. */
    beganAtMs: Instant | null
    pending: PendingQuery | null
    dueAtMs: Instant
    doneAtMs: Instant | null
    /** When the reading was asked for that was done last. */
    doneRequestedAtMs: Instant | null
    /** When something was last booked from the stream. */
    bookedAtMs: Instant
  }
  /** Orders that are asked for, by id. */
  readonly watches: Map<string, OrderWatch>
  readonly cancels: Map<string, { attempts: number; nextAtMs: Instant }>
  readonly guards: Map<string, Guard>
  /** Stops read back as they should be, by order id. */
  readonly verified: Map<string, Instant>
  /** The last report of an order that could not be applied, by its number. */
  readonly refusedReports: Map<string, number>
  /** Orders sent in the last minute, by what they came to; oldest first. */
  readonly attempts: Attempt[]
  health: StoreHealth
  foreignEpoch: number | null
  /** Why what is decided cannot be made durable, while that is so. */
  storeFailure: string | null
  sweep: Sweep
  /** How often it was paused or stopped. */
  lowered: number
  breakers: { readAtMs: Instant; readings: readonly BreakerReading[] }
  /** Since when the engine is degraded, since when all is well again, and the breakers that were its worst cause so far. */
  degraded: { sinceMs: Instant; wellSinceMs: Instant | null; readonly causes: BreakerId[] } | null
  /** Results the audit still waits for. */
  readonly owed: Owed[]
  sampledMinute: number
  /** The peak of the equity, where it lies after the last sample. */
  equityTop: EquitySample | null
}

export const createSession = (): Session => ({
  epoch: 0,
  start: null,
  foreign: 0,
  constitutionHash: null,
  queries: 0,
  minted: 0,
  stream: 'none',
  lastMessageAtMs: null,
  venuePositions: new Map(),
  clock: { pending: null, dueAtMs: 0, offsetMs: null, errorMs: null, atMs: 0 },
  hostClock: { offsetMs: 0, step: null },
  reconciliation: {
    beganAtMs: null,
    pending: null,
    dueAtMs: 0,
    doneAtMs: null,
    doneRequestedAtMs: null,
    bookedAtMs: 0,
  },
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
