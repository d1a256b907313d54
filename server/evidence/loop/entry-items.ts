import type { LoopItem } from '../../domain/evidence/loop-stage.ts'
import type { EntryBrief, LinkState } from '../considered-entries.ts'
import { eachInTurn, type LoopSources } from './loop-sources.ts'

export interface EntryItems {
  readonly candidates: readonly LoopItem[]
  readonly decisions: readonly LoopItem[]
}

/** Returns the entries of autotrading, each with its decision: both are stored together. */
export const entryItems = async (sources: LoopSources): Promise<EntryItems> => {
  const { entries } = sources.considered
  for (const entry of entries) noteBroken(sources, entry)
  return {
    candidates: entries.map((entry) => candidateItem(sources, entry)),
    decisions: await eachInTurn(entries, (entry) => decisionItem(sources, entry)),
  }
}

const candidateItem = ({ nowMs, state }: LoopSources, { candidateId, atMs, gates, signals }: EntryBrief): LoopItem => ({
  id: candidateId,
  due: nowMs - atMs > state.rules.constitution.monitor.maxDecisionLagMs,
  forward: gates > 0 ? 'CLOSED' : null,
  back: backwardLink(signals),
  lagMs: gates > 0 ? 0 : null,
})

const decisionItem = (sources: LoopSources, entry: EntryBrief): LoopItem => {
  const { nowMs, state, store } = sources
  const { decisionId, atMs, orderId, refusedBy, candidate, decision } = entry
  const order = orderId === null ? undefined : store.trading.findOrder(orderId)
  return {
    id: decisionId,
    due: nowMs - atMs > state.rules.constitution.monitor.maxIntentLagMs,
    forward: order ? 'CLOSED' : refusedBy.length > 0 ? 'TERMINAL' : null,
    back: backwardLink(candidate === 'VERIFIED' ? decision : candidate),
    lagMs: order ? Math.max(0, order.createdAtMs - atMs) : null,
  }
}

const backwardLink = (link: LinkState): LoopItem['back'] => (link === 'VERIFIED' ? 'LINKED' : 'ORPHAN')

const noteBroken = ({ broken }: LoopSources, entry: EntryBrief): void => {
  const { candidateId, decisionId, leadSignalId, signals, candidate, decision } = entry
  if (signals !== 'VERIFIED') broken.push({ fromId: candidateId, toId: leadSignalId, kind: `SIGNAL_${signals}` })
  if (candidate !== 'VERIFIED') broken.push({ fromId: decisionId, toId: candidateId, kind: `CANDIDATE_${candidate}` })
  if (decision !== 'VERIFIED') broken.push({ fromId: decisionId, toId: candidateId, kind: `DECISION_${decision}` })
}
