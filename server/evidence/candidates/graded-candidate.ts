import type { GradedCandidate } from '../../../contract/monitor/candidate-quality-v3.ts'
import { toRfc3339 } from '../../core/instant.ts'
import { intervalLength } from '../../domain/market/interval.ts'
import { relativeDistance } from '../../engine/autotrading/appraise.ts'
import type { ConsideredEntry } from '../../engine/model/facts.ts'
import { entryDecisionBody } from '../../views/decision-view.ts'
import type { TradingReader } from '../../views/trading-reader.ts'

export interface Standing {
  readonly reader: TradingReader
  readonly state: GradedCandidate['state']
}

/** Converts a stored candidate to the terms of the decisions; distances are measured from the touch at appraisal. */
export const gradedCandidate = (entry: ConsideredEntry, { reader, state }: Standing): GradedCandidate => {
  const { candidate, evidence } = entry
  const { interval, direction, horizonEndMs, validUntilMs, takeProfit, stopLoss, price } = candidate
  const body = entryDecisionBody(reader, entry)
  const { cost, edge } = body
  const touch = (direction === 'LONG' ? evidence.book.ask : evidence.book.bid) ?? evidence.mark ?? price
  const barClosedAtMs = validUntilMs - reader.constitution.autotrading.validBars * intervalLength(interval)
  return {
    candidateId: body.candidateId,
    signalId: candidate.signals[0].signalId,
    symbol: body.symbol,
    direction,
    strategyId: body.strategyId,
    timeframe: body.timeframe,
    consideredAt: toRfc3339(candidate.atMs),
    exploratory: body.exploratory,
    grade: edge.grade,
    method: body.calibration.method,
    pTarget: body.confidence,
    pTargetCi: body.confidenceCi,
    breakEvenP: edge.breakEvenP,
    W: relativeDistance(touch, takeProfit),
    L: relativeDistance(touch, stopLoss),
    expectedHoldMs: horizonEndMs - barClosedAtMs,
    cost: {
      fees: cost.feesBps,
      spread: cost.spreadBps,
      impact: cost.impactBps,
      funding: cost.fundingBps,
      adverse: cost.adverseBps,
      totalBps: cost.totalBps,
    },
    grossEdgeBps: edge.grossEdgeBps,
    netEdgeBps: edge.netEdgeBps,
    netEdgeLcbBps: edge.netEdgeLcbBps,
    kellyFraction: edge.kellyFraction,
    vetoes: body.refusedBy,
    state,
  }
}
