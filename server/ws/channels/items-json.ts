import { assert } from '../../core/assert.ts'
import { type Instant, toRfc3339 } from '../../core/instant.ts'
import type { Result } from '../../core/result.ts'

/** The data of a list, as it is at this instant. */
export const itemsJson = (items: readonly object[], nowMs: Instant): string =>
  JSON.stringify({ items, asOf: toRfc3339(nowMs) })

/** As `itemsJson`; undefined where there are no items. */
export const newsJson = (items: readonly object[], nowMs: Instant): string | undefined =>
  items.length === 0 ? undefined : itemsJson(items, nowMs)

/** The newest lines of a list, without a filter that could be refused. */
export const getItems = <Item>(result: Result<{ readonly items: readonly Item[] }, object>): readonly Item[] => {
  assert(result.ok, 'a list without a filter is never refused')
  return result.value.items
}

/** A list from its newest line on. */
export const newestPage = (limit: number) => ({ fromMs: undefined, toMs: undefined, cursor: undefined, limit })
