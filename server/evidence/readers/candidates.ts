import { setImmediate } from 'node:timers/promises'
import type { GradedCandidate } from '../../../contract/monitor/candidate-quality-v3.ts'
import { type Instant, SECOND_MS, toRfc3339 } from '../../core/instant.ts'
import { intervalLength } from '../../domain/market/interval.ts'
import type { ConsideredEntry } from '../../engine/model/facts.ts'
import { workingOrders } from '../../engine/state/ledger.ts'
import type { CandidatesTruth } from '../../monitor/inputs/autotrading.ts'
import type { CandidateSources } from '../candidates/candidate-sources.ts'
import { gradedCandidate } from '../candidates/graded-candidate.ts'
import type { Reader } from '../reader.ts'

const EVERY_MS = 5 * SECOND_MS
/** Number of candidates read without a pause, and minimum time between reads. */
const PAGE = 25
const PAGES_MAX = 20

/** The newest of what was considered, and what is at work whenever it was considered. */
export const candidatesReader = {
  at: 'BACKGROUND',
  everyMs: EVERY_MS,
  async read(sources: CandidateSources, nowMs: Instant) {
    const { state, store, trading } = sources
    const fromMs = nowMs - longestValidMs(sources)
    const { read, leftOff } = await readSince(sources, fromMs)
    const atWork = statesAtWork(sources)
    const older = [...atWork.keys()]
      .filter((id) => !read.some(({ candidate }) => candidate.candidateId === id))
      .flatMap((id) => store.signals.findEntry(id) ?? [])
      .toSorted((a, b) => b.candidate.atMs - a.candidate.atMs)
    const marketNowMs = state.market.clockMs
    const candidates = [...read, ...older]
      .filter(({ candidate }) => candidate.validUntilMs > marketNowMs || atWork.has(candidate.candidateId))
      .map((entry) => gradedCandidate(entry, { reader: trading, state: candidateState(entry, atWork) }))
    return {
      value: { marketNow: toRfc3339(marketNowMs), candidates, leftOff },
      observedAtMs: nowMs,
      sampleSize: candidates.length,
    }
  },
} as const satisfies Reader<CandidatesTruth>

/** Considered longer ago, no signal is valid any more. */
const longestValidMs = ({ state: { rules } }: CandidateSources): number =>
  rules.constitution.autotrading.validBars *
  Math.max(0, ...rules.books.flatMap(({ intervals }) => intervals.map(intervalLength)))

const readSince = async ({ store: { signals } }: CandidateSources, fromMs: Instant) => {
  const read: ConsideredEntry[] = []
  for (let page = 0; page < PAGES_MAX; page++) {
    const last = read.at(-1)?.candidate
    const before = last ? { atMs: last.atMs, id: last.candidateId } : null
    const any = { symbol: null, strategyId: null, ordered: null, gateId: null }
    const batch = signals.findEntries({ ...any, before, fromMs, toMs: null, limit: PAGE })
    read.push(...batch)
    if (batch.length < PAGE) return { read, leftOff: 0 }
    await setImmediate()
  }
  return { read, leftOff: Math.max(0, signals.countSince(fromMs).candidates - read.length) }
}

type StatesAtWork = ReadonlyMap<string, GradedCandidate['state']>

const statesAtWork = ({ state: { ledger } }: CandidateSources): StatesAtWork =>
  new Map<string, GradedCandidate['state']>([
    ...workingOrders(ledger).flatMap(({ cause, purpose }) =>
      cause && purpose === 'ENTRY' ? [[cause.candidateId, 'WORKING'] as const] : [],
    ),
    ...[...ledger.positions.values()].flatMap(({ cause }) => (cause ? [[cause.candidateId, 'OPEN'] as const] : [])),
  ])

const candidateState = ({ candidate, orderId }: ConsideredEntry, atWork: StatesAtWork): GradedCandidate['state'] =>
  orderId === null ? 'REFUSED' : (atWork.get(candidate.candidateId) ?? 'ENDED')
