import { Type } from 'typebox'
import { At, idText, Ms, Nullable } from '../common.ts'
import { surfaceContract } from './surface.ts'

const States = ['STOPPED', 'STARTING', 'RECONCILING', 'RUNNING', 'DEGRADED', 'PAUSED', 'HALTED', 'STOPPING'] as const
const Reading = Type.Union([Type.Number(), Type.String(), Type.Null()])

const Check = Type.Object({
  id: Type.String({ pattern: '^RC\\d{2}$' }),
  title: Type.String(),
  status: Type.Enum(['PASS', 'FAIL', 'PENDING', 'MISSING'], {
    description: 'PENDING: not yet; MISSING: what it is seen in was not seen',
  }),
  holdsBack: Type.Boolean({
    description: 'A FAIL that blocks the engine; false for one that is only reported, as some are on paper',
  }),
  measured: Reading,
  threshold: Reading,
  waitsFor: Nullable(Type.String(), 'Condition that a pending check waits for, when it is met automatically'),
  waitsUntil: Nullable(At, 'Time of the next check, when known'),
  evidenceIds: Type.Array(idText('evd')),
})

export const restartContinuityTruth = surfaceContract({
  surface: 'restart-continuity-truth',
  label: 'Restart',
  question: 'whether the engine may resume after this start',
  nextStep: 'See which check fails: plimsoll status. Once it is fixed: plimsoll resume.',
  verdicts: {
    UNSAFE: 'CRITICAL',
    INSUFFICIENT_EVIDENCE: 'WARN',
    OPERATOR_REQUIRED: 'WARN',
    SAFE_TO_AUTO_RESUME: 'OK',
  },
  data: Type.Object({
    boot: Nullable(
      Type.Object({
        bootId: idText('run'),
        startedAt: At,
        previousExit: Nullable(
          Type.Enum(['CLEAN', 'CRASH', 'POWER_LOSS_SUSPECTED'], {
            description:
              'CLEAN: it closed its state before it ended, whatever ended it. CRASH: it did not: a fault of the engine, kill -9 and the out-of-memory killer leave the same trace, which is none. POWER_LOSS_SUSPECTED: it did not, and the host has been started since',
          }),
          'Null at the first start',
        ),
        downtimeMs: Nullable(Ms, 'From the last that was written down to this start; null at the first'),
        previousState: Nullable(Type.Enum([...States]), 'Before it went down'),
        desiredState: Nullable(Type.Enum(['RUNNING', 'PAUSED']), 'State requested now; null while unknown'),
        desiredStateAtStart: Type.Enum(['RUNNING', 'PAUSED'], { description: 'As it was found' }),
        autoResumeEnabled: Type.Boolean(),
      }),
    ),
    checks: Type.Array(Check),
    recovered: Nullable(
      Type.Object({
        intentsAbandoned: Type.Integer(),
        dispatchesUnknown: Type.Integer({ description: 'Orders whose fate was not known at the start' }),
        resolvedFound: Type.Integer(),
        resolvedAbsent: Type.Integer(),
        fillsBackfilled: Type.Integer(),
        externalOrders: Type.Integer(),
        positionsAdopted: Type.Integer({ description: 'Open at the exchange when our state was opened' }),
      }),
    ),
    effectiveAction: Type.Enum(['RESUME', 'STAY_PAUSED', 'STAY_HALTED'], {
      description:
        'RESUME: it runs already, or every blocking check has passed and it resumes automatically; STAY_PAUSED: not, or not yet',
    }),
    evidence: Nullable(
      Type.Object({
        since: Type.Unsafe<string>({
          ...At,
          description:
            'Since when baselines, counts and drills of this market and mode are recorded; anew after a loss',
        }),
        savedAt: Nullable(At, 'The last time; a crash loses what was measured since, which is then a gap'),
        gapSec24h: Type.Integer({
          description: 'Of the last 24 hours: the process was down, or what it measured was not saved',
        }),
        lost: Nullable(
          Type.Object({ at: At, reason: Type.String() }),
          'The last start that found the evidence of earlier runs missing or damaged; null where none did',
        ),
        failure: Nullable(Type.String(), 'Why it cannot be saved now'),
      }),
    ),
  }),
})
