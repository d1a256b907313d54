/** Ports of the stream: the data source of a channel. */

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
  /** Samples the state. The returned number grows with every change. */
  poll(nowMs: Instant): number
  /** Changes from the reading of that number to the last reading; without a number, a snapshot. */
  since(sentVersion: number | undefined): Update
}

/** A channel that delivers every message. */
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

/** All channels by name. */
export interface Channels {
  /** Opens a new source of the channel. */
  open(channel: string): Result<Source, ChannelRefusal>
  /** Receives every fact, also while there are no subscribers. */
  note(facts: readonly Fact[]): void
}

/** The data of a list, as it is at this instant. */
export const itemsJson = (items: readonly object[], nowMs: Instant): string =>
  JSON.stringify({ items, asOf: toRfc3339(nowMs) })

/** Returns the items like `itemsJson`; undefined when there are none. */
export const newsJson = (items: readonly object[], nowMs: Instant): string | undefined =>
  items.length === 0 ? undefined : itemsJson(items, nowMs)

/** The newest lines of a list, without a filter that could be refused. */
export const getItems = <Item>(result: Result<{ readonly items: readonly Item[] }, object>): readonly Item[] => {
  assert(result.ok, 'a list without a filter is never refused')
  return result.value.items
}

/** A list from its newest line on. */
export const newestPage = (limit: number) => ({ fromMs: undefined, toMs: undefined, cursor: undefined, limit })

/** Differs where what is shown differs. How old it is does not count, that it has become too old does. */
export const computeSign = ({ source, ...content }: { readonly source: Freshness; readonly asOf?: string }): string =>
  JSON.stringify({ ...content, asOf: source.status })
