/**
 * Data sources of the stream's channels: their two kinds (conflated and lossless), and helpers that print their
 * messages.
 */

import type { Freshness } from '../../contract/common.ts'
import { assert } from '../core/assert.ts'
import { type Instant, toRfc3339 } from '../core/instant.ts'
import type { Result } from '../core/result.ts'
import type { Fact } from '../engine/model/facts.ts'

/** An update of a channel: the data of a message, as JSON. */
export interface Update {
  readonly type: 'snapshot' | 'delta'
  readonly json: string
}

/** A channel that delivers only the latest state. It is sampled regularly and receives no events. */
export interface ConflatedSource {
  readonly delivery: 'CONFLATE'
  readonly everyMs: number
  /** Samples the state. The returned number increases with every change. */
  poll(nowMs: Instant): number
  /** Returns the changes from a version to the last reading; without a version, a snapshot. */
  since(sentVersion: number | undefined): Update
}

/** A channel that delivers every message. */
export interface LosslessSource {
  readonly delivery: 'LOSSLESS'
  /** Returns the complete current state. */
  snapshot(nowMs: Instant): string
  /** Returns the message for new facts. */
  onFacts?(facts: readonly Fact[], nowMs: Instant): string | undefined
  /** Changes caused by the passage of time rather than a fact; sampled every `everyMs`. */
  readonly passing?: { readonly everyMs: number; poll(nowMs: Instant): string | undefined }
}

export type Source = ConflatedSource | LosslessSource

/** Reason why there is no such channel. */
export interface ChannelRefusal {
  readonly detail: string
  readonly remedy: string
}

/** Access to the channels by name. */
export interface Channels {
  /** Opens a new source of the channel. */
  open(channel: string): Result<Source, ChannelRefusal>
  /** Receives every fact, even while there are no subscribers. */
  note(facts: readonly Fact[]): void
}

/** Returns a list with its time as JSON. */
export const itemsJson = (items: readonly object[], nowMs: Instant): string =>
  JSON.stringify({ items, asOf: toRfc3339(nowMs) })

/** Returns the items like `itemsJson`; undefined when there are none. */
export const newsJson = (items: readonly object[], nowMs: Instant): string | undefined =>
  items.length === 0 ? undefined : itemsJson(items, nowMs)

/** Returns the items of a list that was read without filters. */
export const getItems = <Item>(result: Result<{ readonly items: readonly Item[] }, object>): readonly Item[] => {
  assert(result.ok, 'a list without a filter must not be refused')
  return result.value.items
}

/** Returns the query of the newest page of a list. */
export const newestPage = (limit: number) => ({ fromMs: undefined, toMs: undefined, cursor: undefined, limit })

/** Returns a fingerprint of the content: it changes when data becomes stale, but not with its age. */
export const computeSign = ({ source, ...content }: { readonly source: Freshness; readonly asOf?: string }): string =>
  JSON.stringify({ ...content, asOf: source.status })
