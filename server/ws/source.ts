import type { Instant } from '../core/instant.ts'
import type { Result } from '../core/result.ts'
import type { Fact } from '../engine/model/facts.ts'

/** An update of a channel: the data of a message, as JSON. */
export interface Update {
  readonly type: 'snapshot' | 'delta'
  readonly json: string
}

/** A channel of which only the latest state counts. It is sampled regularly and receives no events. */
export interface ConflatedSource {
  readonly delivery: 'CONFLATE'
  readonly everyMs: number
  /** Samples the state. The returned number grows with every change. */
  poll(nowMs: Instant): number
  /** Changes from the reading of that number to the last reading; without a number, a snapshot. */
  since(sentVersion: number | undefined): Update
}

/** A channel of which everything counts. */
export interface LosslessSource {
  readonly delivery: 'LOSSLESS'
  /** The complete current state. */
  snapshot(nowMs: Instant): string
  /** Returns the message for new facts. */
  onFacts?(facts: readonly Fact[], nowMs: Instant): string | undefined
  /** Changes that occur without a fact, because time has passed; sampled every `everyMs`. */
  readonly passing?: { readonly everyMs: number; poll(nowMs: Instant): string | undefined }
}

export type Source = ConflatedSource | LosslessSource

/** Reason why there is no such channel. */
export interface ChannelRefusal {
  readonly detail: string
  readonly remedy: string
}

/** Every channel there is, by name. */
export interface Channels {
  /** The source of one; each call makes it anew. */
  open(channel: string): Result<Source, ChannelRefusal>
  /** Receives every fact, also while there are no subscribers. */
  note(facts: readonly Fact[]): void
}
