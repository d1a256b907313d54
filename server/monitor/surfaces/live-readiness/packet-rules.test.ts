import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DecisionPacket } from '../../../../contract/monitor/live-readiness-decision-packet.ts'
import type { MissingEvidence } from '../../../../contract/monitor/surface.ts'
import { anEngineStatus } from '../../../../test/support/engine-status.ts'
import {
  aDrill,
  anIdentity,
  aWaiver,
  aWatch,
  readyInputs,
  readyReports,
  scorecardWith,
  WAIVABLE,
} from '../../../../test/support/readiness-samples.ts'
import { aConstitution } from '../../../../test/support/risk-samples.ts'
import { aSnapshot, type InputValues, report, TAKEN_AT_MS } from '../../../../test/support/truth-samples.ts'
import { DAY_MS, HOUR_MS } from '../../../core/instant.ts'
import type { InputName } from '../../frame/inputs.ts'
import { afterParts, NO_FAULTS } from '../../frame/open-faults.ts'
import { createReport, measureParts } from '../../frame/report.ts'
import type { Drill } from '../../inputs/go-live.ts'
import { liveReadinessDecisionPacket as surface } from './packet-rules.ts'

const WEEK_MS = 7 * DAY_MS

const packetIn = ({ data }: { readonly data: unknown }) => data as DecisionPacket

const judged = (inputs: InputValues = readyInputs(), reports = readyReports()) =>
  report(surface, aSnapshot(inputs), reports)

const judgedLive = (reports: ReturnType<typeof readyReports>) =>
  report(surface, aSnapshot(readyInputs(), { mode: 'LIVE' }), reports)

const gateStatus = (made: { readonly data: unknown }, gateId: string) =>
  packetIn(made).gates.find(({ id }) => id === gateId)?.status

