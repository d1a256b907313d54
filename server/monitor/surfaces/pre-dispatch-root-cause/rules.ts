/** Rules of the surface `pre-dispatch-root-cause-truth`: why candidates do not become orders. */

import {
  preDispatchRootCauseTruth as contract,
  type PreDispatchRootCause,
} from '../../../../contract/monitor/pre-dispatch-root-cause-truth.ts'
import { toRfc3339 } from '../../../core/instant.ts'
import type { Gate } from '../../../domain/risk/gate.ts'
import type { TruthInputs } from '../../frame/inputs.ts'
import { counted } from '../../frame/missing-evidence.ts'
import { type Cause, defineSurface, type Finding, type Frame } from '../../frame/surface.ts'
import type { RefusalsTruth } from '../../inputs/autotrading.ts'
import {
  blockingPairs,
  dominantBody,
  findRootCause,
  gateBodies,
  gateLabel,
  type RootCause,
  sampleDecisions,
  shareInterval,
} from './data.ts'

/** Reasons why candidates do not become orders, and the gate responsible. */
export const preDispatchRootCauseTruth = defineSurface({
  contract,
  needs: ['refusals', 'engine'],
  fault: () => null,
  judge: ({ refusals, engine }, frame) => judge(refusals, engine, frame),
  data: ({ refusals, engine }) => rootCauseBody(refusals, engine),
})

/** Returns the verdict: earlier flow does not count while no entry is allowed. */
const judgeVerdict = ({ dominant }: RootCause, engine: Engine, flows: boolean): Verdict => {
  if (engine.latch.engaged) return 'BLOCKED_BY_SAFETY'
  if (!flows && dominant) return blockedBy(dominant.gate)
  return engine.allowed.entries ? 'FLOWING' : BLOCKED_BY[engine.topBlockers[0]?.kind ?? 'C']
}

type Verdict = keyof typeof contract.verdicts
type Engine = TruthInputs['engine']

const BLOCKED_BY: Readonly<Record<Gate['kind'], Verdict>> = {
  S: 'BLOCKED_BY_SAFETY',
  D: 'BLOCKED_BY_DATA',
  C: 'BLOCKED_BY_CONFIG',
  B: 'BLOCKED_BY_BUDGET',
  Q: 'BLOCKED_BY_QUALITY',
}

const judge = (refusals: RefusalsTruth, engine: Engine, frame: Frame): Finding<Verdict> => {
  const { candidates, passed } = refusals
  if (candidates === 0) return noCandidates(refusals, engine)
  const { flowingShare } = frame.constitution.monitor
  const cause = findRootCause(refusals)
  const share: Cause = {
    code: 'PASSED_SHARE',
    message: `${passed} of ${counted(candidates, 'candidate')} passed every gate`,
    value: passed / candidates,
    threshold: flowingShare,
    unit: 'share',
    ...(!cause.dominant && { remedy: 'No action required: no gate blocks candidates.' }),
    of: ['refusals'],
  }
  return {
    verdict: judgeVerdict(cause, engine, passed / candidates >= flowingShare),
    summary: `${passed} of ${counted(candidates, 'candidate')} ${describeSpan(refusals)} became ${candidates === 1 || passed === 1 ? 'an order' : 'orders'}${heldBack(cause)}${describeObstacle(engine)}.`,
    reasons: [
      ...ofLatch(engine),
      ...[share, ...ofGates(cause)].map((past) => ({
        ...past,
        ...(engine.latch.engaged && { severity: 'INFO' as const }),
      })),
      ...(engine.allowed.entries ? [] : ofStanding(engine)),
      ...ofSample(refusals, frame),
      ...ofExploring(refusals),
    ],
  }
}

/**
 * Classifies a blocking gate. An occupied symbol is not a configuration issue: its position or order must end first.
 */
const blockedBy = ({ id, kind }: Pick<Gate, 'id' | 'kind'>): Verdict =>
  id === 'G29' ? 'BLOCKED_BY_POSITION' : BLOCKED_BY[kind]

const CLEAR = 'an emergency stop is engaged (LATCH); to clear it, on the host: plimsoll stop clear'

const describeObstacle = (engine: Engine): string => {
  if (engine.latch.engaged) return `; no entries are allowed now: ${CLEAR}`
  return engine.allowed.entries ? '' : `; no entries are allowed now${describeFirst(engine)}`
}

/** Names the blocker to resolve first: a tripped breaker before the pause that it causes. */
const describeFirst = ({ topBlockers }: Engine): string => {
  const [standing] = topBlockers
  const first = topBlockers.find(({ gateId }) => gateId === 'BREAKER') ?? standing
  return first ? ` (${first.code}): ${withoutStop(first.message)}` : ''
}

const withoutStop = (message: string): string => message.replace(/[.]$/, '')

const ofLatch = ({ latch }: Engine): Cause[] =>
  latch.engaged
    ? [
        {
          code: 'LATCH',
          message: `Entries are blocked: ${CLEAR}`,
          ...(latch.at && { value: latch.at }),
          of: ['engine'],
        },
      ]
    : []

const describeSpan = ({ window, whole }: RefusalsTruth): string =>
  whole ? 'in the last 24 hours' : `since ${toRfc3339(window.fromMs)}`

const percent = (share: number): string => `${(100 * share).toFixed(1)}%`

const heldBack = ({ blocked, dominant }: RootCause): string => {
  if (!dominant) return ''
  const { gate, owed } = dominant
  return `; main blocker ${gate.id} (${gateLabel(gate.id)}): ${percent(owed.share)} of refusals, alone for ${owed.soleBlocker} of ${blocked}`
}

/** Maximum number of gates named, those with the largest shares. */
const REASONS_MAX = 3

