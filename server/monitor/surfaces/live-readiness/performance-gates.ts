/** Readiness gates on the performance of autotrading on paper, and the expected dates of missing evidence. */

import type { MissingEvidence, Report } from '../../../../contract/monitor/surface.ts'
import { DAY_MS, type Instant } from '../../../core/instant.ts'
import { followPointer } from '../../../core/json.ts'
import { fillDistance, fillsCompared } from './fill-parts.ts'
import {
  itemsIn,
  numberIn,
  type Part,
  type ReadinessEvidence,
  readMember,
  reportPart,
  unmeasured,
  verdictPart,
} from './readiness-evidence.ts'
import type { ReadinessGate } from './readiness-gate.ts'

/** Gates on the performance of autotrading on paper. */
export const PERFORMANCE_GATES: readonly ReadinessGate[] = [
  {
    id: 'LR01',
    title: 'Profitability on paper',
    remedy:
      'Keep autotrading running on paper until the scorecard has a verdict; change or disarm a losing strategy instead of waiting.',
    byHandToo: false,
    dueAtMs: ({ frame: { reports } }) => dueIn(reports.get(SCORECARD), verdictDueAt),
    parts: (evidence) => [verdictPart(evidence, SCORECARD, ['LIKELY_POSITIVE', 'PROVEN_POSITIVE']), onPaper(evidence)],
  },
  {
    id: 'LR02',
    title: 'Track record on paper',
    remedy: 'Keep autotrading running on paper: only closed trades and whole days count.',
    byHandToo: false,
    dueAtMs: (evidence) =>
      dueIn(evidence.frame.reports.get(SCORECARD), (report) =>
        trackRecordDueAt(report, trackRecordNeed(evidence), evidence.frame.nowMs),
      ),
    parts: (evidence) => [recordDays(evidence), recordTrades(evidence), onPaper(evidence)],
  },
  {
    id: 'LR03',
    title: 'Deflated Sharpe ratio and probability of overfitting',
    remedy:
      'Keep autotrading running on paper until its trials have 100 days in common; to judge overfitting manually before then: plimsoll live waive --gate LR03.',
    byHandToo: false,
    parts: (evidence) => [deflatedSharpe(evidence), overfitting(evidence), onPaper(evidence)],
  },
  {
    id: 'LR04',
    title: 'Paper fills match exchange fills',
    remedy:
      'Trade on paper with the recording on (--paper-recording-days above 0), then, with this server running: plimsoll compare paper book.',
    byHandToo: true,
    parts: (evidence) => [fillsCompared(evidence), fillDistance(evidence)],
  },
  {
    id: 'LR23',
    title: 'Calibrated forecasts',
    remedy: 'Keep autotrading running on paper: every tracked signal adds an outcome.',
    byHandToo: false,
    parts: (evidence) => [calibration(evidence)],
  },
]

/** Returns when the awaited surface could have all missing evidence; null when that is unknown for any of it. */
export const evidenceDueAt = (report: Report | undefined): Instant | null => {
  const instants = (report?.missingEvidence ?? []).map(dueAtMs)
  return instants.length === 0 || instants.includes(null) ? null : latestInstant(instants)
}

/** Evidence the scorecard needs before any verdict; other missing evidence is not awaited. */
const AWAITED = ['CLOSED_TRADES', 'TRACK_RECORD_DAYS', 'TRADES_WITH_RISK']

/** Returns when the scorecard is expected to have a verdict; null when its account has an unexplained difference. */
const verdictDueAt = ({ missingEvidence }: Report): Instant | null =>
  missingEvidence.some(({ code }) => code === 'EQUITY_IDENTITY')
    ? null
    : latestInstant(missingEvidence.filter(({ code }) => AWAITED.includes(code)).map(dueAtMs))

/** Size of a track record. */
interface TrackRecord {
  readonly days: number
  readonly trades: number
}

/** Returns when the scorecard is expected to have a track record of this length. */
const trackRecordDueAt = (report: Report, need: TrackRecord, nowMs: Instant): Instant | null =>
  latestInstant([daysDueMs(report, need.days, nowMs), tradesDueMs(report, need.trades, nowMs)])

/**
 * Returns the expected day of the scorecard plus the given number of days; if the scorecard expects none, each
 * completed day counts.
 */
const daysDueMs = (report: Report, need: number, nowMs: Instant): Instant | null => {
  const have = numberIn(report, '/counts/days')
  if (have === null || have >= need) return null
  const missingItem = report.missingEvidence.find(({ code }) => code === 'TRACK_RECORD_DAYS')
  const foreseenMs = missingItem && dueAtMs(missingItem)
  if (missingItem && foreseenMs) return foreseenMs + (need - Number(missingItem.need)) * DAY_MS
  return (Math.floor(nowMs / DAY_MS) + need - have) * DAY_MS
}

