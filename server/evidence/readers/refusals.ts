import { DAY_MS, type Instant, SECOND_MS } from '../../core/instant.ts'
import type { RefusalsTruth, RefusedSet } from '../../monitor/inputs/autotrading.ts'
import { type ConsideredEntries, consideredEntries, type EntryBrief } from '../considered-entries.ts'
import type { Reader } from '../reader.ts'

const SAMPLES_MAX = 10

export const refusalsReader: Reader<RefusalsTruth> = {
  at: 'BACKGROUND',
  everyMs: 15 * SECOND_MS,
  async read({ state, store }, nowMs) {
    const considered = await consideredEntries(store.signals, nowMs)
    const { signals } = store.signals.countSince(state.market.clockMs - DAY_MS)
    return {
      value: { ...refusalsIn(considered), signals },
      observedAtMs: nowMs,
      sampleSize: considered.entries.length,
    }
  },
}

/** The candidates by the gates that held them back. */
export const refusalsIn = ({ window, whole, entries, newest }: ConsideredEntries): Omit<RefusalsTruth, 'signals'> => {
  const refused = entries.filter(({ orderId }) => orderId === null)
  const alike = Map.groupBy(refused, ({ refusedBy }) => refusedBy.join(' '))
  return {
    window,
    whole,
    candidates: entries.length,
    passed: entries.length - refused.length,
    exploratory: exploratoryIn(entries),
    sets: [...alike.values()].map(createRefusedSet),
    newest: newest && { atMs: newest.candidate.atMs, readings: newest.decision.readings },
  }
}

const exploratoryIn = (entries: readonly EntryBrief[]): RefusalsTruth['exploratory'] => {
  const exploratory = entries.filter((entry) => entry.exploratory)
  return { candidates: exploratory.length, passed: exploratory.filter(({ orderId }) => orderId !== null).length }
}

const createRefusedSet = (entries: readonly EntryBrief[]): RefusedSet => {
  const scores = entries.flatMap(({ outcome }) => (outcome === null || outcome === 'LOST' ? [] : [outcome]))
  const sum = (of: (score: (typeof scores)[number]) => number): number =>
    scores.reduce((total, score) => total + of(score), 0)
  return {
    gates: entries[0]?.refusedBy ?? [],
    count: entries.length,
    firstAtMs: entries.reduce((first: Instant, { atMs }) => Math.min(first, atMs), Number.POSITIVE_INFINITY),
    samples: entries
      .slice(-SAMPLES_MAX)
      .map(({ decisionId, atMs }) => ({ decisionId, atMs }))
      .reverse(),
    scored: scores.length,
    netR: sum(({ netR }) => netR),
    netRSquared: sum(({ netR }) => netR * netR),
    uniqueness: sum(({ uniqueness }) => uniqueness),
  }
}