const ofGates = ({ blocked, gates }: RootCause): Cause[] =>
  gates
    .toSorted((a, b) => b.shapley - a.shapley)
    .slice(0, REASONS_MAX)
    .map(({ gateId, share, soleBlocker, anyFail, shapley }) => ({
      code: gateId,
      message: `${gateLabel(gateId)}: failed for ${anyFail}, alone for ${soleBlocker}; 95% interval of its share ${between(shareInterval(shapley, blocked))}`,
      value: share,
      unit: 'share',
      of: ['refusals'],
    }))

const between = ([low, high]: readonly [number, number]): string => `${percent(low)} to ${percent(high)}`

const ofSample = ({ candidates }: RefusalsTruth, { constitution }: Frame): Cause[] => {
  const { smallSample } = constitution.monitor
  if (candidates >= smallSample) return []
  return [
    {
      code: 'SMALL_SAMPLE',
      message: 'There are few candidates: consider the confidence intervals of the shares',
      severity: 'INFO',
      value: candidates,
      threshold: smallSample,
      unit: 'candidates',
      of: ['refusals'],
    },
  ]
}

/**
 * Reports exploratory candidates separately: they pass without an edge and prove nothing about the gate that requires
 * one.
 */
const ofExploring = ({ exploratory }: RefusalsTruth): Cause[] =>
  exploratory.candidates === 0
    ? []
    : [
        {
          code: 'EXPLORATORY_CANDIDATES',
          message: `${counted(exploratory.candidates, 'candidate')} had no expected edge; ${exploratory.passed} of them passed because the server runs with --explore`,
          severity: 'INFO',
          value: exploratory.candidates,
          threshold: 0,
          unit: 'candidates',
          of: ['refusals'],
        },
      ]

const noCandidates = (refusals: RefusalsTruth, engine: Engine): Finding<Verdict> => {
  const { signals } = refusals
  const isBlocked = engine.topBlockers.length > 0
  const standing = isBlocked ? `; entries are blocked now${describeFirst(engine)}` : '; nothing blocks entries now'
  const now = engine.latch.engaged ? describeObstacle(engine) : standing
  return {
    verdict: engine.latch.engaged ? 'BLOCKED_BY_SAFETY' : 'NO_CANDIDATES',
    summary: `No candidates ${describeSpan(refusals)}, from ${counted(signals, 'signal')}${now}.`,
    reasons: [
      ...ofLatch(engine),
      {
        code: 'NO_CANDIDATES',
        message:
          signals === 0
            ? 'No strategy emitted a signal'
            : 'No signal became a candidate. Signals on manual symbols, on bars closed before they were observed, or while entries are blocked never do',
        value: signals,
        unit: 'signals',
        ...(isBlocked && { remedy: 'Remove what blocks entries; new signals become candidates after that.' }),
        of: ['refusals'],
      },
      ...ofStanding(engine),
    ],
  }
}

const ofStanding = ({ topBlockers }: Engine): Cause[] =>
  topBlockers.map(({ gateId, code, message }) => {
    const remedy = STANDING_REMEDIES[code] ?? (gateId === 'BREAKER' ? REARM : undefined)
    return {
      code: `STANDING_${gateId}`,
      message: `${message.charAt(0).toUpperCase()}${message.slice(1)}`,
      ...(remedy !== undefined && { remedy }),
      of: ['engine'],
    }
  })

const REARM = 'Find out what caused the losses; then on the host, once the limit no longer stands: plimsoll resume.'

/** Remedies of blockers that are not gates, and of gates that block every entry rather than one order. */
const STANDING_REMEDIES: Readonly<Record<string, string>> = {
  STATE_PAUSED: 'To resume on the host, once nothing else stands against it: plimsoll resume.',
  STATE_HALTED: 'Find out why, then on the host: plimsoll stop clear, and plimsoll resume.',
  STATE_DEGRADED: 'Remove the cause; trading resumes after one healthy minute.',
  STORE_FAILED: 'Free disk space, or repair the disk.',
  HISTORY_PENDING: 'Wait until the past bars have been evaluated.',
  RECONCILED:
    'Wait for the next comparison with the exchange; resolve the differences it finds there. If none succeeds: plimsoll doctor.',
  INSTRUMENT: 'Wait for market data of the instrument. If none arrives, check the connection: plimsoll doctor.',
  MANUAL_SYMBOLS: 'Watch another symbol (--symbols), or reserve fewer (--manual-symbols), and restart.',
  MARKET_NOT_SEEN: 'Wait for the first price. If none arrives, check the connection: plimsoll doctor.',
}

const rootCauseBody = (refusals: RefusalsTruth | undefined, engine: Engine | undefined): PreDispatchRootCause => {
  const standing = (engine?.topBlockers ?? []).map(({ gateId, code, since, message }) => ({
    gateId,
    code,
    since,
    message,
  }))
  if (!refusals) return { ...NOTHING_OBSERVED, standing }
  const cause = findRootCause(refusals)
  const { window, whole, candidates, passed, exploratory, signals } = refusals
  return {
    window: { from: toRfc3339(window.fromMs), to: toRfc3339(window.toMs), whole },
    candidates,
    passed,
    exploratory,
    blocked: cause.blocked,
    dominant: dominantBody(refusals, cause, engine),
    gates: gateBodies(refusals, cause, engine),
    pairs: blockingPairs(refusals),
    standing,
    upstream: { signals },
    sampleDecisionIds: cause.dominant ? sampleDecisions(refusals, cause.dominant.gate.id) : [],
  }
}

const NOTHING_OBSERVED: PreDispatchRootCause = {
  window: null,
  candidates: null,
  passed: null,
  exploratory: null,
  blocked: null,
  dominant: null,
  gates: [],
  pairs: [],
  standing: [],
  upstream: { signals: null },
  sampleDecisionIds: [],
}
