/** Data sources of the signal and decision channels of the stream. */

import type { Fact } from '../../engine/model/facts.ts'
import type { SignalViews } from '../../views/signal-views.ts'
import { getItems, itemsJson, type LosslessSource, newestPage, newsJson } from '../source.ts'

/**
 * Publishes the newest signal of every series, then signals when they are raised and when their outcome is known. A
 * start may compute thousands for past bars; of these, only the newest of each series is published.
 */
export const signalsSource = (signals: Pick<SignalViews, 'latest' | 'signal'>): LosslessSource => ({
  delivery: 'LOSSLESS',
  snapshot: (nowMs) => itemsJson(getItems(signals.latest(ALL)).slice(0, SIGNALS_MAX), nowMs),
  onFacts(facts, nowMs) {
    const ids = [...new Set(facts.flatMap(listSignalIds))].slice(-SIGNALS_MAX).toReversed()
    const records = ids.flatMap((signalId) => signals.signal(signalId) ?? [])
    return newsJson(
      records.flatMap(({ body, isNewest }) => (isNewest || body.origin === 'LIVE' ? [body] : [])),
      nowMs,
    )
  },
})

/** Maximum number of signals in one message; the newest are included. */
const SIGNALS_MAX = 100

const ALL = { symbols: null, strategyId: null, interval: null, minConfidence: null } as const

const listSignalIds = (fact: Fact): readonly string[] => {
  if (fact.kind === 'signalRaised') return [fact.signal.signalId]
  return fact.kind === 'signalResolved' ? [fact.signalId] : []
}

/** Number of candidates in a snapshot. */
const NEWEST = 20

const ALL_ENTRIES = { symbols: null, strategyId: null, ordered: null, gateId: null } as const

/** Publishes every candidate of autotrading, newest first. */
export const decisionsSource = (signals: Pick<SignalViews, 'decisions' | 'entryDecision'>): LosslessSource => ({
  delivery: 'LOSSLESS',
  snapshot: (nowMs) => itemsJson(getItems(signals.decisions({ ...ALL_ENTRIES, ...newestPage(NEWEST) })), nowMs),
  onFacts: (facts, nowMs) => newsJson(facts.flatMap(toEntries).toReversed().map(signals.entryDecision), nowMs),
})

const toEntries = (fact: Fact) => (fact.kind === 'entryConsidered' ? [fact.entry] : [])
