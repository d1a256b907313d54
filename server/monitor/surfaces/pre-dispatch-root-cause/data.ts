/**
 * Data of the surface `pre-dispatch-root-cause-truth`: how many candidates each gate refused, and what they would have
 * earned.
 */

import type { PreDispatchRootCause } from '../../../../contract/monitor/pre-dispatch-root-cause-truth.ts'
import { type Instant, toRfc3339 } from '../../../core/instant.ts'
import { normalQuantile } from '../../../core/statistics/normal.ts'
import { wilsonInterval } from '../../../core/statistics/wilson.ts'
import {
  attributeRefusals,
  blockedIn,
  findDominant,
  type GateAttribution,
} from '../../../domain/risk/attribute-refusals.ts'
import type { Gate } from '../../../domain/risk/gate.ts'
import { findGate, GATES } from '../../../domain/risk/gates/index.ts'
import type { TruthInputs } from '../../frame/inputs.ts'
import type { RefusalsTruth } from '../../inputs/autotrading.ts'

/** Returns how many candidates each gate blocked, and the gate that blocks most. */
export const findRootCause = ({ sets }: RefusalsTruth): RootCause => {
  const gates = attributeRefusals(sets)
  const owed = findDominant(gates)
  const gate = owed && findGate(owed.gateId)
  return { blocked: blockedIn(sets), gates, dominant: owed && gate ? { gate, owed } : null }
}

/** Summary of the refusals of a window. */
export interface RootCause {
  readonly blocked: number
  readonly gates: readonly GateAttribution[]
  readonly dominant: { readonly gate: Gate; readonly owed: GateAttribution } | null
}

type Engine = TruthInputs['engine']
type Standing = Engine['topBlockers'][number]
type GateBody = PreDispatchRootCause['gates'][number]
type Dominant = NonNullable<PreDispatchRootCause['dominant']>

export const gateLabel = (gateId: string): string => findGate(gateId)?.label ?? gateId

/** Maps a blocker of the engine to the gate that checks it, whose name differs. */
const standsAs = ({ gateId }: Standing): string => (gateId === 'STATE' ? 'G02' : gateId)

export const dominantBody = (
  refusals: RefusalsTruth,
  { blocked, dominant }: RootCause,
  engine: Engine | undefined,
): Dominant | null => {
  if (!dominant) return null
  const { gate, owed } = dominant
  const stands = engine?.topBlockers.find((blocker) => standsAs(blocker) === gate.id)
  return {
    gateId: gate.id,
    label: gate.label,
    kind: gate.kind,
    share: owed.share,
    shareCi: shareInterval(owed.shapley, blocked),
    soleBlocker: owed.soleBlocker,
    since: stands?.since ?? toRfc3339(firstHeldAtMs(refusals, gate.id)),
    removable: gate.kind !== 'S',
    remedy: gate.remedy,
  }
}

const setsWithGate = ({ sets }: RefusalsTruth, gateId: string) => sets.filter(({ gates }) => gates.includes(gateId))

const firstHeldAtMs = (refusals: RefusalsTruth, gateId: string): Instant =>
  Math.min(...setsWithGate(refusals, gateId).map(({ firstAtMs }) => firstAtMs))

export const shareInterval = (successes: number, trials: number): [number, number] => {
  const [low, high] = wilsonInterval({ successes: Math.min(successes, trials), trials })
  return [low, high]
}

/** Returns all gates, whether they blocked anything or not. */
export const gateBodies = (
  refusals: RefusalsTruth,
  { blocked, gates }: RootCause,
  engine: Engine | undefined,
): GateBody[] =>
  GATES.map(({ id, kind }, index) => {
    const owed = gates.find(({ gateId }) => gateId === id)
    return {
      gateId: id,
      label: gateLabel(id),
      kind,
      order: index + 1,
      evaluated: refusals.candidates,
      firstFail: owed?.firstFail ?? 0,
      anyFail: owed?.anyFail ?? 0,
      soleBlocker: owed?.soleBlocker ?? 0,
      shapley: owed?.shapley ?? 0,
      share: blocked === 0 ? null : (owed?.share ?? 0),
      shareCi: blocked === 0 ? null : shareInterval(owed?.shapley ?? 0, blocked),
      lostEdgeR: computeLostEdge(refusals, id),
      ...observedBody(refusals, id, engine),
    }
  })

const observedBody = ({ newest }: RefusalsTruth, id: string, engine: Engine | undefined) => {
  const stands = engine?.topBlockers.find((blocker) => standsAs(blocker) === id)
  if (stands && engine) {
    const { observed, limit, unit } = stands
    return { currentObserved: observed, limit, unit, observedAt: engine.asOf }
  }
  const last = newest?.readings.find(({ gateId }) => gateId === id)
  return {
    currentObserved: last?.observed ?? null,
    limit: last?.limit ?? null,
    unit: last?.unit ?? null,
    observedAt: newest && last ? toRfc3339(newest.atMs) : null,
  }
}

/**
 * Sums the results of the candidates that a gate blocked, weighted by its share in each. The deviation is that of the
 * weighted results around their mean, over the effective number of independent outcomes.
 */
export const computeLostEdge = (refusals: RefusalsTruth, gateId: string): GateBody['lostEdgeR'] => {
  const sets = setsWithGate(refusals, gateId)
  const sum = (of: (set: (typeof sets)[number]) => number): number => sets.reduce((total, set) => total + of(set), 0)
  const n = sum(({ scored }) => scored)
  if (n === 0) return null
  const value = sum(({ netR, gates }) => netR / gates.length)
  const squares = sum(({ netRSquared, gates }) => netRSquared / gates.length ** 2)
  const effective = Math.min(
    n,
    Math.max(
      1,
      sum(({ uniqueness }) => uniqueness),
    ),
  )
  const variance = n < 2 ? 0 : Math.max(0, (squares - value ** 2 / n) / (n - 1))
  const reach = normalQuantile(0.975) * n * Math.sqrt(variance / effective)
  return { value, ci: [value - reach, value + reach], n }
}

const PAIRS_MAX = 5

export const blockingPairs = ({ sets }: RefusalsTruth): PreDispatchRootCause['pairs'] =>
  sets
    .flatMap(({ gates: [a, b, ...others], count }) => (a && b && others.length === 0 ? [{ a, b, count }] : []))
    .toSorted((x, y) => y.count - x.count || (`${x.a} ${x.b}` < `${y.a} ${y.b}` ? -1 : 1))
    .slice(0, PAIRS_MAX)

const SAMPLES_MAX = 10

/** Returns the decisions most recently blocked by the gate. */
export const sampleDecisions = (refusals: RefusalsTruth, gateId: string): string[] =>
  setsWithGate(refusals, gateId)
    .flatMap(({ samples }) => samples)
    .toSorted((a, b) => b.atMs - a.atMs || (a.decisionId < b.decisionId ? 1 : -1))
    .slice(0, SAMPLES_MAX)
    .map(({ decisionId }) => decisionId)
