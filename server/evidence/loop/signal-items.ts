/** Signals, candidates, decisions and outcomes of the last day, as items of the evidence loop. */

import { DAY_MS, type Instant } from '../../core/instant.ts'
import { AUTHORITY } from '../../domain/control/control-state.ts'
import type { LoopItem } from '../../domain/evidence/loop-stage.ts'
import { intervalLength } from '../../domain/market/interval.ts'
import type { Signal } from '../../domain/signal/signal.ts'
import { isManual } from '../../domain/signal/trading-book.ts'
import type { StoredSignal } from '../../engine/model/ports.ts'
import { isPastPending } from '../../engine/state/signal-index.ts'
import type { StateEntered } from '../../views/ports.ts'
import type { EntryBrief, LinkState } from '../considered-entries.ts'
import { eachInTurn, findBrief, type LoopSources, readAll } from './loop-sources.ts'

/** Returns the signals of the last day of the exchange clock, with their candidates and outcomes. */
export const signalItems = async (sources: LoopSources): Promise<SignalItems> => {
  const { state, store } = sources
  const fromMs = state.market.clockMs - DAY_MS
  const query = { fromMs, toMs: null, symbol: null, strategyId: null, interval: null, minConfidence: null }
  const { items, whole } = await readAll(
    (page) => store.signals.findSignals({ ...query, ...page }),
    ({ signal }) => ({ atMs: signal.barClosedAtMs, id: signal.signalId }),
  )
  const known = new Set(items.map(({ signal }) => signal.signalId))
  const open = store.signals.findUnresolved().filter(({ signalId }) => !known.has(signalId))
  const overdue = open.filter((signal) => isOver(signal, state)).map(unresolved)
  const wasEvaluated = createEvaluationCheck(sources, store.trading.findStates(STATES_MAX))
  const outcomes = [...items, ...overdue].map((stored) => outcomeItem(stored, state))
  return {
    signals: await eachInTurn(items, (stored) => signalItem(sources, stored, wasEvaluated)),
    outcomes: outcomes.filter(({ due }) => due),
    withOutcome: outcomes.filter(({ due, forward }) => due && forward === 'CLOSED').length,
    whole,
  }
}

export interface SignalItems {
  readonly signals: readonly LoopItem[]
  readonly outcomes: readonly LoopItem[]
  readonly withOutcome: number
  readonly whole: boolean
}

/** More state changes than occur in a day. */
const STATES_MAX = 1_000

const unresolved = (signal: Signal): Pick<StoredSignal, 'signal' | 'outcome'> => ({ signal, outcome: null })

const signalItem = (
  sources: LoopSources,
  { signal, candidateId }: StoredSignal,
  wasEvaluated: EvaluationCheck,
): LoopItem => {
  const { nowMs, state, considered } = sources
  const { maxCandidateLagMs } = state.rules.constitution.monitor
  const entry = candidateId === null ? undefined : findBrief(considered, candidateId)
  const manual = isManual(state.rules.books, signal.symbol)
  const ended = signal.origin === 'HISTORY' || manual || !wasEvaluated(signal.raisedAtMs)
  return {
    id: signal.signalId,
    due: nowMs - signal.raisedAtMs > maxCandidateLagMs,
    forward: candidateId !== null ? 'CLOSED' : ended ? 'TERMINAL' : null,
    back: 'BEGINS',
    lagMs: entry ? Math.max(0, entry.atMs - signal.raisedAtMs) : null,
  }
}

type EvaluationCheck = (atMs: Instant) => boolean

/** Returns a check of whether candidates were considered at a time, which requires an account and a suitable state. */
const createEvaluationCheck = ({ state }: LoopSources, newestFirst: readonly StateEntered[]): EvaluationCheck => {
  const openedAtMs = state.ledger.openedAtMs ?? Number.POSITIVE_INFINITY
  return (atMs) => {
    if (atMs < openedAtMs) return false
    const at = newestFirst.filter((entered) => entered.atMs === atMs)
    const before = newestFirst.find((entered) => entered.atMs < atMs)
    return [...at, ...(before ? [before] : [])].every((entered) => AUTHORITY[entered.state].signals === 'LIVE')
  }
}

/**
 * Returns whether a signal has ended: one bar after its horizon, its outcome is known. While past candles are being
 * evaluated, the candles of its horizon may be among them.
 */
const isOver = ({ plan, interval }: Signal, { market, signals }: LoopSources['state']): boolean =>
  !isPastPending(signals) && market.clockMs > plan.horizonEndMs + intervalLength(interval)

const outcomeItem = (
  { signal, outcome }: Pick<StoredSignal, 'signal' | 'outcome'>,
  state: LoopSources['state'],
): LoopItem => ({
  id: signal.signalId,
  due: outcome !== null || isOver(signal, state),
  forward: outcome === null ? null : outcome.kind === 'LOST' ? 'TERMINAL' : 'CLOSED',
  back: 'LINKED',
  lagMs: outcome?.kind === 'RESOLVED' ? outcome.resolvedAtMs - signal.barClosedAtMs : null,
})

interface EntryItems {
  readonly candidates: readonly LoopItem[]
  readonly decisions: readonly LoopItem[]
}

/** Returns the autotrading entries, each with its decision, since both are stored together. */
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
