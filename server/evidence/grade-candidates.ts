/** Results of autotrading candidates by grade, and the conversion of stored candidates to the wire form. */

import { GRADES, type GradedCandidate, type GradeRecord } from '../../contract/monitor/candidate-quality-v3.ts'
import { computeDigest } from '../core/digest.ts'
import { toRfc3339 } from '../core/instant.ts'
import { meanInterval } from '../core/statistics/stationary-bootstrap.ts'
import { intervalLength } from '../domain/market/interval.ts'
import { exploratoryLabel } from '../domain/order/order.ts'
import { type ClosedTrade, computeR } from '../domain/performance/closed-trade.ts'
import type { Position } from '../domain/position/position.ts'
import { relativeDistance } from '../engine/autotrading/appraise.ts'
import type { ConsideredEntry } from '../engine/model/facts.ts'
import { entryDecisionBody } from '../views/decision-view.ts'
import type { GradedEntry } from '../views/ports.ts'
import type { TradingReader } from '../views/trading-reader.ts'
import type { TruthSources } from './evidence-sources.ts'

/**
 * Summarises ended candidates, given in chronological order, by grade, best first. This generator yields while many
 * samples are drawn.
 */
export function* gradeRecords(ended: readonly Ended[]): Generator<undefined, GradeRecord[]> {
  const records: GradeRecord[] = []
  for (const grade of GRADES) records.push(yield* computeRecord(grade, ended))
  return records
}

/** Sources of candidates and their results. */
export type CandidateSources = Pick<TruthSources, 'state' | 'store' | 'trading' | 'trades' | 'now'>

/** Result of a candidate, net of costs. */
export interface Ended {
  readonly candidateId: string
  readonly grade: GradeRecord['grade']
  /** Result in R (distance between entry and stop): of the trade if there was one, otherwise of the signal. */
  readonly netR: number
  /** True when the result is that of the position; false when it is that of the signal. */
  readonly traded: boolean
  /** True when traded without an expected edge after costs. */
  readonly exploratory?: true
}

/**
 * Returns the result of a candidate: of its position, unless a user took it over, otherwise of its signal; null while
 * it is open, and when it can never be determined.
 */
export const toEnded = (
  { candidateId, grade, netR: followed }: GradedEntry,
  position: Position | undefined,
  trade: ClosedTrade | undefined,
): Ended | null => {
  const traded = position !== undefined && !position.takenOver && !position.handedBack
  const netR = traded ? (trade ? computeR(trade) : null) : followed
  return netR === null ? null : { candidateId, grade, netR, traded, ...(traded && exploratoryLabel(position)) }
}

const CONFIDENCE = 0.9

function* computeRecord(grade: GradeRecord['grade'], all: readonly Ended[]): Generator<undefined, GradeRecord> {
  const ended = all.filter((one) => one.grade === grade)
  const values = ended.map(({ netR }) => netR)
  const seed = computeDigest(ended.map(({ candidateId, netR }) => [candidateId, netR]))
  const interval = yield* meanInterval(values, seed, CONFIDENCE)
  return {
    grade,
    n: values.length,
    traded: ended.filter(({ traded }) => traded).length,
    exploratory: ended.filter(({ exploratory }) => exploratory).length,
    meanNetR: values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length,
    ciR: interval && [interval[0], interval[1]],
  }
}

interface Standing {
  readonly reader: TradingReader
  readonly state: GradedCandidate['state']
}

/** Converts a stored candidate to the format of the decisions; distances are measured from the touch at appraisal. */
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
