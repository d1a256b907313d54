import { expect } from 'vitest'
import { SURFACES as CONTRACTS } from '../../contract/monitor/index.ts'
import { INSUFFICIENT, type Report } from '../../contract/monitor/surface.ts'

/** What a surface may say: verdicts, and what its summary has to name. */
export type Expected = readonly [verdicts: readonly string[], summary: RegExp]

const LACKING: Expected = [[INSUFFICIENT], /^(Not enough evidence to judge .+: .*have .+; produced by .+|No candidate)/]
const NO_GO: Expected = [['NO_GO'], /^No go: \d+ of \d+ gates fails?, .+; failing: LR\d\d \(/]

/** A server that has just begun to trade, with nothing wrong: days of evidence are what it lacks. */
const WELL: Readonly<Record<string, Expected>> = {
  'public-status-truth': [['OPERATIONAL'], /RUNNING.*9 of 9/],
  'restart-continuity-truth': [['SAFE_TO_AUTO_RESUME', INSUFFICIENT], /17 of 17 checks passed|RC12 waits for/],
  'protection-blocker-truth': [['ALL_PROTECTED', 'NO_POSITIONS'], /read back from the exchange|0 positions are open/],
  'profitability-quality-scorecard': [[INSUFFICIENT], /produced by/],
  'runtime-constitution-truth': [['CONFORMS'], /limits are in force as declared/],
  'exchange-market-intelligence-truth': [[INSUFFICIENT, 'FEED_DEGRADED'], /produced by|is relied on/],
  'anti-manipulation-truth': [[INSUFFICIENT], /produced by/],
  'candidate-quality-v3': [[INSUFFICIENT, 'NO_EDGE', 'MARGINAL', 'GOOD'], /candidate/],
  'execution-throttle-truth': [['WITHIN_LIMITS'], /Within limits/],
  'frontend-route-truth': [['IN_SYNC', INSUFFICIENT], /console/],
  'rag-nlp-ml-boundary-truth': [['NO_ADVISORY_MODULES_PRESENT', INSUFFICIENT], /modules|import graph/],
  'security-rbac-truth': [['ENFORCED'], /Rights hold/],
  'messenger-dynamic-truth': [['DIGEST_DISABLED', INSUFFICIENT], /No channel is enabled|A digest whose lines/],
  'pre-dispatch-root-cause-truth': [
    ['NO_CANDIDATES', 'FLOWING', 'BLOCKED_BY_QUALITY', 'BLOCKED_BY_CONFIG'],
    /candidate/,
  ],
  'evidence-loop-closure-truth': [['LOOP_CLOSED', INSUFFICIENT], /Every stage goes on|decisions; produced by/],
  'live-readiness-decision-packet': NO_GO,
  'go-live-readiness-snapshot': NO_GO,
  'full-strategy-pattern-coverage': [['PARTIAL', INSUFFICIENT], /declared strategies/],
  'operator-compact-truth': [['ALL_CLEAR'], /nothing has to be done/],
}

/** What every surface says in each situation; what is not named is as when all is well. */
export const SITUATIONS = {
  well: WELL,
  fresh: {
    ...WELL,
    'public-status-truth': [[INSUFFICIENT, 'RECOVERING', 'OUTAGE'], /produced by|RECONCILING/],
    'restart-continuity-truth': LACKING,
    'protection-blocker-truth': [[INSUFFICIENT, 'NO_POSITIONS'], /comparison of our books.*produced by|0 positions/],
    'profitability-quality-scorecard': LACKING,
    'exchange-market-intelligence-truth': LACKING,
    'anti-manipulation-truth': LACKING,
    'candidate-quality-v3': LACKING,
    'evidence-loop-closure-truth': LACKING,
    'execution-throttle-truth': [['WITHIN_LIMITS', INSUFFICIENT], /Within limits|produced by/],
    'full-strategy-pattern-coverage': LACKING,
    'operator-compact-truth': [[INSUFFICIENT, 'ATTENTION'], /.+/],
  },
  stopped: {
    ...WELL,
    'public-status-truth': [['EMERGENCY_STOPPED'], /emergency stop is engaged since/i],
    'restart-continuity-truth': [['OPERATOR_REQUIRED', INSUFFICIENT], /RC03|waits for/],
    'pre-dispatch-root-cause-truth': [['BLOCKED_BY_SAFETY'], /emergency stop.*plimsoll stop clear/],
    'live-readiness-decision-packet': [['NO_GO'], /LR25 \(no emergency stop is engaged\)/],
    'go-live-readiness-snapshot': [['NO_GO'], /LR25 \(no emergency stop is engaged\)/],
    'operator-compact-truth': [['STOPPED_BY_CHOICE', 'ATTENTION'], /emergency stop/i],
  },
  unprotected: {
    ...WELL,
    'public-status-truth': [['DEGRADED'], /PROTECTION|without a verified stop/],
    'protection-blocker-truth': [['UNPROTECTED'], /1 of 1 position without a verified stop for longer than 1 ms/],
    'live-readiness-decision-packet': [['NO_GO'], /LR08 \(every position behind its stop in time\)/],
    'go-live-readiness-snapshot': [['NO_GO'], /LR08 \(every position behind its stop in time\)/],
    'operator-compact-truth': [['ACT_NOW'], /without a verified stop/],
  },
  unreachable: {
    ...WELL,
    'public-status-truth': [[INSUFFICIENT, 'DEGRADED', 'OUTAGE'], /Prices of every instrument|exchange/i],
    'restart-continuity-truth': [['SAFE_TO_AUTO_RESUME', 'OPERATOR_REQUIRED', INSUFFICIENT], /.+/],
    'protection-blocker-truth': [['NO_POSITIONS', INSUFFICIENT], /0 positions|produced by/],
    'exchange-market-intelligence-truth': [['FEED_STALE'], /The (book|mark) .* old, at most|exchange/],
    'anti-manipulation-truth': [[INSUFFICIENT], /Prices of every instrument/],
    'execution-throttle-truth': [['WITHIN_LIMITS', 'BREACHED', 'THROTTLED'], /.+/],
    'pre-dispatch-root-cause-truth': [
      ['NO_CANDIDATES', 'BLOCKED_BY_DATA', 'BLOCKED_BY_SAFETY'],
      /stands in the way|exchange|may enter/,
    ],
    'operator-compact-truth': [[INSUFFICIENT, 'ATTENTION', 'ACT_NOW'], /Prices of every instrument|exchange|market/i],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Expected>>>>

/** Expects all nineteen to say what they have to in a situation, each with its severity, a cause with numbers and who can mend it. */
export const expectVerdicts = (situation: keyof typeof SITUATIONS, reports: readonly Report[]): void => {
  expect(reports.map(({ surface }) => surface).toSorted()).toEqual(Object.keys(WELL).toSorted())
  const table: Readonly<Record<string, Expected>> = SITUATIONS[situation]
  for (const report of reports) {
    const [verdicts, summary] = table[report.surface] ?? expect.fail(report.surface)
    const { surface, verdict, severity } = report
    const severities: Readonly<Record<string, string>> =
      CONTRACTS.find((known) => known.surface === surface)?.verdicts ?? {}
    expect([situation, surface, verdict, report.summary]).toEqual([
      situation,
      surface,
      expect.toBeOneOf([...verdicts]),
      expect.stringMatching(summary),
    ])
    expect([surface, severity]).toEqual([surface, severities[verdict]])
    if (severity !== 'OK' && severity !== 'INFO') expectCause(report)
  }
}

/** Whatever is not well says what it was measured by, or what is missing, how much of it, and who brings it. */
const expectCause = ({ surface, reasons, missingEvidence }: Report): void => {
  expect([surface, reasons.length + missingEvidence.length > 0]).toEqual([surface, true])
  for (const { message, code } of reasons) expect([surface, code, message.length > 10]).toEqual([surface, code, true])
  for (const { description, producedBy, code } of missingEvidence) {
    expect([surface, code, description.length > 3, producedBy.length > 3]).toEqual([surface, code, true, true])
  }
}
