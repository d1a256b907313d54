/** Sources and helpers of the evidence loop count: lookup of entries, reading in small steps, and verified links. */

import { setImmediate } from 'node:timers/promises'
import type { Instant } from '../../core/instant.ts'
import type { Cause } from '../../domain/order/order.ts'
import type { Page } from '../../engine/model/ports.ts'
import type { BrokenLink } from '../../monitor/inputs/order-flow.ts'
import type { ConsideredEntries, EntryBrief, LinkState } from '../considered-entries.ts'
import type { TruthSources } from '../evidence-sources.ts'

/** Inputs of the count. */
export interface LoopSources extends Pick<TruthSources, 'state' | 'store'> {
  readonly nowMs: Instant
  /** Start of the window, in platform time. */
  readonly fromMs: Instant
  readonly considered: ConsideredEntries
  /** Broken links, added as they are found. */
  readonly broken: BrokenLink[]
}

const briefs = new WeakMap<ConsideredEntries, ReadonlyMap<string, EntryBrief>>()

/** Returns the summary of an entry within the window. */
export const findBrief = (considered: ConsideredEntries, candidateId: string): EntryBrief | undefined => {
  const known = briefs.get(considered) ?? new Map(considered.entries.map((entry) => [entry.candidateId, entry]))
  briefs.set(considered, known)
  return known.get(candidateId)
}

const AT_ONCE = 20
const READ_MAX = 60_000

/** Reads a paged list, newest first, in small steps; `whole` is false when items remain. */
export const readAll = async <T>(
  find: (page: Pick<Page, 'before' | 'limit'>) => readonly T[],
  toPlace: (item: T) => NonNullable<Page['before']>,
): Promise<{ readonly items: readonly T[]; readonly whole: boolean }> => {
  const items: T[] = []
  let before: Page['before'] = null
  while (items.length < READ_MAX) {
    const page: readonly T[] = find({ before, limit: AT_ONCE })
    items.push(...page)
    const last = page.at(-1)
    if (last === undefined || page.length < AT_ONCE) return { items, whole: true }
    before = toPlace(last)
    await setImmediate()
  }
  return { items, whole: false }
}

/** Maps every item, a few at a time, so that other work can run in between. */
export const eachInTurn = async <T, R>(items: readonly T[], of: (item: T) => R): Promise<R[]> => {
  const made: R[] = []
  for (const item of items) {
    made.push(of(item))
    if (made.length % AT_ONCE === 0) await setImmediate()
  }
  return made
}

/** Checks that the candidate given as a cause exists and has the stated digest. */
export const causeLink = ({ store, considered }: LoopSources, { candidateId, digest }: Cause): LinkState => {
  const entry = findBrief(considered, candidateId) ?? store.signals.findEntry(candidateId)
  if (!entry) return 'PARENT_MISSING'
  return entry.digest === digest ? 'VERIFIED' : 'DIGEST_DIFFERS'
}
