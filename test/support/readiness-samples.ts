import type { Report } from '../../contract/monitor/surface.ts'
import { DAY_MS, HOUR_MS } from '../../server/core/instant.ts'
import type { Drill, FillReading, ReadinessCheck, Waiver } from '../../server/monitor/inputs/go-live.ts'
import type { WatchTruth } from '../../server/monitor/inputs/observation.ts'
import type { IdentityTruth } from '../../server/monitor/inputs/security.ts'
import { anEngineStatus } from './engine-status.ts'
import { aReport } from './report-samples.ts'
import { type InputValues, TAKEN_AT_MS } from './truth-samples.ts'

/** Gates that this build cannot fully measure. */
export const WAIVABLE = ['LR03', 'LR13', 'LR16']

const OBSERVED_MS = 7 * DAY_MS - HOUR_MS

export const aWaiver = (parts: Partial<Waiver> = {}): Waiver => ({
  gateId: 'LR13',
  by: 'alice',
  reason: 'reviewed manually',
  madeAtMs: TAKEN_AT_MS - DAY_MS,
  expiresAtMs: TAKEN_AT_MS + DAY_MS,
  ...parts,
})

/** Drill two hours ago: a kill with a recovery in 1.5 seconds. */
export const aDrill = (parts: Partial<Drill> = {}): Drill => ({
  drillId: 'run_1',
  kind: 'KILL',
  mode: 'PAPER',
  startedAtMs: TAKEN_AT_MS - 2 * HOUR_MS,
  completedAtMs: TAKEN_AT_MS - 2 * HOUR_MS + 1_500,
  outcome: 'COMPLETE',
  by: null,
  heldWithinMs: null,
  ...parts,
})

/** Check without a fault, an hour ago, of the sample build and limits. */
export const aCheck = (parts: Partial<ReadinessCheck> = {}): ReadinessCheck => ({
  kind: 'SIMULATION',
  by: 'alice',
  recordedAtMs: TAKEN_AT_MS - HOUR_MS,
  atMs: TAKEN_AT_MS - HOUR_MS,
  subject: null,
  count: 10_000,
  faults: 0,
  note: null,
  ...parts,
})

/** Comparison of 120 fills, all the same. */
export const aFillCheck = (parts: Partial<ReadinessCheck> = {}, fills: Partial<FillReading> = {}): ReadinessCheck =>
  aCheck({
    kind: 'FILLS',
    subject: 'simulated',
    count: 120,
    note: '120 SAME',
    fills: { medianBps: 0, incomplete: null, fromMs: TAKEN_AT_MS - 4 * DAY_MS, toMs: TAKEN_AT_MS - HOUR_MS, ...fills },
    ...parts,
  })

/** Returns one good check of each kind, an hour before. */
export const goodChecks = (nowMs = TAKEN_AT_MS): readonly ReadinessCheck[] =>
  [
    aCheck({ subject: 'b'.repeat(64) }),
    aCheck({ kind: 'CHECKPOINT' }),
    aCheck({ kind: 'RESTORE' }),
    aCheck({ kind: 'LIMITS_REVIEW', subject: 'c'.repeat(64), count: 1, note: 'read line by line' }),
    aFillCheck(),
  ].map((check) => ({ ...check, atMs: nowMs - HOUR_MS }))

/** Observed week, good except for an hour. */
export const aWatch = (parts: Partial<WatchTruth> = {}): WatchTruth => ({
  fromMs: TAKEN_AT_MS - 7 * DAY_MS,
  toMs: TAKEN_AT_MS,
  observedMs: OBSERVED_MS,
  feedMs: OBSERVED_MS,
  reconciliations: 20_000,
  differing: 0,
  clockP99Ms: 80,
  clockSamples: 10_000,
  verdicts: {
    'evidence-loop-closure-truth': { LOOP_CLOSED: OBSERVED_MS, INSUFFICIENT_EVIDENCE: 1_000 },
    'protection-blocker-truth': { ALL_PROTECTED: OBSERVED_MS },
    'execution-throttle-truth': { WITHIN_LIMITS: OBSERVED_MS },
  },
  ...parts,
})