describe('go-live-packet', () => {
  it('is a go when every gate passes, and names what passes only by a waiver', () => {
    const made = judged()
    expect([made.verdict, made.severity, made.missingEvidence]).toEqual(['GO', 'OK', []])
    expect(made.summary).toBe('Go: all 25 gates pass, 3 of them by a host waiver because they are not measured.')
    const packet = packetIn(made)
    expect(packet).toMatchObject({
      decision: 'GO',
      grantsAuthority: false,
      counts: { pass: 25, waived: 3, fail: 0, missing: 0 },
      scope: { kind: 'AUTOTRADING', bookId: 'default', symbols: ['BTCUSDT'], maxNotional: '20000' },
      previous: null,
    })
    expect(packet.gates.map(({ id }) => id)).toEqual(
      Array.from({ length: 25 }, (_, index) => `LR${String(index + 1).padStart(2, '0')}`),
    )
    expect(packet.gates.filter(({ waivable }) => waivable).map(({ id }) => id)).toEqual(WAIVABLE)
    expect(packet.residualRisks).toContain(
      'LR13 is waived until 2026-01-03T03:04:05.678Z, and is not measured: reviewed manually',
    )
  })

  it('waits for evidence while a gate is neither measured nor waived', () => {
    const made = judged(readyInputs({ waivers: [] }))
    expect([made.verdict, packetIn(made).counts]).toEqual([
      'INSUFFICIENT_EVIDENCE',
      { pass: 22, waived: 0, fail: 0, missing: WAIVABLE.length },
    ])
    expect(made.missingEvidence.map(({ code }) => code)).toEqual(WAIVABLE)
    expect(made.missingEvidence[1]).toMatchObject({
      code: 'LR13',
      have: null,
      producedBy: expect.stringContaining('practice'),
    })
  })

  it('gives every gate that does not pass a remedy, and names the drills and the command of a waiver', () => {
    const made = report(surface, aSnapshot({}))
    for (const { remedy } of [...made.reasons, ...made.missingEvidence]) expect(remedy).toMatch(/^[A-Z].{15,}\.$/)
    const remedies = new Map(packetIn(made).gates.map(({ id, remedy }) => [id, remedy]))
    for (const gateId of WAIVABLE) expect(remedies.get(gateId)).toContain(`plimsoll live waive --gate ${gateId}.`)
    expect([remedies.get('LR09'), remedies.get('LR10')]).toEqual([
      expect.stringContaining('kill -9'),
      expect.stringContaining('plimsoll stop --reason drill'),
    ])
  })

  it('ignores an expired waiver', () => {
    const waivers = WAIVABLE.map((gateId) =>
      aWaiver({ gateId, expiresAtMs: gateId === 'LR16' ? TAKEN_AT_MS : TAKEN_AT_MS + 1 }),
    )
    const made = judged(readyInputs({ waivers }))
    expect([made.verdict, made.missingEvidence.map(({ code }) => code)]).toEqual(['INSUFFICIENT_EVIDENCE', ['LR16']])
    expect(packetIn(made).waivers).toHaveLength(WAIVABLE.length - 1)
  })

  it('is no go when one gate fails, whatever the others', () => {
    const made = judged(readyInputs({ reconciliation: { differences: 1 }, waivers: [] }))
    expect([made.verdict, made.severity]).toEqual(['NO_GO', 'BLOCK'])
    expect(made.reasons).toMatchObject([{ code: 'LR07', value: 1, threshold: 0, unit: 'differences' }])
    expect(made.missingEvidence).toHaveLength(WAIVABLE.length)
  })

  it('reports how many passes are waived, also when it is no go', () => {
    const noGo = judged(readyInputs({ reconciliation: { differences: 1 } }))
    expect(noGo.summary).toBe(
      'No go: 1 of 25 gates fails, 24 pass (3 of them waived by the host, not measured), evidence is missing for 0; failing: LR07 (our ledger matches the exchange).',
    )
    expect(packetIn(noGo).counts).toEqual({ pass: 24, waived: 3, fail: 1, missing: 0 })
    const waivers = WAIVABLE.slice(1).map((gateId) => aWaiver({ gateId }))
    expect(judged(readyInputs({ waivers })).summary).toBe(
      'Not enough evidence for a go: 24 of 25 gates pass (2 of them waived by the host, not measured), none fails, evidence is missing for 1, first LR03.',
    )
  })

  it.each<[string, InputValues]>([
    ['NO_GO', { reconciliation: { differences: 1 } }],
    ['INSUFFICIENT_EVIDENCE', { waivers: [] }],
  ])('names a grant that is valid although it is %s, and how to revoke it', (verdict, changes) => {
    const given = {
      liveGrant: {
        grant: { expiresAtMs: TAKEN_AT_MS + DAY_MS, matchesConstitution: true, scope: 'AUTOTRADING' as const },
      },
    }
    const made = judged(readyInputs({ ...changes, ...given }))
    expect(made.verdict).toBe(verdict)
    const reason = made.reasons.find(({ code }) => code === 'GRANT_STANDS') ?? expect.fail('no reason')
    expect(reason).toMatchObject({ severity: 'BLOCK', value: '2026-01-03T03:04:05.678Z' })
    expect(reason.message).toContain('plimsoll live disarm')
    expect(reason.evidenceIds).toHaveLength(1)
    const codes = (inputs: InputValues) => judged(inputs).reasons.map(({ code }) => code)
    expect(codes(readyInputs(given))).not.toContain('GRANT_STANDS')
    expect(codes(readyInputs({ ...changes, liveGrant: { grant: null } }))).not.toContain('GRANT_STANDS')
  })

  it('ignores a waiver of something that is measured', () => {
    const all = Array.from({ length: 25 }, (_, index) => aWaiver({ gateId: `LR${String(index + 1).padStart(2, '0')}` }))
    expect(judged(readyInputs({ waivers: all, reconciliation: { differences: 1 } })).verdict).toBe('NO_GO')
    const lost = judged(readyInputs({ waivers: all }), readyReports({ 'security-rbac-truth': null }))
    expect([lost.verdict, gateStatus(lost, 'LR14')]).toEqual(['INSUFFICIENT_EVIDENCE', 'MISSING'])
  })

  it('omits gates about autotrading when no trading scope is armed', () => {
    const books = [
      {
        bookId: 'default',
        mode: 'OFF' as const,
        symbols: [],
        timeframes: [],
        strategies: [],
        explores: false,
        manualSymbols: [],
      },
    ]
    const made = judged(
      readyInputs({ engine: anEngineStatus({ books }) }),
      readyReports({ 'profitability-quality-scorecard': null, 'candidate-quality-v3': null }),
    )
    expect([made.verdict, packetIn(made).scope.kind, packetIn(made).gates.length]).toEqual(['GO', 'MANUAL', 21])
    for (const gateId of ['LR01', 'LR02', 'LR03', 'LR23']) expect(gateStatus(made, gateId)).toBeUndefined()
  })

  it.each<InputName>(['engine', 'orders', 'reconciliation', 'clock', 'audit', 'constitutionProbes', 'waivers'])(
    'has not seen enough without %s, or with an old one',
    (name) => {
      const { [name]: _lost, ...rest } = readyInputs()
      expect(report(surface, aSnapshot(rest), readyReports()).verdict).toBe('INSUFFICIENT_EVIDENCE')
      const old = aSnapshot(readyInputs(), { agesMs: { [name]: DAY_MS } })
      expect(report(surface, old, readyReports()).verdict).toBe('INSUFFICIENT_EVIDENCE')
    },
  )

  it('has insufficient evidence on a fresh start, and counts an unreadable stop as engaged', () => {
    const made = report(surface, aSnapshot({}))
    expect([made.verdict, packetIn(made).counts]).toEqual(['NO_GO', { pass: 0, waived: 0, fail: 1, missing: 24 }])
  })

  it('treats missing days and trades as too few, not as wrong', () => {
    const made = judged(
      readyInputs(),
      readyReports({ 'profitability-quality-scorecard': scorecardWith({ counts: { closedTrades: 12, days: 9 } }) }),
    )
    expect(made.missingEvidence).toMatchObject([{ code: 'LR02', have: 9, need: 41, unit: 'days' }])
  })

  it('reports when the evidence could be available, if the awaited surface does', () => {
    const missingItem = {
      code: 'CLOSED_TRADES',
      description: 'Closed trades',
      have: 1,
      need: 2,
      producedBy: 'x',
      earliestAt: '2026-02-03T00:00:00.000Z',
    }
    const made = judged(
      readyInputs(),
      readyReports({
        'profitability-quality-scorecard': { verdict: 'INSUFFICIENT_EVIDENCE', missingEvidence: [missingItem] },
      }),
    )
    expect(made.missingEvidence[0]).toMatchObject({ code: 'LR01', earliestAt: '2026-02-03T00:00:00.000Z' })
  })
})

