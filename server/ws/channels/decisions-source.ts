import type { Fact } from '../../engine/model/facts.ts'
import type { SignalViews } from '../../views/signal-views.ts'
import type { LosslessSource } from '../source.ts'
import { getItems, itemsJson, newestPage, newsJson } from './items-json.ts'

/** Entries of a snapshot. */
const NEWEST = 20

const ALL = { symbols: null, strategyId: null, ordered: null, gateId: null } as const

/** Publishes every candidate of autotrading, newest first. */
export const decisionsSource = (signals: Pick<SignalViews, 'decisions' | 'entryDecision'>): LosslessSource => ({
  delivery: 'LOSSLESS',
  snapshot: (nowMs) => itemsJson(getItems(signals.decisions({ ...ALL, ...newestPage(NEWEST) })), nowMs),
  onFacts: (facts, nowMs) => newsJson(facts.flatMap(toEntries).toReversed().map(signals.entryDecision), nowMs),
})

const toEntries = (fact: Fact) => (fact.kind === 'entryConsidered' ? [fact.entry] : [])
