import type { Report } from '../../../../contract/monitor/surface.ts'
import type { Instant } from '../../../core/instant.ts'
import { trackRecordDueAt, verdictDueAt } from './due-at.ts'
import { type Part, unmeasured } from './part.ts'
import { itemsIn, numberIn, type ReadinessEvidence, readMember, reportPart, verdictPart } from './readiness-evidence.ts'
import type { ReadinessGate } from './readiness-gate.ts'

const SCORECARD = 'profitability-quality-scorecard'

/** Gates on the performance of autotrading on paper. */
export const PERFORMANCE_GATES: readonly ReadinessGate[] = [
  {
    id: 'LR01',
    title: 'Profitability on paper',
    remedy:
      'Leave autotrading running on paper until the scorecard has a verdict; a strategy that loses has to be changed or disarmed, not waited out.',
    byHandToo: false,
    dueAtMs: ({ frame: { reports } }) => dueIn(reports.get(SCORECARD), verdictDueAt),
    parts: (evidence) => [verdictPart(evidence, SCORECARD, ['LIKELY_POSITIVE', 'PROVEN_POSITIVE']), onPaper(evidence)],
  },
  {
    id: 'LR02',
    title: 'Track record on paper',
    remedy: 'Leave autotrading running on paper: only closed trades and whole days count.',
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
      'Leave autotrading running on paper until its trials have 100 days in common; a person who judges overfitting earlier: plimsoll live waive --gate LR03.',
    byHandToo: false,
    parts: (evidence) => [deflatedSharpe(evidence), overfitting(evidence), onPaper(evidence)],
  },
  {
    id: 'LR04',
    title: 'Paper fills match exchange fills',
    remedy:
      'Compare paper fills with a recording of the order book (plimsoll record) by hand, then: plimsoll live waive --gate LR04.',
    byHandToo: true,
    parts: ({
      frame: {
        constitution: { monitor },
      },
    }) => [
      unmeasured(
        'Median distance of paper fills from the replayed order book',
        `at most ${monitor.goLiveFillErrorBps} bps over 100 fills`,
        'a person: this version does not compare paper fills with a recorded order book',
      ),
    ],
  },
  {
    id: 'LR23',
    title: 'Calibrated forecasts',
    remedy: 'Leave autotrading running on paper: every tracked signal adds an outcome.',
    byHandToo: false,
    parts: (evidence) => [calibration(evidence)],
  },
]

/** Requires a paper run: a run with real money has no record on paper. */
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
