/** Report of a monitor surface: whether the engine may resume automatically after a restart. */

import { Type } from 'typebox'
import { At, EngineState, idText, Ms, Nullable, Reading } from '../common.ts'
import { surfaceContract } from './surface.ts'

const Check = Type.Object({
  id: Type.String({ pattern: '^RC\\d{2}$' }),
  title: Type.String(),
  status: Type.Enum(['PASS', 'FAIL', 'PENDING', 'MISSING'], {
    description: 'PENDING: not yet; MISSING: its evidence was not observed',
  }),
  holdsBack: Type.Boolean({
    description: 'Whether a FAIL blocks the engine; false for checks that are only reported, as some are in paper mode',
  }),
  measured: Reading,
  threshold: Reading,
  waitsFor: Nullable(Type.String(), 'Condition that a pending check waits for, if it is met automatically'),
  waitsUntil: Nullable(At, 'Time of the next check, when known'),
  evidenceIds: Type.Array(idText('evd')),
})

export const restartContinuityTruth = surfaceContract({
  surface: 'restart-continuity-truth',
  label: 'Restart',
  question: 'whether the engine may resume after this start',
  nextStep: 'For the failed check: plimsoll status. Once it is fixed: plimsoll resume.',
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
              'CLEAN: it closed its state before it ended. CRASH: it did not; an engine fault, kill -9 and the out-of-memory killer cannot be distinguished. POWER_LOSS_SUSPECTED: it did not, and the host was restarted since',
          }),
          'Null at the first start',
        ),
        downtimeMs: Nullable(Ms, 'From the last record to this start; null at the first start'),
        previousState: Nullable(EngineState, 'State before it went down'),
        desiredState: Nullable(Type.Enum(['RUNNING', 'PAUSED']), 'State requested now; null while unknown'),
        desiredStateAtStart: Type.Enum(['RUNNING', 'PAUSED'], { description: 'State found at the start' }),
        autoResumeEnabled: Type.Boolean(),
      }),
    ),
    checks: Type.Array(Check),
    recovered: Nullable(
      Type.Object({
        intentsAbandoned: Type.Integer(),
        dispatchesUnknown: Type.Integer({ description: 'Orders with an unknown outcome at the start' }),
        resolvedFound: Type.Integer(),
        resolvedAbsent: Type.Integer(),
        fillsBackfilled: Type.Integer(),
        externalOrders: Type.Integer(),
        positionsAdopted: Type.Integer({ description: 'Orders open at the exchange at the start' }),
      }),
    ),
    effectiveAction: Type.Enum(['RESUME', 'STAY_PAUSED', 'STAY_HALTED'], {
      description:
        'RESUME: the engine runs, or all blocking checks have passed and it resumes automatically; STAY_PAUSED: not, or not yet',
    }),
    evidence: Nullable(
      Type.Object({
        since: Type.Unsafe<string>({
          ...At,
          description: 'Start of the recorded baselines, counts and drills of this market and mode; reset after a loss',
        }),
        savedAt: Nullable(At, 'Last time it was saved; measurements since then are lost in a crash and become a gap'),
        gapSec24h: Type.Integer({
          description: 'Gaps in the last 24 hours: the process was down, or its measurements were not saved',
        }),
        lost: Nullable(
          Type.Object({ at: At, reason: Type.String() }),
          'Last start that found the evidence of earlier runs missing or damaged; null when none did',
        ),
        failure: Nullable(Type.String(), 'Why it cannot be saved now'),
      }),
    ),
  }),
})
