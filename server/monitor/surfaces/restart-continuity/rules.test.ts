import { describe, expect, it } from 'vitest'
import { anEngineStatus } from '../../../../test/support/engine-status.ts'
import { aRestart } from '../../../../test/support/operator-samples.ts'
import {
  aSnapshot,
  type InputValues,
  report,
  type SnapshotParts,
  TAKEN_AT_MS,
} from '../../../../test/support/truth-samples.ts'
import type { RestartTruth } from '../../inputs/engine.ts'
import { restartContinuityTruth } from './rules.ts'

const SAFE: InputValues = {
  restart: aRestart(),
  latch: { engaged: false, stopId: null, at: null },
  store: { failure: null, commitP99Ms: 2, freeDiskBytes: 2 ** 40 },
  audit: { status: 'RECORDED', size: 5, root: 'a'.repeat(64), lastCheckpointAt: null, broken: null },
  engine: anEngineStatus(),
  liveGrant: { grant: null },
  privateStream: { state: 'connected' },
  reconciliation: { differences: 0 },
}
const GRANT = { expiresAtMs: TAKEN_AT_MS + 1, matchesConstitution: true, scope: 'AUTOTRADING' as const }

interface Data {
  readonly checks: readonly {
    id: string
    status: string
    holdsBack: boolean
    measured: unknown
    evidenceIds: string[]
  }[]
  readonly boot: unknown
  readonly effectiveAction: string
}

const judge = (values: InputValues = {}, parts: SnapshotParts = {}) => {
  const made = report(restartContinuityTruth, aSnapshot({ ...SAFE, ...values }, parts))
  const data = made.data as Data
  return { ...made, data, check: (id: string) => data.checks.find((check) => check.id === id) }
}

const { previous, firsts } = aRestart()
const ranBefore = (changed: Partial<NonNullable<RestartTruth['previous']>>): InputValues => ({
  restart: aRestart({ previous: previous && { ...previous, ...changed } }),
})
const restarted = (changed: Partial<RestartTruth>): InputValues => ({ restart: aRestart(changed) })
const not = (...names: (keyof RestartTruth['firsts'])[]): RestartTruth['firsts'] => ({
  ...firsts,
  ...Object.fromEntries(names.map((name) => [name, null])),
})
const PENDING = restarted({ series: { ready: 4, all: 6 }, firsts: not('market') })
const HASHES = previous?.hashes ?? { build: '', constitution: '', config: '' }

