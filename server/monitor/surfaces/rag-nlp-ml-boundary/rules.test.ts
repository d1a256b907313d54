import { describe, expect, it } from 'vitest'
import type { StrategyCalibration } from '../../../../contract/monitor/candidate-quality-v3.ts'
import { aSnapshot, report } from '../../../../test/support/truth-samples.ts'
import type { CodeGraphTruth } from '../../inputs/security.ts'
import { ragNlpMlBoundaryTruth } from './rules.ts'

const GRAPH: CodeGraphTruth = {
  digest: 'd'.repeat(64),
  nodes: 100,
  edges: 400,
  buildDigest: 'b'.repeat(64),
  forbidden: [
    { name: 'dispatcher', modules: 4 },
    { name: 'exchange-port', modules: 20 },
  ],
  advisory: [],
  paths: [],
  influenced: [],
  portHolders: ['server/app/engine-state.ts'],
  strangeHolders: [],
  computedImports: ['server/adapters/strategies/load-definition.ts'],
  userStrategies: [],
}

const CALIBRATION: StrategyCalibration = {
  strategyId: 'S01',
  definitionDigest: 'e'.repeat(64),
  timeframe: '1m',
  regime: 'TREND_UP',
  outcomes: 30,
  calibratedAt: '2026-01-02T03:00:00.000Z',
  method: 'SHRUNK',
  reverted: false,
  n: 30,
  effectiveN: 20,
  baseRate: 0.4,
  brier: null,
  brierSkill: null,
  reliability: null,
  resolution: null,
  uncertainty: null,
  ece10: null,
  logLoss: null,
  curve: [],
}

const advised = (kind: 'LLM' | 'RAG'): Partial<CodeGraphTruth> => ({
  advisory: [{ path: 'server/advisory/notes.ts', kind, because: 'imports openai' }],
})

const judged = (changes: Partial<CodeGraphTruth>, parts: Parameters<typeof aSnapshot>[1] = {}) => {
  const codeGraph = { ...GRAPH, ...changes }
  const made = report(ragNlpMlBoundaryTruth, aSnapshot({ codeGraph }, parts))
  const codes = made.verdict === 'INSUFFICIENT_EVIDENCE' ? made.missingEvidence : made.reasons
  return [made.verdict, ...codes.map(({ code }) => code)]
}

describe('rag-nlp-ml-boundary-truth', () => {
  it('is clear when no model is shipped, with the proof of it', () => {
    const made = report(ragNlpMlBoundaryTruth, aSnapshot({ codeGraph: GRAPH }))
    expect(made).toMatchObject({
      verdict: 'NO_ADVISORY_MODULES_PRESENT',
      summary:
        'This build contains no retrieval, language or machine-learning module: none of the 100 modules (400 imports) is one, and none reaches the 2 forbidden targets.',
      missingEvidence: [{ code: 'NON_INTERFERENCE' }, { code: 'DENIED_ATTEMPTS' }],
      data: {
        modules: ['RAG', 'NLP', 'LLM', 'ML_CLASSIFIER'].map((kind) => ({ kind, present: false, authority: 'NONE' })),
        importGraph: { paths: [], forbiddenTargets: ['dispatcher (4 modules)', 'exchange-port (20 modules)'] },
        capability: { executionPortHolders: ['server/app/engine-state.ts'], deniedAttempts24h: null },
        nonInterference: null,
        decisionInfluence: { featuresFromAdvisory: 0, sizingFromAdvisory: false },
      },
    })
  })

  it('lists calibrators as inside the decision path, one per strategy', () => {
    const calibrations = [CALIBRATION, { ...CALIBRATION, timeframe: '5m' as const, calibratedAt: null }]
    const { data } = report(ragNlpMlBoundaryTruth, aSnapshot({ codeGraph: GRAPH, calibrations }))
    const { modules } = data as { modules: { kind: string }[] }
    expect(modules.filter(({ kind }) => kind === 'CALIBRATOR')).toMatchObject([
      {
        id: 'calibration of S01',
        insideDecisionPath: true,
        artifactDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
        lastCallAt: '2026-01-02T03:00:00.000Z',
        capabilityTokens: [],
      },
    ])
  })

  it('reports strategies from user files as inside the boundary', () => {
    const userStrategies = [{ strategyId: 'MINE', version: 1, digest: 'f'.repeat(64) }]
    expect(judged({ userStrategies })).toEqual(['NO_ADVISORY_MODULES_PRESENT', 'USER_STRATEGIES'])
    const made = report(ragNlpMlBoundaryTruth, aSnapshot({ codeGraph: { ...GRAPH, userStrategies } }))
    expect(made.data).toMatchObject({ decisionInfluence: { userStrategies } })
  })

  it.each([
    [
      'a way from advice to an order',
      {
        ...advised('LLM'),
        paths: [{ from: 'server/advisory/notes.ts', to: 'server/engine/run/perform.ts', path: [] }],
      },
      'PATH_TO_AUTHORITY',
    ],
    [
      'a decision that takes advice',
      { ...advised('RAG'), influenced: ['server/engine/run/step.ts'] },
      'ADVICE_IN_DECISION',
    ],
    ['a stranger that holds the port', { strangeHolders: ['server/views/x.ts'] }, 'STRANGE_HOLDER'],
  ])('is breached by %s, however long ago that was observed', (_name, changes, code) => {
    expect(judged(changes)).toEqual(['BOUNDARY_BREACHED', code])
    expect(judged(changes, { agesMs: { codeGraph: 1e9 } })).toEqual(['BOUNDARY_BREACHED', code])
  })

  it.each([
    ['of other code', { buildDigest: 'c'.repeat(64) }, 'GRAPH_OF_THIS_BUILD'],
    ['without a target', { forbidden: [{ name: 'dispatcher', modules: 0 }] }, 'FORBIDDEN_TARGET'],
    ['that cannot be read', { computedImports: ['server/engine/run/step.ts'] }, 'COMPUTED_IMPORT'],
    ['with untested advice', advised('LLM'), 'NON_INTERFERENCE'],
  ])('is not proven by a graph %s', (_name, changes, code) => {
    expect(judged(changes)).toEqual(['INSUFFICIENT_EVIDENCE', code])
  })

  it.each([
    [86_400_000, 'NO_ADVISORY_MODULES_PRESENT'],
    [86_400_001, 'INSUFFICIENT_EVIDENCE'],
  ])('relies on a graph of %i ms ago: %s', (ageMs, verdict) => {
    expect(judged({}, { agesMs: { codeGraph: ageMs } })[0]).toBe(verdict)
  })

  it('is insufficient without a graph', () => {
    const made = report(ragNlpMlBoundaryTruth, aSnapshot({}))
    expect(made).toMatchObject({ verdict: 'INSUFFICIENT_EVIDENCE', data: { modules: [], importGraph: null } })
  })
})