describe('gates that wait for the scorecard', () => {
  const soon = TAKEN_AT_MS + 2 * DAY_MS
  const late = TAKEN_AT_MS + 20 * DAY_MS
  const createMissing = (code: string, have: number | null, earliestAtMs: number | null): MissingEvidence => ({
    code,
    description: code,
    have,
    need: 30,
    producedBy: 'x',
    earliestAt: earliestAtMs === null ? null : new Date(earliestAtMs).toISOString(),
  })
  const dueAt = (
    gateId: string,
    counts: Readonly<Record<string, number>>,
    missingItems: readonly MissingEvidence[],
  ) => {
    const waits = {
      verdict: 'INSUFFICIENT_EVIDENCE',
      missingEvidence: [...missingItems, createMissing('OVERFIT_PROBABILITY', null, null)],
    }
    const scorecard = { ...scorecardWith({ counts, minTrlDays: null }), ...waits }
    const made = judged(readyInputs(), readyReports({ 'profitability-quality-scorecard': scorecard }))
    const due = made.missingEvidence.find(({ code }) => code === gateId)?.earliestAt ?? null
    return due && Date.parse(due)
  }
  const few = { closedTrades: 20, days: 10 }
  const trades = createMissing('CLOSED_TRADES', 20, soon)
  const days = createMissing('TRACK_RECORD_DAYS', 10, late)
  const unexplained = createMissing('EQUITY_IDENTITY', null, null)

  it.each([
    ['the last that is foreseen of a verdict', 'LR01', { counts: few, missingItems: [trades, days] }, late],
    [
      'the days, while there are no trades',
      'LR01',
      { counts: few, missingItems: [createMissing('CLOSED_TRADES', 0, null), days] },
      late,
    ],
    [
      'nothing, while the account is not explained',
      'LR01',
      { counts: few, missingItems: [trades, days, unexplained] },
      null,
    ],
    [
      'a hundred trades, at the rate of the thirty',
      'LR02',
      { counts: { ...few, days: 30 }, missingItems: [trades] },
      TAKEN_AT_MS + 16 * DAY_MS,
    ],
    ['the days of the record', 'LR02', { counts: { ...few, closedTrades: 100 }, missingItems: [days] }, late],
    ['nothing, where it is all there', 'LR02', { counts: { closedTrades: 100, days: 30 }, missingItems: [] }, null],
  ])('report when they could have %s', (_what, gateId, { counts, missingItems }, dueAtMs) => {
    expect(dueAt(gateId, counts, missingItems)).toBe(dueAtMs)
  })
})

