/** Views of signals and entry decisions for clients. */

import type { EntryDecision, EntryDecisions, EvidencedDecision } from '../../contract/decisions.ts'
import type { Signal, Signals } from '../../contract/signals.ts'
import type { Result } from '../core/result.ts'
import type { ConsideredEntry } from '../engine/model/facts.ts'
import { entryDecisionBody, evidencedBody } from './decision-view.ts'
import type { ListRefusal } from './page.ts'
import {
  type DecisionListQuery,
  decisionsBody,
  type LatestSignalsFilter,
  latestSignalsBody,
  type SignalListQuery,
  type SignalLists,
  signalHistoryBody,
  storedSignalBody,
} from './signal-lists.ts'
import { type SignalReader, strategyNames } from './signal-view.ts'

/** Signals and the resulting entries, for clients. */
export interface SignalViews {
  latest(query: LatestSignalsFilter): Result<Signals, ListRefusal>
  history(query: SignalListQuery): Result<Signals, ListRefusal>
  decisions(query: DecisionListQuery): Result<EntryDecisions, ListRefusal>
  /** Returns a signal, and whether it is the newest of its series. */
  signal(signalId: string): { readonly body: Signal; readonly isNewest: boolean } | undefined
  entryDecision(entry: ConsideredEntry): EntryDecision
  /** Returns a decision with the input of its gates. */
  decision(candidateId: string): EvidencedDecision | undefined
}

export const createSignalViews = (reader: SignalReader): SignalViews => {
  const lists: SignalLists = { reader, strategies: strategyNames(reader) }
  return {
    latest: (query) => latestSignalsBody(lists, query),
    history: (query) => signalHistoryBody(lists, query),
    decisions: (query) => decisionsBody(lists, query),
    signal(signalId) {
      const stored = reader.signals.findSignal(signalId)
      return stored && { body: storedSignalBody(lists, stored), isNewest: stored.newest }
    },
    entryDecision: (entry) => entryDecisionBody(reader, entry),
    decision(candidateId) {
      const entry = reader.signals.findEntry(candidateId)
      return entry && evidencedBody(reader, entry)
    },
  }
}
