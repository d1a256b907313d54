/**
 * Reads the entries that autotrading considered in the last day, verifies their digests, and adds the outcomes of their
 * signals.
 */

import { setImmediate } from 'node:timers/promises'
import { DAY_MS, type Instant, SECOND_MS, type TimeRange } from '../core/instant.ts'
import { candidateDigest } from '../domain/signal/entry-candidate.ts'
import { signalDigest } from '../domain/signal/signal.ts'
import { decisionDigest } from '../engine/autotrading/evaluate-entry.ts'
import type { ConsideredEntry } from '../engine/model/facts.ts'
import type { SignalStore } from '../views/ports.ts'

/** Returns the considered entries of the last day that are certain to be durable: the newest ones, up to a maximum. */
export const consideredEntries = (
  store: SignalStore,
  nowMs: Instant,
  entriesMax = ENTRIES_MAX,
): Promise<ConsideredEntries> => {
  const retained = retainedByStore.get(store) ?? {
    entries: [],
    newest: null,
    toMs: 0,
    floorMs: 0,
    busy: Promise.resolve(),
  }
  retainedByStore.set(store, retained)
  const turn = retained.busy
    .catch(() => {})
    .then(() => readEntriesUpTo(store, retained, Math.max(nowMs - SETTLED_MS, retained.toMs), entriesMax))
  retained.busy = turn
  return turn
}

interface RetainedEntries {
  entries: readonly EntryBrief[]
  newest: ConsideredEntry | null
  /** End of the period that has been read completely. */
  toMs: Instant
  /** Time before which entries were omitted because there were too many. */
  floorMs: Instant
  busy: Promise<unknown>
}

/** Result of checking a digest link to a parent. */
export type LinkState = 'VERIFIED' | 'PARENT_MISSING' | 'DIGEST_DIFFERS'

/** Outcome of the signal behind an entry: tracked to its end, or lost; null while it is open. */
type FollowedOutcome = { readonly netR: number; readonly uniqueness: number } | 'LOST' | null

/** Summary of an autotrading entry. */
export interface EntryBrief {
  readonly candidateId: string
  readonly decisionId: string
  readonly atMs: Instant
  /** Null when the gates refused it. */
  readonly orderId: string | null
  /** Sorted by gate number. */
  readonly refusedBy: readonly string[]
  /** True for an entry without an expected edge after costs, in an exploratory trading scope. */
  readonly exploratory: boolean
  /** Number of gates with a reading. */
  readonly gates: number
  readonly leadSignalId: string
  readonly digest: string
  readonly signals: LinkState
  readonly candidate: LinkState
  readonly decision: LinkState
  readonly outcome: FollowedOutcome
}

/** The considered entries of a period, oldest first. */
export interface ConsideredEntries {
  readonly window: TimeRange
  /** False when there were too many entries to read: the window then starts with the oldest one read. */
  readonly whole: boolean
  readonly entries: readonly EntryBrief[]
  /** Newest entry, with all its gate readings. */
  readonly newest: ConsideredEntry | null
}

/** Age below which a decision may not be durable yet. */
const SETTLED_MS = 5 * SECOND_MS
const ENTRIES_MAX = 20_000
/** Number of entries read at once, a few kilobytes each, so that the engine is not delayed for long. */
const AT_ONCE = 4

/**
 * Entries per store: an entry never changes, so each is read and verified once per process; only outcomes are added
 * later.
 */
const retainedByStore = new WeakMap<SignalStore, RetainedEntries>()

const readEntriesUpTo = async (
  store: SignalStore,
  retained: RetainedEntries,
  toMs: Instant,
  entriesMax: number,
): Promise<ConsideredEntries> => {
  const since = toMs - DAY_MS
  const added = await readBack(store, retained, { fromMs: Math.max(since, retained.toMs), toMs }, entriesMax)
  const all = [...retained.entries, ...added.reverse()].filter(({ atMs }) => atMs >= since)
  const cut = all.at(-entriesMax - 1)
  if (cut) retained.floorMs = cut.atMs + 1
  const fromMs = Math.max(since, retained.floorMs)
  retained.entries = await withOutcomes(
    store,
    all.filter(({ atMs }) => atMs >= fromMs),
  )
  retained.toMs = toMs
  return { window: { fromMs, toMs }, whole: fromMs === since, entries: retained.entries, newest: retained.newest }
}

/** Reads entries newest first, up to the maximum. */
const readBack = async (
  store: SignalStore,
  retained: RetainedEntries,
  range: TimeRange,
  entriesMax: number,
): Promise<EntryBrief[]> => {
  const briefs: EntryBrief[] = []
  let before: { readonly atMs: Instant; readonly id: string } | null = null
  while (briefs.length <= entriesMax) {
    const page: ConsideredEntry[] = store.findEntries({ ...range, before, limit: AT_ONCE, ...ANY })
    if (briefs.length === 0) retained.newest = page[0] ?? retained.newest
    briefs.push(...page.map((entry) => createBrief(store, entry)))
    const last = page.at(-1)?.candidate
    if (!last || page.length < AT_ONCE) return briefs
    before = { atMs: last.atMs, id: last.candidateId }
    await setImmediate()
  }
  return briefs
}

const ANY = { symbol: null, strategyId: null, ordered: null, gateId: null } as const

const createBrief = (store: SignalStore, entry: ConsideredEntry): EntryBrief => {
  const { candidate, digest, decision, orderId } = entry
  return {
    candidateId: candidate.candidateId,
    decisionId: decision.decisionId,
    atMs: candidate.atMs,
    orderId,
    refusedBy: orderId === null ? refusedBy(entry) : [],
    exploratory: candidate.exploratory ?? false,
    gates: decision.readings.length,
    leadSignalId: candidate.signals[0].signalId,
    digest,
    signals: signalsLink(store, entry),
    candidate: linkState(candidateDigest(candidate) === digest),
    decision: linkState(decisionDigest(digest, decision) === entry.decisionDigest),
    outcome: null,
  }
}

const linkState = (isSame: boolean): LinkState => (isSame ? 'VERIFIED' : 'DIGEST_DIFFERS')

const refusedBy = ({ decision }: ConsideredEntry): readonly string[] =>
  decision.readings.flatMap(({ gateId, enforced, pass }) => (enforced && !pass ? [gateId] : [])).toSorted()

const signalsLink = (store: SignalStore, { candidate }: ConsideredEntry): LinkState => {
  const links = candidate.signals.map(({ signalId, digest }) => {
    const stored = store.findSignal(signalId)
    return stored ? linkState(signalDigest(stored.signal) === digest) : 'PARENT_MISSING'
  })
  return links.find((link) => link !== 'VERIFIED') ?? 'VERIFIED'
}

const withOutcomes = async (store: SignalStore, entries: readonly EntryBrief[]): Promise<EntryBrief[]> => {
  const completed: EntryBrief[] = []
  let lookups = 0
  for (const entry of entries) {
    completed.push(entry.outcome === null ? { ...entry, outcome: readOutcome(store, entry) } : entry)
    if (entry.outcome === null && ++lookups % AT_ONCE === 0) await setImmediate()
  }
  return completed
}

const readOutcome = (store: SignalStore, { leadSignalId }: EntryBrief): FollowedOutcome => {
  const outcome = store.findSignal(leadSignalId)?.outcome ?? null
  if (outcome === null || outcome.kind === 'LOST') return outcome === null ? null : 'LOST'
  return { netR: outcome.netR, uniqueness: outcome.uniqueness ?? 1 }
}