describe('go-live gates', () => {
  const scorecard = (changes: object) => ({ 'profitability-quality-scorecard': scorecardWith(changes) })
  const withVerdict = (name: string, verdict: string) => ({ [name]: { verdict } })

  it.each([
    ['LR01', withVerdict('profitability-quality-scorecard', 'PROVEN_POSITIVE'), 'PASS'],
    ['LR01', withVerdict('profitability-quality-scorecard', 'UNPROVEN'), 'FAIL'],
    ['LR01', withVerdict('profitability-quality-scorecard', 'PROVEN_NEGATIVE'), 'FAIL'],
    ['LR01', withVerdict('profitability-quality-scorecard', 'INSUFFICIENT_EVIDENCE'), 'MISSING'],
    ['LR02', scorecard({ minTrlDays: 45 }), 'PASS'],
    ['LR02', scorecard({ minTrlDays: 45.1 }), 'MISSING'],
    ['LR02', scorecard({ minTrlDays: null, counts: { closedTrades: 100, days: 30 } }), 'PASS'],
    ['LR02', scorecard({ minTrlDays: null, counts: { closedTrades: 99, days: 30 } }), 'MISSING'],
    ['LR02', scorecard({ minTrlDays: null, counts: { closedTrades: 100, days: 29 } }), 'MISSING'],
    ['LR03', scorecard({ dsr: 0.95 }), 'PASS'],
    ['LR03', scorecard({ dsr: 0.94 }), 'FAIL'],
    ['LR03', scorecard({ dsr: null }), 'MISSING'],
    ['LR03', scorecard({ pbo: { value: 0.2, splits: 1 } }), 'PASS'],
    ['LR03', scorecard({ pbo: { value: 0.21, splits: 1 } }), 'FAIL'],
    ['LR05', withVerdict('runtime-constitution-truth', 'TIGHTER_THAN_DECLARED'), 'FAIL'],
    ['LR05', withVerdict('runtime-constitution-truth', 'DRIFT_LOOSER'), 'FAIL'],
    ['LR06', withVerdict('evidence-loop-closure-truth', 'LOOP_LEAKING'), 'FAIL'],
    ['LR08', withVerdict('protection-blocker-truth', 'ALL_PROTECTED'), 'PASS'],
    ['LR08', pendingStop(), 'PASS'],
    ['LR08', pendingStop('STOP_LOST_LATELY'), 'FAIL'],
    ['LR08', withVerdict('protection-blocker-truth', 'UNPROTECTED'), 'FAIL'],
    ['LR08', stopTimes(5_000, 5_000), 'PASS'],
    ['LR08', stopTimes(5_001, 5_000), 'FAIL'],
    ['LR08', stopTimes(null, 5_001), 'FAIL'],
    ['LR08', stopTimes(null, 0), 'PASS'],
    ['LR08', stopTimes(900, null), 'MISSING'],
    ['LR14', withVerdict('security-rbac-truth', 'WEAKENED'), 'FAIL'],
    ['LR15', withVerdict('rag-nlp-ml-boundary-truth', 'BOUNDARY_PROVEN'), 'PASS'],
    ['LR15', withVerdict('rag-nlp-ml-boundary-truth', 'BOUNDARY_BREACHED'), 'FAIL'],
    ['LR22', delivered('2026-01-01T03:04:05.678Z'), 'PASS'],
    ['LR22', delivered('2026-01-01T03:04:05.677Z'), 'MISSING'],
    ['LR22', delivered(null), 'MISSING'],
    ['LR23', calibrated(199, 0.5), 'MISSING'],
    ['LR23', calibrated(200, 0.001), 'PASS'],
    ['LR23', calibrated(200, 0), 'FAIL'],
    ['LR24', withVerdict('execution-throttle-truth', 'NEAR_LIMIT'), 'FAIL'],
  ])('%s with %o is %s', (gateId, changes, status) => {
    expect(gateStatus(judged(readyInputs(), readyReports(changes)), gateId)).toBe(status)
  })

  it.each([
    [{ withdraw: true }, 'FAIL'],
    [{ ipBound: false, transfer: null }, 'FAIL'],
    [{ transfer: null }, 'PASS'],
    [{}, 'PASS'],
    [{ expiresAt: '2026-02-01T03:04:05.678Z' }, 'PASS'],
    [{ expiresAt: '2026-02-01T03:04:05.677Z' }, 'FAIL'],
  ])('LR16 in live trading with the permissions %o is %s', (changes, status) => {
    expect(gateStatus(judgedLive(readyReports(key(changes))), 'LR16')).toBe(status)
  })

  it('LR16 in live trading cannot be waived while the permissions of the key have not been read', () => {
    const made = judgedLive(readyReports({ 'security-rbac-truth': { data: { exchangeKey: null } } }))
    expect(packetIn(made).gates.find(({ id }) => id === 'LR16')).toMatchObject({ status: 'MISSING', waived: false })
  })

  it('names failing gates with their abbreviations, and a permission of the key without its title twice', () => {
    const made = judgedLive(readyReports(key({ ipBound: false })))
    expect(made.summary).toContain('failing: LR16 (permissions of the exchange API key).')
    expect(made.reasons[0]?.message).toBe(
      'Permissions of the exchange API key: Trading only, no withdrawals, no transfers, restricted to an IP address: ' +
        'not restricted to an IP address, required: trading only, restricted to an IP address, not about to expire',
    )
  })

  it.each<[string, InputValues, string]>([
    ['LR11', { orders: [{ status: 'OUTCOME_UNKNOWN' }] as never }, 'FAIL'],
    ['LR17', { clock: { checked: true, offsetMs: -240, errorMs: 10 } }, 'PASS'],
    ['LR17', { clock: { checked: true, offsetMs: -241, errorMs: 10 } }, 'FAIL'],
    ['LR17', { clock: { checked: false, offsetMs: null, errorMs: null } }, 'MISSING'],
    ['LR18', { audit: { status: 'RECORDED', size: 9, root: 'ab', lastCheckpointAt: null, broken: 'cut' } }, 'FAIL'],
    ['LR18', { auditVerification: { size: 9, checkpoints: 1, findings: 2, first: 'CHAIN_BROKEN' } }, 'FAIL'],
    ['LR21', { identity: anIdentity({ powerfulWithSecondFactor: 1 }) }, 'FAIL'],
    ['LR21', { identity: anIdentity({ powerful: 0, powerfulWithSecondFactor: 0 }) }, 'MISSING'],
    ['LR21', { identity: anIdentity() }, 'PASS'],
    [
      'LR20',
      { constitutionProbes: { source: 'BUILT_IN', file: null, loadedAtMs: 1, articles: [], changes: [] } },
      'FAIL',
    ],
  ])('%s with %o is %s', (gateId, changes, status) => {
    expect(gateStatus(judged(readyInputs(changes)), gateId)).toBe(status)
  })

  it.each([
    ['10', 'PASS'],
    ['10.1', 'FAIL'],
    [null, 'FAIL'],
  ])('LR20 with an exposure of %s percent in the first week is %s', (firstWeekExposurePct, status) => {
    const snapshot = { ...aSnapshot(readyInputs()), constitution: aConstitution({ limits: { firstWeekExposurePct } }) }
    expect(gateStatus(report(surface, snapshot, readyReports()), 'LR20')).toBe(status)
  })

  const over = (surfaceName: string, verdicts: Record<string, number>): InputValues => ({
    watch: aWatch({ verdicts: { ...aWatch().verdicts, [surfaceName]: verdicts } }),
  })
  const stop = (parts: Partial<Drill>): InputValues => ({
    drills: [aDrill({ kind: 'EMERGENCY_STOP', heldWithinMs: 3, ...parts }), aDrill(), aDrill(), aDrill()],
  })
  const kills = (...changed: Partial<Drill>[]): InputValues => ({
    drills: [aDrill({ kind: 'EMERGENCY_STOP', heldWithinMs: 3 }), ...changed.map(aDrill)],
  })

  it.each<[string, InputValues, string]>([
    ['LR06', over('evidence-loop-closure-truth', { LOOP_CLOSED: 0.98 * WEEK_MS }), 'PASS'],
    ['LR06', over('evidence-loop-closure-truth', { LOOP_CLOSED: 0.98 * WEEK_MS - 1 }), 'MISSING'],
    ['LR06', over('evidence-loop-closure-truth', { LOOP_CLOSED: WEEK_MS, LOOP_LEAKING: 1 }), 'FAIL'],
    ['LR06', over('evidence-loop-closure-truth', { INSUFFICIENT_EVIDENCE: WEEK_MS }), 'MISSING'],
    ['LR07', { watch: aWatch({ reconciliations: 9_999 }) }, 'MISSING'],
    ['LR07', { watch: aWatch({ reconciliations: 10_000 }) }, 'PASS'],
    ['LR07', { watch: aWatch({ differing: 1 }) }, 'FAIL'],
    ['LR08', over('protection-blocker-truth', { NO_POSITIONS: WEEK_MS, PROTECTION_PENDING: 9 }), 'PASS'],
    ['LR08', over('protection-blocker-truth', { NO_POSITIONS: WEEK_MS, UNPROTECTED: 1 }), 'FAIL'],
    ['LR09', kills({}, {}), 'MISSING'],
    ['LR09', kills({}, {}, { outcome: 'PENDING', completedAtMs: null }), 'MISSING'],
    ['LR09', kills({}, {}, { outcome: 'CUT_OFF', completedAtMs: null }), 'MISSING'],
    ['LR09', kills({}, {}, {}, { outcome: 'UNSAFE' }), 'FAIL'],
    ['LR09', kills({}, {}, { completedAtMs: TAKEN_AT_MS - 2 * HOUR_MS + 30_001 }), 'FAIL'],
    ['LR09', kills({}, {}, { startedAtMs: TAKEN_AT_MS - 30 * DAY_MS }), 'MISSING'],
    ['LR10', stop({ heldWithinMs: 100 }), 'PASS'],
    ['LR10', stop({ heldWithinMs: 101 }), 'FAIL'],
    ['LR10', stop({ outcome: 'CUT_OFF' }), 'MISSING'],
    ['LR10', stop({ startedAtMs: TAKEN_AT_MS - 30 * DAY_MS }), 'MISSING'],
    ['LR17', { watch: aWatch({ feedMs: aWatch().observedMs - 0.001 * WEEK_MS }) }, 'PASS'],
    ['LR17', { watch: aWatch({ feedMs: aWatch().observedMs - 0.001 * WEEK_MS - 1 }) }, 'FAIL'],
    ['LR17', { watch: aWatch({ observedMs: 9_000, feedMs: 1_000 }) }, 'MISSING'],
    ['LR17', { watch: aWatch({ clockP99Ms: 900, clockSamples: 99 }) }, 'MISSING'],
    ['LR17', { watch: aWatch({ observedMs: WEEK_MS / 2, feedMs: WEEK_MS / 2 }) }, 'MISSING'],
    ['LR17', { watch: aWatch({ observedMs: 0, feedMs: 0 }) }, 'MISSING'],
    ['LR17', { watch: aWatch({ clockP99Ms: 251 }) }, 'FAIL'],
    ['LR17', { watch: aWatch({ clockP99Ms: null, clockSamples: 0 }) }, 'MISSING'],
    ['LR24', over('execution-throttle-truth', { WITHIN_LIMITS: WEEK_MS, THROTTLED: 1 }), 'FAIL'],
    ['LR25', { latch: { engaged: true, stopId: null, at: null } }, 'FAIL'],
  ])('%s with %o of the past is %s', (gateId, changes, status) => {
    expect(gateStatus(judged(readyInputs(changes)), gateId)).toBe(status)
  })

  it.each(['watch', 'drills', 'latch', 'readinessChecks'] as const)('never pass without %s', (name) => {
    const { [name]: _lost, ...rest } = readyInputs()
    expect(report(surface, aSnapshot(rest), readyReports()).verdict).not.toBe('GO')
  })

  it('show the drills they count, newest first', () => {
    const { drills } = packetIn(judged(readyInputs(stop({ drillId: 'stp_1', by: 'usr_1' }))))
    expect(drills).toHaveLength(4)
    expect(drills.at(-1)).toEqual({
      drillId: 'stp_1',
      kind: 'EMERGENCY_STOP',
      executionMode: 'PAPER',
      startedAt: '2026-01-02T01:04:05.678Z',
      completedAt: '2026-01-02T01:04:07.178Z',
      durationMs: 1_500,
      outcome: 'COMPLETE',
      by: 'usr_1',
      heldWithinMs: 3,
    })
  })

  it('continue to fail without the evidence they failed on, until it is measured as good', () => {
    const failing = readyReports(calibrated(200, -0.1))
    const lost = readyReports(calibrated(0, 0))
    const snapshot = aSnapshot(readyInputs())
    const first = report(surface, snapshot, failing)
    const parts = afterParts(NO_FAULTS, measureParts(surface, snapshot, failing), TAKEN_AT_MS)
    expect([first.verdict, Object.keys(parts.parts)]).toEqual(['NO_GO', [expect.stringMatching(/^LR23: /)]])
    const later = aSnapshot(readyInputs({ openFaults: parts }))
    const still = report(surface, later, lost)
    expect([still.verdict, gateStatus(still, 'LR23')]).toEqual(['NO_GO', 'FAIL'])
    expect(still.reasons[0]).toMatchObject({ code: 'LR23', value: -0.1 })
    expect(still.reasons[0]?.message).toContain('not measured now')
    const good = readyReports(calibrated(200, 0.1))
    expect(report(surface, later, good).verdict).toBe('GO')
    expect(afterParts(parts, measureParts(surface, later, good), TAKEN_AT_MS)).toEqual(NO_FAULTS)
    expect(afterParts(parts, measureParts(surface, later, lost), TAKEN_AT_MS)).toEqual(parts)
  })

  it('wait for a paper run when money is real', () => {
    const live = aSnapshot(readyInputs(), { mode: 'LIVE' })
    expect(gateStatus(report(surface, live, readyReports()), 'LR01')).toBe('MISSING')
  })

  it('use the thresholds of the constitution', () => {
    const constitution = aConstitution({ monitor: { goLiveTrades: 500, packetValidMs: 60_000 } })
    const made = report(surface, aSnapshot(readyInputs(), { constitution }), readyReports())
    expect(gateStatus(made, 'LR02')).toBe('MISSING')
    expect(packetIn(made).gates[0]?.validForMs).toBe(60_000)
  })
})

