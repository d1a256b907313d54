import type { Instant } from '../../../server/core/instant.ts'
import type { Constitution } from '../../../server/domain/risk/constitution.ts'
import type { Raise } from '../../../server/engine/desks/raising-desk.ts'
import type { CommandOutcome, EngineEvent } from '../../../server/engine/model/events.ts'
import type { Fact } from '../../../server/engine/model/facts.ts'
import type { Submission } from '../../../server/engine/model/venue.ts'
import type { Ledger } from '../../../server/engine/state/ledger.ts'
import type { ExchangeRecord, Executed } from '../world/exchange-record.ts'
import type { JournalBooks } from '../world/journal-books.ts'
import type { StopRecord } from '../world/stop-record.ts'

/** What invariants may look at: the journal's own books and the exchange's, never the engine's opinion of itself. */
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
  /** What a host has confirmed just now. */
  readonly confirming: ReadonlySet<Raise>
  /** The last time something was to be written, it could not be, or not where it belongs. */
  readonly storeFails: boolean
  /** Something the engine has decided is not on the disk. */
  readonly isBehind: boolean
  /** What is being written now was decided when it could not be: nothing of it has left, unless it protects. */
  readonly isBelated: boolean
  /** How far the engine's clock is ahead of the exchange's. */
  readonly skewMs: number
  violate(invariant: string, observed: string): void
}

/** One promise, watched. Whatever it does not care for it leaves out. */
export interface Invariant {
  /** A fact has become durable; the journal's books are as they were before it. */
  onFact?(fact: Fact): void
  /** The engine has taken an input. */
  onTaken?(event: EngineEvent): void
  /** An order has left the process. */
  onSubmitted?(submission: Submission): void
  /** An order has arrived at the exchange. */
  onArrived?(submission: Submission): void
  /** The exchange has been asked to take an order back. */
  onCancelArrived?(venueClientId: string): void
  /** The exchange has written something down, with or without executions. */
  onCommitted?(executed: readonly Executed[]): void
  /** The engine has finished a batch, and all of it is durable. */
  onSettled?(ledger: Ledger): void
  /** Whoever asked has been answered. */
  onAnswered?(event: EngineEvent, outcome: CommandOutcome): void
  /** The engine has been rebuilt from the journal. */
  onRecovered?(ledger: Ledger): void
  /** A hundred milliseconds have passed. */
  onTick?(ledger: Ledger | undefined): void
  /** Nothing is going on any more. */
  onQuiet?(ledger: Ledger): void
}
