import type { Instant } from '../core/instant.ts'
import type { Result } from '../core/result.ts'
import type { Fact } from '../engine/model/facts.ts'

/** What a channel has to tell: the data of a message, as JSON. */
export interface Update {
  readonly type: 'snapshot' | 'delta'
  readonly json: string
}

/** A channel of which only the newest counts. It is looked at again and again; nobody tells it anything. */
export interface ConflatedSource {
  readonly delivery: 'CONFLATE'
  readonly everyMs: number
  /** Looks anew. The number it gives grows whenever there is something to tell. */
  poll(nowMs: Instant): number
  /** What leads from what was told at the look of that number to the last look; from nothing it is a snapshot. */
  since(sentVersion: number | undefined): Update
}

/** A channel of which everything counts. */
export interface LosslessSource {
  readonly delivery: 'LOSSLESS'
  /** All that there is now. */
  snapshot(nowMs: Instant): string
  /** What is to be told of what has come true. */
  onFacts?(facts: readonly Fact[], nowMs: Instant): string | undefined
  /** What is to be told although nothing has come true, because time has passed; asked for every `everyMs`. */
  readonly passing?: { readonly everyMs: number; poll(nowMs: Instant): string | undefined }
}

export type Source = ConflatedSource | LosslessSource

/** Why there is no such channel. */
export interface ChannelRefusal {
  readonly detail: string
  readonly remedy: string
}

/** Every channel there is, by name. */
export interface Channels {
  /** The source of one; each call makes it anew. */
  open(channel: string): Result<Source, ChannelRefusal>
  /** To be told of everything that has come true, also while nobody has subscribed. */
  note(facts: readonly Fact[]): void
}
