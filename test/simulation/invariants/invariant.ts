import type { Instant } from '../../../server/core/instant.ts'
import type { Constitution } from '../../../server/domain/risk/constitution.ts'
import type { Raise } from '../../../server/engine/desks/host-desk.ts'
import type { CommandOutcome, EngineEvent } from '../../../server/engine/model/events.ts'
import type { Fact } from '../../../server/engine/model/facts.ts'
import type { Submission } from '../../../server/engine/model/venue.ts'
import type { Ledger } from '../../../server/engine/state/ledger.ts'
import type { ExchangeRecord, Executed } from '../world/exchange-record.ts'
import type { JournalBooks } from '../world/journal-books.ts'
import type { StopRecord } from '../world/stop-record.ts'

/** Evidence for invariants: records rebuilt from the journal and the exchange's, never the engine's own state. */
export interface Evidence {
  readonly nowMs: Instant
  readonly constitution: Constitution
  readonly books: JournalBooks
  readonly exchange: ExchangeRecord
  /** USDT in 10^-8 of so many lots at so many ticks. */
  notional(symbol: string, price: number, quantity: number): bigint
  /** Mark prices the engine may have had in mind at its last steps, lowest and highest. */
  markRange(symbol: string): { readonly lowest: number; readonly highest: number } | undefined
  /** Everything answers: the engine runs, and neither network nor exchange misbehaves. */
  readonly isHealthy: boolean
  readonly stop: Pick<StopRecord, 'heldSinceMs' | 'isFiled' | 'causes'>
  /** Actions that a host has just confirmed. */
  readonly confirming: readonly Raise[]
  /** The last time something was to be written, it could not be, or not where it belongs. */
  readonly storeFails: boolean
  /** Something the engine has decided is not on the disk. */
  readonly isBehind: boolean
  /**
   * True when the current write was decided while writing was impossible: nothing of it was sent, except protection.
   */
  readonly isBelated: boolean
  /** Lead of the engine's clock over the exchange's. */
  readonly skewMs: number
  violate(invariant: string, observed: string): void
}

/** Check of one guarantee. Handlers it does not need are left out. */
export interface Invariant {
  /** A fact has become durable; the journal's books are as they were before it. */
  onFact?(fact: Fact): void
  /** The engine has taken an input. */
  onTaken?(event: EngineEvent): void
  /** An order has left the process. */
  onSubmitted?(submission: Submission): void
  /** An order has arrived at the exchange. */
  onArrived?(submission: Submission): void
  /** Called when a cancel arrives at the exchange. */
  onCancelArrived?(venueClientId: string): void
  /** The exchange has written something down, with or without executions. */
  onCommitted?(executed: readonly Executed[]): void
  /** The engine has finished a batch, and all of it is durable. */
  onSettled?(ledger: Ledger): void
  /** Called when a requester has been answered. */
  onAnswered?(event: EngineEvent, outcome: CommandOutcome): void
  /** The engine has been rebuilt from the journal. */
  onRecovered?(ledger: Ledger): void
  /** A hundred milliseconds have passed. */
  onTick?(ledger: Ledger | undefined): void
  /** Nothing is going on any more. */
  onQuiet?(ledger: Ledger): void
}