function stopTimes(max: number | null, longestUnprotectedMs: number | null) {
  return { 'protection-blocker-truth': { data: { latency: { fillToVerifiedMs: { max }, longestUnprotectedMs } } } }
}

function pendingStop(...codes: readonly string[]) {
  const reasons = ['PROTECTION_PLACED', ...codes].map((code) => ({
    code,
    severity: 'WARN' as const,
    message: code,
    evidenceIds: [],
  }))
  return { 'protection-blocker-truth': { verdict: 'PROTECTION_PENDING', reasons } }
}

function key(changes: object) {
  const exchangeKey = { trade: true, withdraw: false, transfer: false, ipBound: true, expiresAt: null, ...changes }
  return { 'security-rbac-truth': { data: { exchangeKey } } }
}

function delivered(lastDeliveredAt: string | null) {
  return { 'messenger-dynamic-truth': { data: { channels: [{ lastDeliveredAt }] } } }
}

function calibrated(effectiveN: number, brierSkill: number) {
  return { 'candidate-quality-v3': { data: { calibration: [{ effectiveN, brierSkill }] } } }
}

describe('a packet with every possible waiver', () => {
  const VERDICTS = Object.keys(surface.contract.verdicts)
  const allWaived = Array.from({ length: 25 }, (_, index) =>
    aWaiver({ gateId: `LR${String(index + 1).padStart(2, '0')}` }),
  )
  const worse: InputValues = {
    reconciliation: { differences: 1 },
    clock: { checked: true, offsetMs: 900, errorMs: 1 },
    audit: { status: 'RECORDED', size: 9, root: 'ab', lastCheckpointAt: null, broken: 'cut' },
  }
  const bad = { verdict: 'INVENTED_AND_BAD' }

  it('is never better when an input or a report is lost', () => {
    const names = Object.keys(readyInputs()) as InputName[]
    const surfaces = [...readyReports().keys()]
    const some = <T>(all: readonly T[]) => fc.subarray([...all])
    fc.assert(
      fc.property(
        some(Object.keys(worse)),
        some(surfaces),
        some(names),
        some(surfaces),
        (wrong, failing, lost, gone) => {
          const changes = Object.fromEntries(Object.entries(worse).filter(([name]) => wrong.includes(name)))
          const inputs = readyInputs({ waivers: allWaived, ...changes })
          const reports = readyReports(Object.fromEntries(failing.map((name) => [name, bad])))
          const before = createReport(surface, aSnapshot(inputs), reports).verdict
          const left = Object.fromEntries(Object.entries(inputs).filter(([name]) => !lost.includes(name as InputName)))
          const known = new Map([...reports].filter(([name]) => !gone.includes(name)))
          const after = createReport(surface, aSnapshot(left), known).verdict
          const most = Math.max(VERDICTS.indexOf(before), VERDICTS.indexOf('INSUFFICIENT_EVIDENCE'))
          expect(VERDICTS.indexOf(after)).toBeLessThanOrEqual(most)
        },
      ),
    )
  })
})
