/** Reader of the evidence loop: counts the items and links of every stage, from signal to outcome. */

import { DAY_MS, SECOND_MS } from '../../core/instant.ts'
import { countStage } from '../../domain/evidence/loop-stage.ts'
import type { EvidenceLoopTruth } from '../../monitor/inputs/order-flow.ts'
import { consideredEntries } from '../considered-entries.ts'
import type { TruthSources } from '../evidence-sources.ts'
import type { LoopSources } from '../loop/loop-sources.ts'
import { entryItems, signalItems } from '../loop/signal-items.ts'
import { fillItems, orderItems, positionItems } from '../loop/trading-items.ts'
import type { Reader } from '../reader.ts'

/** Counts the linked and missing evidence of every stage over the last day. */
export const countLoop = async (
  { state, store }: Pick<TruthSources, 'state' | 'store'>,
  nowMs: number,
): Promise<EvidenceLoopTruth> => {
  const considered = await consideredEntries(store.signals, nowMs)
  const sources: LoopSources = { state, store, nowMs, fromMs: nowMs - DAY_MS, considered, broken: [] }
  const ofSignals = await signalItems(sources)
  const ofEntries = await entryItems(sources)
  const ofOrders = await orderItems(sources)
  const ofFills = await fillItems(sources)
  const ofPositions = await positionItems(sources)
  const { monitor } = state.rules.constitution
  const { entries } = considered
  const verified = entries.reduce(
    (sum, { signals, candidate, decision }) =>
      sum + Number(signals === 'VERIFIED') + Number(candidate === 'VERIFIED' && decision === 'VERIFIED'),
    0,
  )
  return {
    window: { fromMs: nowMs - DAY_MS, toMs: nowMs },
    stages: [
      countStage('SIGNAL', ofSignals.signals, monitor.maxCandidateLagMs),
      countStage('CANDIDATE', ofEntries.candidates, monitor.maxDecisionLagMs),
      countStage('DECISION', ofEntries.decisions, monitor.maxIntentLagMs),
      countStage('INTENT', ofOrders.intents, monitor.maxOrderLagMs),
      countStage('ORDER', ofOrders.orders, null),
      countStage('FILL', ofFills.fills, monitor.maxPositionLagMs),
      countStage('POSITION', ofPositions.positions, null),
      countStage('OUTCOME', ofSignals.outcomes, null),
    ],
    signalsWithOutcome: { part: ofSignals.withOutcome, whole: ofSignals.outcomes.length },
    fillsWithSignal: { part: ofFills.withSignal, whole: ofFills.ofEntries },
    decisionsWithGateEvidence: {
      part: entries.filter(({ gates }) => gates > 0).length + ofOrders.evidenced,
      whole: entries.length + ofOrders.intents.length,
    },
    hashLinked: {
      part: verified + ofOrders.verified + ofPositions.verified,
      whole: 2 * entries.length + ofOrders.caused + ofPositions.caused,
    },
    withoutIntent: ofOrders.withoutIntent + ofFills.withoutIntent,
    brokenLinks: sources.broken.slice(0, BROKEN_MAX),
    whole: [considered, ofSignals, ofOrders, ofFills, ofPositions].every(({ whole }) => whole),
  }
}

/** Maximum number of broken links named; all are counted. */
const BROKEN_MAX = 20

export const evidenceLoopReader: Reader<EvidenceLoopTruth> = {
  at: 'BACKGROUND',
  everyMs: 30 * SECOND_MS,
  async read(sources, nowMs) {
    const value = await countLoop(sources, nowMs)
    return { value, observedAtMs: nowMs, sampleSize: value.stages.reduce((sum, { total }) => sum + total, 0) }
  },
}
