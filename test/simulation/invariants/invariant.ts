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
  /** Returns the notional in 10^-8 USDT of a quantity in lots at a price in ticks. */
  notional(symbol: string, price: number, quantity: number): bigint
  /** Returns the lowest and highest mark price that the engine may have used in its last steps. */
  markRange(symbol: string): { readonly lowest: number; readonly highest: number } | undefined
  /** True when the engine runs, and neither network nor exchange has a fault. */
  readonly isHealthy: boolean
  readonly stop: Pick<StopRecord, 'heldSinceMs' | 'isFiled' | 'causes'>
  /** Actions that a host has just confirmed. */
  readonly confirming: readonly Raise[]
  /** True when the last write failed or was diverted. */
  readonly storeFails: boolean
  /** True when a decision of the engine is not on the disk yet. */
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
  /** Called when a fact has become durable, before it is entered in the journal's books. */
  onFact?(fact: Fact): void
  /** Called when the engine has processed an input. */
  onTaken?(event: EngineEvent): void
  /** Called when an order has left the process. */
  onSubmitted?(submission: Submission): void
  /** Called when an order has arrived at the exchange. */
  onArrived?(submission: Submission): void
  /** Called when a cancel arrives at the exchange. */
  onCancelArrived?(venueClientId: string): void
  /** Called when the exchange has committed, with or without executions. */
  onCommitted?(executed: readonly Executed[]): void
  /** Called when the engine has finished a batch and all of it is durable. */
  onSettled?(ledger: Ledger): void
  /** Called when a requester has been answered. */
  onAnswered?(event: EngineEvent, outcome: CommandOutcome): void
  /** Called when the engine has been rebuilt from the journal. */
  onRecovered?(ledger: Ledger): void
  /** Called every hundred milliseconds. */
  onTick?(ledger: Ledger | undefined): void
  /** Called when no activity is left. */
  onQuiet?(ledger: Ledger): void
}