/** Two users with trading rights and two-factor authentication. */
export const anIdentity = (parts: Partial<IdentityTruth> = {}): IdentityTruth => ({
  algorithm: 'EdDSA',
  tokenType: 'at+jwt',
  accessTtlMs: 900_000,
  refreshIdleMs: DAY_MS,
  refreshAbsoluteMs: 7 * DAY_MS,
  keys: [],
  passwords: { scheme: 'argon2id', parameters: 'm=47104,t=1,p=1', outdated: 0 },
  users: 3,
  powerful: 2,
  powerfulWithSecondFactor: 2,
  secondFactorRequired: true,
  strangeRoles: 0,
  lately: { loggedIn: 1, loginFailed: 0, loginThrottled: 0, sessionRevoked: 0, refreshReused: 0 },
  ...parts,
})

/** Inputs of the packet, complete and good, with unmeasured gates waived. */
export const readyInputs = (changes: InputValues = {}): InputValues => ({
  engine: anEngineStatus(),
  orders: [],
  reconciliation: { differences: 0 },
  clock: { checked: true, offsetMs: -20, errorMs: 10 },
  audit: { status: 'RECORDED', size: 9, root: 'ab', lastCheckpointAt: null, broken: null },
  auditVerification: { size: 9, checkpoints: 1, findings: 0, first: null },
  constitutionProbes: {
    source: 'HOST_FILE',
    file: {
      digest: 'd'.repeat(64),
      names: ['limits.maxDayLossPct', 'limits.maxOrderNotional', 'limits.maxLeverage', 'data.maxBookAgeMs'],
    },
    loadedAtMs: TAKEN_AT_MS - HOUR_MS,
    articles: [],
    changes: [],
  },
  identity: anIdentity(),
  waivers: WAIVABLE.map((gateId) => aWaiver({ gateId })),
  readinessChecks: goodChecks(),
  liveKey: { exchange: null, url: null, key: null },
  latch: { engaged: false, stopId: null, at: null },
  watch: aWatch(),
  drills: [aDrill({ kind: 'EMERGENCY_STOP', by: 'usr_1', heldWithinMs: 3 }), aDrill(), aDrill(), aDrill()],
  ...changes,
})

const SCORECARD = {
  counts: { closedTrades: 120, days: 45, openPositions: 0 },
  minTrlDays: 40.2,
  dsr: 0.97,
  pbo: null,
  trials: { registered: 14, effective: 3.2, varianceOfSharpe: 0.01 },
}

const READY: Readonly<Record<string, readonly [verdict: string, data: unknown]>> = {
  'profitability-quality-scorecard': ['LIKELY_POSITIVE', SCORECARD],
  'runtime-constitution-truth': ['CONFORMS', null],
  'evidence-loop-closure-truth': ['LOOP_CLOSED', null],
  'protection-blocker-truth': [
    'NO_POSITIONS',
    { latency: { fillToVerifiedMs: { max: 900, n: 4 }, longestUnprotectedMs: 900 } },
  ],
  'execution-throttle-truth': ['WITHIN_LIMITS', null],
  'security-rbac-truth': ['ENFORCED', { exchangeKey: null }],
  'rag-nlp-ml-boundary-truth': ['NO_ADVISORY_MODULES_PRESENT', null],
  'messenger-dynamic-truth': ['DIGEST_LIVE', { channels: [{ lastDeliveredAt: '2026-01-02T01:04:05.678Z' }] }],
  'candidate-quality-v3': [
    'GOOD',
    {
      calibration: [
        { effectiveN: 150, brierSkill: 0.1 },
        { effectiveN: 50, brierSkill: -0.1 },
      ],
    },
  ],
}

/** Good reports of the other surfaces; a null change removes a report, other changes are merged into its data. */
export const readyReports = (
  changes: Readonly<Record<string, Partial<Report> | null>> = {},
): ReadonlyMap<string, Report> =>
  new Map(
    Object.entries(READY).flatMap(([surface, [verdict, data]]) => {
      const change = changes[surface]
      return change === null ? [] : [[surface, aReport({ surface, verdict, data, ...change })] as const]
    }),
  )

/** The scorecard of `readyReports` with these changes. */
export const scorecardWith = (changes: object): { readonly data: unknown } => ({ data: { ...SCORECARD, ...changes } })