/** Estimates from the trade rate of the scorecard; if that awaits no trades, from the rate since the first trade. */
const tradesDueMs = (report: Report, need: number, nowMs: Instant): Instant | null => {
  const have = numberIn(report, '/counts/closedTrades')
  if (have === null || have >= need) return null
  const missingItem = report.missingEvidence.find(({ code }) => code === 'CLOSED_TRADES')
  const foreseenMs = missingItem && dueAtMs(missingItem)
  if (missingItem)
    return foreseenMs
      ? nowMs + Math.round(((foreseenMs - nowMs) * (need - have)) / (Number(missingItem.need) - have))
      : null
  const from = followPointer(report.data, '/scope/from')
  const sinceMs = from.ok ? Date.parse(String(from.value)) : Number.NaN
  return Number.isNaN(sinceMs) ? null : nowMs + Math.round(((nowMs - sinceMs) * (need - have)) / have)
}

const dueAtMs = ({ earliestAt }: MissingEvidence): Instant | null =>
  earliestAt === null ? null : Date.parse(earliestAt)

const latestInstant = (instants: readonly (Instant | null)[]): Instant | null => {
  const known = instants.filter((atMs) => atMs !== null)
  return known.length === 0 ? null : Math.max(...known)
}

const SCORECARD = 'profitability-quality-scorecard'

/** Requires a paper run, because a run with real money has no paper record. */
const onPaper = ({ frame: { mode } }: ReadinessEvidence): Part => ({
  status: mode === 'PAPER' ? 'PASS' : 'MISSING',
  what: 'A paper trading record',
  measured: mode,
  threshold: 'PAPER',
  unit: null,
  producedBy: 'a run on paper',
  evidenceIds: [],
  observedAt: null,
})

const dueIn = (report: Report | undefined, estimate: (report: Report) => Instant | null): Instant | null =>
  report ? estimate(report) : null

const trackRecordNeed = ({ frame: { reports, constitution } }: ReadinessEvidence) => {
  const { goLiveDays, goLiveTrades } = constitution.monitor
  const report = reports.get(SCORECARD)
  const proven = Math.ceil((report && numberIn(report, '/minTrlDays')) ?? 0)
  return { days: Math.max(goLiveDays, proven), trades: goLiveTrades }
}

const recordDays = (evidence: ReadinessEvidence) => {
  const { days: need } = trackRecordNeed(evidence)
  return reportPart(evidence, SCORECARD, amount('Days of paper trading', '/counts/days', { need, unit: 'days' }))
}

const recordTrades = (evidence: ReadinessEvidence) => {
  const { trades: need } = trackRecordNeed(evidence)
  return reportPart(
    evidence,
    SCORECARD,
    amount('Closed paper trades', '/counts/closedTrades', { need, unit: 'trades' }),
  )
}

/** Requires an amount; less than that is insufficient evidence, not a fault. */
const amount = (what: string, pointer: string, { need, unit }: { readonly need: number; readonly unit: string }) => ({
  what,
  threshold: need,
  unit,
  measure: (report: Report) => {
    const measured = numberIn(report, pointer)
    return { holds: measured !== null && measured >= need, measured, tooLittle: true }
  },
})

const deflatedSharpe = (evidence: ReadinessEvidence) => {
  const { provenDeflatedSharpe: need } = evidence.frame.constitution.monitor
  return reportPart(evidence, SCORECARD, {
    what: 'The deflated Sharpe probability',
    threshold: need,
    measure: (report) => {
      const measured = numberIn(report, '/dsr')
      return { holds: measured !== null && measured >= need, measured }
    },
  })
}

/** Reports the probability of overfitting; a single trial cannot be overfitted. */
const overfitting = (evidence: ReadinessEvidence) => {
  const { maxOverfitProbability: most } = evidence.frame.constitution.monitor
  const report = evidence.frame.reports.get(SCORECARD)
  const what = 'The probability of overfitting, when more than one trial was evaluated'
  if (report && numberIn(report, '/pbo/value') === null && numberIn(report, '/trials/registered') !== 1) {
    return unmeasured(
      what,
      most,
      'signal outcomes: at least two trials with 100 days in common, or a person until then',
    )
  }
  return reportPart(evidence, SCORECARD, {
    what,
    threshold: most,
    measure: (scorecard) => {
      const measured = numberIn(scorecard, '/pbo/value')
      return measured === null ? { holds: true, measured: 'one trial' } : { holds: measured <= most, measured }
    },
  })
}

const calibration = (evidence: ReadinessEvidence) => {
  const { goLiveOutcomes: need } = evidence.frame.constitution.monitor
  return reportPart(evidence, 'candidate-quality-v3', {
    what: 'Brier skill of the calibrations, weighted by their effective outcomes',
    threshold: `above 0 on ${need} effective outcomes`,
    measure: (report) => measureSkill(itemsIn(report, '/calibration'), need),
  })
}

const measureSkill = (calibrations: readonly unknown[], need: number) => {
  const scored = calibrations.flatMap((item) => {
    const [n, skill] = [readMember(item, 'effectiveN'), readMember(item, 'brierSkill')]
    return typeof n === 'number' && typeof skill === 'number' ? [{ n, skill }] : []
  })
  const outcomes = scored.reduce((sum, { n }) => sum + n, 0)
  if (outcomes < need) return { holds: false, measured: `${Math.floor(outcomes)} effective outcomes`, tooLittle: true }
  const skill = scored.reduce((sum, { n, skill: own }) => sum + n * own, 0) / outcomes
  return { holds: skill > 0, measured: Number(skill.toFixed(6)) }
}
