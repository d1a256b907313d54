import { existsSync } from 'node:fs'
import { expect } from 'vitest'
import { findSurface } from '../../contract/monitor/index.ts'
import { INSUFFICIENT, type Report, SEVERITIES } from '../../contract/monitor/surface.ts'
import type { TruthSnapshot } from '../../server/monitor/frame/inputs.ts'
import { missingInput } from '../../server/monitor/frame/missing-evidence.ts'
import type { Reports } from '../../server/monitor/frame/reports.ts'
import { SURFACES } from '../../server/monitor/surfaces/index.ts'

/** Expected report of a surface: its verdict, the content of its summary, and the remedy or the awaited event. */
type Expected = readonly [verdict: string | RegExp, summary: RegExp, remedy?: RegExp]

/** Expected report, or a function of the snapshot. */
type Expectation = Expected | ((snapshot: TruthSnapshot) => Expected)

type Table = Readonly<Record<string, Expectation>>

/** Expectation for an input read beside the snapshots: without a built console the evidence is missing. */
const CONSOLE: Expected = existsSync(new URL('../../console/dist/index.html', import.meta.url))
  ? ['IN_SYNC', /^In sync: \d+ console pages/]
  : [INSUFFICIENT, /console build/, /node console\/build\.js/]

const NO_GO: Expected = [
  'NO_GO',
  /^No go: \d+ of \d+ gates fail, .+; failing: LR20 \(.+\), LR21 \(/,
  /Set the limits in the constitution file and restart/,
]

/** The expected report depends on whether a strategy signals during the test. */
const CANDIDATES: Expectation = ({ inputs }) => {
  const present = inputs.candidates?.value.candidates ?? []
  if (present.length === 0)
    return [INSUFFICIENT, /^No candidates (yet|now; \d+ earlier (one has|ones have) ended)/, /plimsoll strategies/]
  return present.every(({ grade }) => grade === 'REJECT')
    ? ['NO_EDGE', /current candidates?/]
    : [/^(GOOD|MARGINAL)$/, /current candidates? pays?/]
}

/** Without an armed trading scope, no candidate becomes an order. */
const refusing =
  (blocker: string): Expectation =>
  ({ inputs }) =>
    inputs.refusals?.value.candidates
      ? [/^BLOCKED_BY_/, /^0 of \d+ candidates? .+ became/]
      : ['NO_CANDIDATES', new RegExp(`^No candidates .+; entries are blocked now \\(${blocker}\\): `)]

const DAYS_OF_TRADES: Expected = [INSUFFICIENT, /equity samples|closed positions/, /only closed trades and whole days/]
const DAYS_OF_MARKET: Expected = [INSUFFICIENT, /have 0 of 7 days .+ reached about 20/, /Keep the server running/]
/** The expected report depends on whether a bar has closed since the start. */
const COVERAGE: Expectation = ({ inputs }) =>
  inputs.coverage?.value.grid.some(({ expected }) => expected > 0)
    ? ['PARTIAL', /declared strategies/, /not part of this version/]
    : [INSUFFICIENT, /have 0 of 1 bars/, /Arm a trading scope/]

/** The order sent by the test is counted once its evaluation period is over. */
const LOOP: Expectation = ({ inputs }) =>
  inputs.evidenceLoop?.value.stages.some(({ stage, eligible }) => stage === 'INTENT' && eligible > 0)
    ? ['LOOP_CLOSED', /^Every record advances or states why not/, /does not measure it/]
    : [INSUFFICIENT, /have 0 of 1 decisions/, /which strategies are armed/]

/** The digest is composed again a minute after the start, from what is known by then. */
const DIGEST: Expectation = ({ inputs }) => {
  const lines = inputs.digest?.value.lines ?? []
  const live = lines.filter(({ provenance }) => provenance === 'LIVE_STATE')
  return live.length < lines.length / 2
    ? ['DIGEST_STATIC', /of the \d+ lines of the digest come from live state; at least 50% is required/]
    : ['DIGEST_DISABLED', /No channel is enabled/]
}

/** Rows whose inputs are read separately from the snapshots, and may lag behind a brief situation. */
const READ_LATE: Table = {
  'candidate-quality-v3': CANDIDATES,
  'frontend-route-truth': CONSOLE,
  'rag-nlp-ml-boundary-truth': ['NO_ADVISORY_MODULES_PRESENT', /none of the \d+ modules/],
  'messenger-dynamic-truth': DIGEST,
}

/** Healthy server that has just begun to trade and lacks only days of evidence. */
const WELL: Table = {
  'public-status-truth': ['OPERATIONAL', /RUNNING.*9 of 9/],
  'restart-continuity-truth': ['SAFE_TO_AUTO_RESUME', /17 of 17 checks passed/],
  'protection-blocker-truth': ['ALL_PROTECTED', /read back from the exchange/],
  'profitability-quality-scorecard': DAYS_OF_TRADES,
  'runtime-constitution-truth': ['CONFORMS', /limits are in effect as declared/],
  'exchange-market-intelligence-truth': DAYS_OF_MARKET,
  'anti-manipulation-truth': DAYS_OF_MARKET,
  ...READ_LATE,
  'execution-throttle-truth': ['WITHIN_LIMITS', /Within limits/],
  'security-rbac-truth': ['ENFORCED', /Access control holds/],
  'pre-dispatch-root-cause-truth': refusing('BOOK_ACTIVE'),
  'evidence-loop-closure-truth': LOOP,
  'live-readiness-decision-packet': NO_GO,
  'go-live-readiness-snapshot': NO_GO,
  'full-strategy-pattern-coverage': COVERAGE,
  'operator-compact-truth': ['ALL_CLEAR', /no action needed/],
}

/** Report right after a start, without measurements. */
const STARTING: Expected = [INSUFFICIENT, /, required: at most .+; produced by/, /^(Wait|Check on the host|Keep)/]

/** Expects these reports as soon as the snapshot contains every input they need, and missing evidence until then. */
const onceRead = (rows: Table): Table =>
  Object.fromEntries(
    Object.entries(rows).map(([name, expectation]) => [
      name,
      (snapshot: TruthSnapshot) => (isRead(name, snapshot) ? expectedOn(snapshot, expectation) : STARTING),
    ]),
  )

const expectedOn = (snapshot: TruthSnapshot, expectation: Expectation): Expected =>
  typeof expectation === 'function' ? expectation(snapshot) : expectation

const isRead = (name: string, snapshot: TruthSnapshot): boolean => {
  const { needs } = SURFACES.find(({ contract }) => contract.surface === name) ?? expect.fail(name)
  return needs.every((input) => missingInput(input, snapshot) === null)
}

const NO_GO_UNPROTECTED: Expected = [
  'NO_GO',
  /LR08 \(every position protected by its stop in time\)/,
  /Fix what protection-blocker-truth reports/,
]
const NO_GO_STOPPED: Expected = ['NO_GO', /LR25 \(no emergency stop is engaged\)/, /plimsoll stop clear/]

/** Expected reports of every surface in each situation; unnamed surfaces report as when all is well. */
export const SITUATIONS = {
  well: WELL,
  fresh: {
    ...WELL,
    ...onceRead({
      'public-status-truth': ['RECOVERING', /^The engine is (STARTING|RECONCILING)/, /^Wait/],
      'protection-blocker-truth': ['NO_POSITIONS', /No positions are open/],
      ...READ_LATE,
      'execution-throttle-truth': ['WITHIN_LIMITS', /Within limits/],
      'security-rbac-truth': ['ENFORCED', /Access control holds/],
      'pre-dispatch-root-cause-truth': [
        'NO_CANDIDATES',
        /^No candidates .+ from 0 signals; entries are blocked now \(\w+\): /,
      ],
    }),
    'restart-continuity-truth': [INSUFFICIENT, /, required: |waits for/, /^Wait/],
    'profitability-quality-scorecard': [
      INSUFFICIENT,
      /closed positions|equity samples/,
      /closed trades and whole days/,
    ],
    'exchange-market-intelligence-truth': [INSUFFICIENT, /produced by market source|engine/, /^Wait/],
    'anti-manipulation-truth': [INSUFFICIENT, /produced by market source|engine/, /^Wait/],
    'evidence-loop-closure-truth': [INSUFFICIENT, /(, required: |have 0 of 1 decisions)/, /^(Wait|Keep autotrading)/],
    'full-strategy-pattern-coverage': [
      INSUFFICIENT,
      /(, required: |have 0 of 1 bars)/,
      /^(Wait|Arm a trading scope|Keep autotrading)/,
    ],
    'operator-compact-truth': [INSUFFICIENT, /^Not enough evidence to judge whether action is required/, /^Wait/],
  },
  stopped: {
    ...WELL,
    'public-status-truth': ['EMERGENCY_STOPPED', /emergency stop has been engaged since/i, /plimsoll stop clear/],
    'restart-continuity-truth': ['OPERATOR_REQUIRED', /RC03 \(no emergency stop is engaged\)/, /plimsoll stop clear/],
    'pre-dispatch-root-cause-truth': [
      'BLOCKED_BY_SAFETY',
      /emergency stop.*plimsoll stop clear/,
      /plimsoll stop clear/,
    ],
    'live-readiness-decision-packet': NO_GO_STOPPED,
    'go-live-readiness-snapshot': NO_GO_STOPPED,
    'operator-compact-truth': ['STOPPED_BY_CHOICE', /emergency stop/i, /plimsoll stop clear/],
  },
  unprotected: {
    ...WELL,
    'public-status-truth': ['DEGRADED', /PROTECTION: stop protection is incomplete/, /protection-blocker-truth/],
    'restart-continuity-truth': [INSUFFICIENT, /RC12 waits for .+ series/, /Wait for order books/],
    'protection-blocker-truth': [
      'UNPROTECTED',
      /1 of 1 position without a verified stop for longer than 1 ms/,
      /guardian places the stop again, or closes the position/,
    ],
    ...onceRead({
      'exchange-market-intelligence-truth': DAYS_OF_MARKET,
      'anti-manipulation-truth': DAYS_OF_MARKET,
      ...READ_LATE,
      'evidence-loop-closure-truth': LOOP,
      'full-strategy-pattern-coverage': COVERAGE,
    }),
    'pre-dispatch-root-cause-truth': refusing('\\w+'),
    'live-readiness-decision-packet': NO_GO_UNPROTECTED,
    'go-live-readiness-snapshot': NO_GO_UNPROTECTED,
    'operator-compact-truth': ['ACT_NOW', /without a verified stop/, /close the position at the exchange/],
  },
  unreachable: {
    ...WELL,
    'public-status-truth': [
      INSUFFICIENT,
      /^(The market stream of the exchange is lost|The exchange cannot be reached); .+plimsoll doctor/,
      /plimsoll doctor/,
    ],
    'restart-continuity-truth': [
      INSUFFICIENT,
      /RC12 waits for order books|A heartbeat from the exchange/,
      /^(Wait for |Check the network)/,
    ],
    'protection-blocker-truth': ['NO_POSITIONS', /No positions are open/],
    'exchange-market-intelligence-truth': [
      'FEED_STALE',
      /The .*(order book|mark).* old; the limit is .+ more sign/,
      /it reconnects automatically.+plimsoll doctor/,
    ],
    'anti-manipulation-truth': [INSUFFICIENT, /Prices of every instrument/, /plimsoll doctor/],
    'pre-dispatch-root-cause-truth': refusing('STATE_DEGRADED'),
    'operator-compact-truth': [
      INSUFFICIENT,
      /The market stream of the exchange is lost|The exchange cannot be reached/,
      /plimsoll doctor/,
    ],
  },
} as const satisfies Readonly<Record<string, Table>>

/**
 * Expects every surface to report its row of a situation, with severity, cause and remedy. A surface without a row is
 * checked for the latter three.
 */
export const expectVerdicts = (situation: keyof typeof SITUATIONS, { snapshot, all }: Reports): void => {
  const reports = all()
  expect(reports.map(({ surface }) => surface)).toEqual(expect.arrayContaining(Object.keys(WELL)))
  const table: Table = SITUATIONS[situation]
  const findExpectation = ({ surface, verdict }: Report): Expected =>
    expectedOn(snapshot, table[surface] ?? [verdict, /./])
  // All at once, because one surface is often the cause of another.
  expect([situation, ...reports.map(({ surface, verdict, summary }) => [surface, verdict, summary])]).toEqual([
    situation,
    ...reports.map((report) => {
      const [expected, summary] = findExpectation(report)
      const verdict = expected instanceof RegExp ? expect.stringMatching(expected) : expected
      return [report.surface, verdict, expect.stringMatching(summary)]
    }),
  ])
  for (const report of reports) {
    const { surface, verdict, severity } = report
    const [, , remedy] = findExpectation(report)
    const severities: Readonly<Record<string, string>> = findSurface(surface)?.verdicts ?? {}
    expect([surface, severity]).toEqual([surface, expectedSeverity(report, severities[verdict])])
    expectCauses(report)
    if (severity === 'OK') continue
    const remedies = [...report.reasons, ...report.missingEvidence].map((each) => each.remedy ?? '')
    if (remedy)
      expect([situation, surface, remedies.join(' ')]).toEqual([situation, surface, expect.stringMatching(remedy)])
  }
}

/** The public status includes critical findings of other surfaces. */
const expectedSeverity = ({ reasons }: Report, ofVerdict: string | undefined): string | undefined =>
  reasons.some(({ code }) => code === 'CRITICAL_FINDING') ? 'CRITICAL' : ofVerdict

/** Returns whether a severity calls for action. */
const isRaised = (severity: Report['severity']): boolean => SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf('WARN')

/** Expects every problem to contain a cause, the measured or missing value, and the remedy or the awaited event. */
export const expectCauses = ({ surface, severity, reasons, missingEvidence }: Report): void => {
  if (isRaised(severity)) expect([surface, reasons.length + missingEvidence.length > 0]).toEqual([surface, true])
  for (const { message, code, remedy, ...reason } of reasons) {
    expect([surface, code, message.length > 10]).toEqual([surface, code, true])
    if (isRaised(reason.severity)) expect([surface, code, remedy]).toEqual([surface, code, REMEDY])
  }
  for (const { description, producedBy, code, remedy } of missingEvidence) {
    expect([surface, code, description.length > 3, producedBy.length > 3]).toEqual([surface, code, true, true])
    expect([surface, code, remedy]).toEqual([surface, code, REMEDY])
  }
}

/** Complete sentence. */
const REMEDY = expect.stringMatching(/^[A-Z].{12,}\.$/)
