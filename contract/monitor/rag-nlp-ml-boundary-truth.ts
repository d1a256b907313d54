/** Report of a monitor surface: the boundary between advisory or learned models and the trading code. */

import { Type } from 'typebox'
import { At, Nullable } from '../common.ts'
import { Sha256 } from '../signals.ts'
import { surfaceContract } from './surface.ts'

const Module = Type.Object({
  id: Type.String(),
  kind: Type.Enum(['RAG', 'NLP', 'LLM', 'ML_CLASSIFIER', 'CALIBRATOR']),
  present: Type.Boolean(),
  enabled: Type.Boolean(),
  version: Nullable(Type.String()),
  artifactDigest: Nullable(Sha256, 'Null when there is none'),
  authority: Type.Literal('NONE', { description: 'None has access to the exchange or to control' }),
  insideDecisionPath: Type.Boolean({
    description: 'A calibrator is deterministic statistics of past outcomes used to weight signals',
  }),
  allowedSinks: Type.Array(Type.Enum(['ADVISORY_NOTE', 'DIGEST_TEXT', 'CONSOLE_TEXT'])),
  capabilityTokens: Type.Array(Type.String(), { description: 'Always empty' }),
  lastCallAt: Nullable(At),
  calls24h: Nullable(Type.Integer(), 'Null when calls are not counted'),
  failures24h: Nullable(Type.Integer()),
  egressHosts: Type.Array(Type.String()),
})

export const ragNlpMlBoundaryTruth = surfaceContract({
  surface: 'rag-nlp-ml-boundary-truth',
  label: 'Model boundary',
  question: 'whether language and machine-learning models have no control over trading',
  nextStep: 'Stop trading, and run a build whose boundary holds: plimsoll stop.',
  verdicts: {
    BOUNDARY_BREACHED: 'CRITICAL',
    INSUFFICIENT_EVIDENCE: 'WARN',
    BOUNDARY_PROVEN: 'OK',
    NO_ADVISORY_MODULES_PRESENT: 'OK',
  },
  data: Type.Object({
    modules: Type.Array(Module),
    importGraph: Nullable(
      Type.Object({
        digest: Type.Unsafe<string>({ ...Sha256, description: 'Basis of every edge' }),
        nodes: Type.Integer(),
        edges: Type.Integer(),
        forbiddenTargets: Type.Array(Type.String(), {
          description: 'Areas that advisory code must not reach, with their number of modules',
        }),
        paths: Type.Array(Type.Object({ from: Type.String(), to: Type.String(), path: Type.Array(Type.String()) }), {
          description: 'Import paths from advisory code to these areas: none',
        }),
        computedImports: Type.Array(Type.String(), {
          description: 'Modules with imports computed at run time; only the loader of user strategies',
        }),
        builtFromBuildDigest: Sha256,
      }),
    ),
    capability: Type.Object({
      executionPortHolders: Type.Array(Type.String(), {
        description: 'Modules that use the port through which orders are sent',
      }),
      deniedAttempts24h: Nullable(Type.Integer(), 'Not counted: this build contains no such module'),
    }),
    nonInterference: Nullable(
      Type.Object({
        testId: Type.String(),
        casesRun: Type.Integer(),
        divergences: Type.Integer(),
        ranAt: At,
        buildDigest: Sha256,
      }),
      'Null while no run for this build is known',
    ),
    decisionInfluence: Type.Object({
      featuresFromAdvisory: Nullable(Type.Integer(), 'Modules of the decision path that import advice'),
      sizingFromAdvisory: Nullable(Type.Boolean()),
      userStrategies: Type.Array(
        Type.Object({ strategyId: Type.String(), version: Type.Integer(), digest: Type.String() }),
        {
          description:
            'User-supplied code in the decision path, whose other inputs and outputs are not observed here. It can only give signals, which pass every gate',
        },
      ),
    }),
  }),
})