describe('restart-continuity-truth', () => {
  it('requires a person for a failed check, whatever the others still wait for', () => {
    const made = judge({ ...PENDING, latch: { engaged: true, stopId: null, at: null } })
    expect(made.verdict).toBe('OPERATOR_REQUIRED')
    expect(made.summary).toContain('Not met: RC03 (no emergency stop is engaged).')
    expect(made.reasons.map(({ code }) => code)).toContain('RC03')
    expect(made.missingEvidence.map(({ code }) => code)).toContain('RC12')
    expect(made.data.effectiveAction).toBe('STAY_HALTED')
  })

  it('is safe when all checks pass, and reports the previous run', () => {
    const { verdict, summary, data, evidence } = judge()
    expect([verdict, summary]).toEqual(['SAFE_TO_AUTO_RESUME', 'Automatic resume is allowed: 17 of 17 checks passed.'])
    expect(data.boot).toEqual({
      bootId: 'run_00000000000000000000000002',
      startedAt: new Date(TAKEN_AT_MS - 120_000).toISOString(),
      previousExit: 'CLEAN',
      downtimeMs: 60_000,
      previousState: 'RUNNING',
      desiredState: 'RUNNING',
      desiredStateAtStart: 'RUNNING',
      autoResumeEnabled: true,
    })
    expect(data.effectiveAction).toBe('RESUME')
    expect(data.checks.map(({ id }) => id)).toEqual(
      Array.from({ length: 17 }, (_, index) => `RC${String(index + 1).padStart(2, '0')}`),
    )
    const ids = evidence.map(({ id }) => id)
    for (const { evidenceIds } of data.checks) expect(ids).toEqual(expect.arrayContaining(evidenceIds))
  })

  it('is safe at the first start, with nothing to compare with', () => {
    const made = judge(restarted({ previous: null, epoch: 1 }))
    expect([made.verdict, made.check('RC04')?.measured]).toEqual(['SAFE_TO_AUTO_RESUME', 'FIRST_START'])
    expect(made.data.boot).toMatchObject({ previousExit: null, downtimeMs: null, previousState: null })
  })

  it.each(Object.keys(SAFE) as (keyof InputValues)[])('is insufficient without %s', (name) => {
    const { [name]: _lost, ...rest } = SAFE
    expect(report(restartContinuityTruth, aSnapshot(rest)).verdict).toBe('INSUFFICIENT_EVIDENCE')
  })

  it('reports what it waits for and until when, if that needs no action', () => {
    const made = judge(restarted({ clockOffMs: 2_077, isClockOffset: false, firsts: not('clock') }))
    const until = new Date(TAKEN_AT_MS + 27_000).toISOString()
    expect(made.summary).toBe(
      `Not enough evidence to judge whether the engine may resume after this start: 16 of 17 checks passed; RC11 waits for the next clock check until ${until}.`,
    )
    expect(made.missingEvidence).toMatchObject([{ code: 'RC11', earliestAt: until }])
    expect(made.check('RC11')).toMatchObject({ waitsFor: 'the next clock check', waitsUntil: until })
  })

  it('gives no time for an event that is overdue', () => {
    const due = { ...aRestart().due, account: TAKEN_AT_MS }
    const made = judge({ ...restarted({ due }), privateStream: { state: 'lost' } })
    expect(made.summary).toMatch(/RC09 waits for the exchange to respond and the account to be read\.$/)
    expect(made.missingEvidence).toMatchObject([{ code: 'RC09', earliestAt: null }])
  })

  it('names an unreachable exchange as the cause of old evidence', () => {
    const made = judge({ privateStream: { state: 'lost' } }, { agesMs: { reconciliation: 60_001 } })
    expect(made.summary).toMatch(/^The exchange cannot be reached; /)
    expect(made.reasons[0]?.code).toBe('EXCHANGE_UNREACHABLE')
  })

  it('never passes all checks while the exchange is silent', () => {
    for (const agesMs of [{ privateStream: 3_600_000 }, { reconciliation: 3_600_000 }, { privateStream: -1 }]) {
      const made = judge({}, { agesMs })
      expect([made.verdict, made.check('RC09')?.status]).toEqual(['INSUFFICIENT_EVIDENCE', 'PENDING'])
    }
  })

  it('is insufficient when it was not observed for long enough', () => {
    expect(judge({}, { agesMs: { restart: 5_000 } }).verdict).toBe('SAFE_TO_AUTO_RESUME')
    expect(judge({}, { agesMs: { restart: 5_001 } }).verdict).toBe('INSUFFICIENT_EVIDENCE')
  })

  it.each([
    ['RC01', { store: { failure: 'disk full', commitP99Ms: null, freeDiskBytes: 0 } }],
    ['RC01', restarted({ damage: 'row 7 missing from index' })],
    ['RC02', { audit: { status: 'RECORDED', size: 5, root: '', lastCheckpointAt: null, broken: 'cut' } }],
    ['RC05', restarted({ foreignEpoch: 9 })],
    ['RC05', restarted({ epoch: 1 })],
    ['RC09', restarted({ disputed: 2, firsts: not('reconciled') })],
    ['RC10', restarted({ unprotected: 1, unprotectedBeyondBudget: 1, firsts: not('protected') })],
  ] as [string, InputValues][])('is unsafe when %s fails', (id, values) => {
    const made = judge(values)
    expect([made.verdict, made.reasons[0]?.code, made.check(id)?.status]).toEqual(['UNSAFE', id, 'FAIL'])
  })

  it.each([
    ['RC05', restarted({ epoch: 0 })],
    ['RC08', restarted({ unresolved: 1, firsts: not('resolved') })],
    ['RC09', restarted({ disputed: null, firsts: not('reconciled') })],
    ['RC10', restarted({ unprotected: 1, firsts: not('protected') })],
    ['RC11', restarted({ clockOffMs: null, firsts: not('clock') })],
    ['RC11', restarted({ clockOffMs: 2_077, isClockOffset: false, firsts: not('clock') })],
    ['RC09', { privateStream: { state: 'lost' } }],
    ['RC12', restarted({ series: { ready: 4, all: 6 }, firsts: not('market') })],
    ['RC17', restarted({ foreign: null })],
  ] as [string, InputValues][])('is not enough while %s is pending', (id, values) => {
    const made = judge(values)
    expect([made.verdict, made.missingEvidence[0]?.code]).toEqual(['INSUFFICIENT_EVIDENCE', id])
    expect(made.check(id)?.status).toBe('PENDING')
  })

  it.each([
    ['RC03', { latch: { engaged: true, stopId: null, at: null } }],
    ['RC04', { engine: pausedEngine() }],
    ['RC11', restarted({ clockOffMs: 501, firsts: not('clock') })],
    ['RC14', { engine: anEngineStatus({ breakers: [breaker('TRIPPED')] }) }],
    ['RC15', restarted({ uncleanEnds: 3 })],
    ['RC17', restarted({ foreign: 1 })],
  ] as [string, InputValues][])('is for a person when %s fails', (id, values) => {
    const made = judge(values)
    expect([made.verdict, made.reasons[0]?.code]).toEqual(['OPERATOR_REQUIRED', id])
  })

  it('never resumes automatically, not even on the first start, once it has been paused', () => {
    for (const restart of [aRestart(), aRestart({ previous: null, epoch: 1 })]) {
      const made = judge({ restart, engine: pausedEngine() })
      expect([made.verdict, made.summary]).toEqual([
        'OPERATOR_REQUIRED',
        'A manual check is required: 16 of 17 checks passed. Not met: RC04 (the engine was running before it stopped, and running is requested).',
      ])
      expect(made.check('RC04')).toMatchObject({ status: 'FAIL', holdsBack: true, measured: 'PAUSED requested' })
      expect(made.check('RC03')?.holdsBack).toBe(false)
      expect(made.data).toMatchObject({
        boot: { desiredState: 'PAUSED', desiredStateAtStart: 'RUNNING' },
        effectiveAction: 'STAY_PAUSED',
      })
    }
  })

  it('ignores a pause that has been lifted since', () => {
    expect(judge(restarted({ desiredState: 'PAUSED' })).check('RC04')?.status).toBe('PASS')
  })

  it.each([
    ['RC04', ranBefore({ state: 'PAUSED' })],
    ['RC06', ranBefore({ hashes: { ...HASHES, build: 'a'.repeat(64) } })],
    ['RC07', ranBefore({ hashes: { ...HASHES, constitution: 'a'.repeat(64) } })],
    ['RC07', ranBefore({ hashes: { ...HASHES, config: 'a'.repeat(64) } })],
    ['RC13', ranBefore({ lastAtMs: TAKEN_AT_MS - 120_000 - 900_001 })],
  ] as [string, InputValues][])(
    'reports %s on paper and continues; with real money a person must check',
    (id, values) => {
      const paper = judge(values)
      expect([paper.verdict, paper.check(id)]).toMatchObject([
        'SAFE_TO_AUTO_RESUME',
        { status: 'FAIL', holdsBack: false },
      ])
      expect(paper.reasons).toMatchObject([{ code: id, severity: 'INFO' }])
      const live = judge({ ...values, liveGrant: { grant: GRANT } }, { mode: 'LIVE' })
      expect([live.verdict, live.check(id)?.holdsBack]).toEqual(['OPERATOR_REQUIRED', true])
    },
  )

  it.each([
    ['a downtime at its limit', ranBefore({ lastAtMs: TAKEN_AT_MS - 120_000 - 900_000 }), 'RC13'],
    ['two unclean ends within the hour', restarted({ uncleanEnds: 2 }), 'RC15'],
    ['a degraded engine before', ranBefore({ state: 'DEGRADED' }), 'RC04'],
    ['a breaker that resets automatically', { engine: anEngineStatus({ breakers: [breaker('RED')] }) }, 'RC14'],
    ["the market's own clock", restarted({ clockChecked: false, clockOffMs: null, firsts: not('clock') }), 'RC11'],
  ] as [string, InputValues, string][])('passes with %s', (_, values, id) => {
    expect(judge(values).check(id)?.status).toBe('PASS')
  })

  it.each([
    ['RC04', restarted({ previous: null, epoch: 1 }), 'OPERATOR_REQUIRED'],
    ['RC05', restarted({ epoch: 9 }), 'UNSAFE'],
  ] as [string, InputValues, string][])('requires more of %s when money is real', (id, values, verdict) => {
    expect(judge(values).check(id)?.status).toBe('PASS')
    const live = judge({ ...values, liveGrant: { grant: GRANT } }, { mode: 'LIVE' })
    expect([live.verdict, live.check(id)?.status]).toEqual([verdict, 'FAIL'])
  })

  it('is insufficient with real money when the previous run did not record its state', () => {
    const values = ranBefore({ hashes: null })
    expect(judge(values)).toMatchObject({
      verdict: 'SAFE_TO_AUTO_RESUME',
      missingEvidence: [{ code: 'RC06' }, { code: 'RC07' }],
    })
    expect(judge({ ...values, liveGrant: { grant: GRANT } }, { mode: 'LIVE' }).verdict).toBe('INSUFFICIENT_EVIDENCE')
  })

  it.each([
    [null, 'OPERATOR_REQUIRED'],
    [{ ...GRANT, expiresAtMs: TAKEN_AT_MS }, 'OPERATOR_REQUIRED'],
    [{ ...GRANT, matchesConstitution: false }, 'OPERATOR_REQUIRED'],
    [{ ...GRANT, scope: 'MANUAL' as const }, 'OPERATOR_REQUIRED'],
    [GRANT, 'SAFE_TO_AUTO_RESUME'],
  ])('requires a valid grant with real money: %o', (grant, verdict) => {
    expect(judge({ liveGrant: { grant } }, { mode: 'LIVE' }).verdict).toBe(verdict)
  })

  it('retains what was shown once: a later fault does not concern the start', () => {
    const made = judge(
      restarted({ disputed: 3, unprotected: 2, unprotectedBeyondBudget: 2, clockOffMs: 900, unresolved: 1 }),
    )
    expect(made.verdict).toBe('SAFE_TO_AUTO_RESUME')
  })

  it.each([
    [{ endedCleanly: true }, true, 'CLEAN'],
    [{ endedCleanly: false }, false, 'CRASH'],
    [{ endedCleanly: false }, true, 'POWER_LOSS_SUSPECTED'],
  ])('reports how the previous run ended', (changed, isHostNew, previousExit) => {
    const made = judge(restarted({ isHostNew, previous: previous && { ...previous, ...changed } }))
    expect(made.data.boot).toMatchObject({ previousExit })
  })

  it.each([
    [{ latch: { engaged: true, stopId: null, at: null } }, 'STAY_HALTED'],
    [{ engine: anEngineStatus({ desiredState: 'PAUSED' }) }, 'STAY_PAUSED'],
    [{ ...restarted({ autoResume: false }), engine: pausedEngine('RUNNING') }, 'STAY_PAUSED'],
    [restarted({ autoResume: false }), 'RESUME'],
    [PENDING, 'RESUME'],
    [{ ...PENDING, engine: anEngineStatus({ state: 'RECONCILING' }) }, 'STAY_PAUSED'],
    [{ engine: anEngineStatus({ state: 'RECONCILING' }) }, 'RESUME'],
    [{ ...ranBefore({ hashes: null }), engine: anEngineStatus({ state: 'RECONCILING' }) }, 'RESUME'],
    [{}, 'RESUME'],
  ] as [InputValues, string][])('reports the action of the engine', (values, action) => {
    expect(judge(values).data.effectiveAction).toBe(action)
  })
})

function pausedEngine(desiredState: 'RUNNING' | 'PAUSED' = 'PAUSED') {
  return anEngineStatus({ state: 'PAUSED', desiredState })
}

function breaker(state: 'RED' | 'TRIPPED') {
  return { id: 'DAY_LOSS', state, since: null, reset: 'HOST_REARM', observed: -3, limit: -2 } as const
}
