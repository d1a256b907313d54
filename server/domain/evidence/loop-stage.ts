/**
 * Stages of the evidence loop, from the signal of a strategy to the outcome of its trade, with the counts and the
 * closure rate of each stage.
 */

import { computeQuantile } from '../../core/statistics/quantile.ts'

/** The stages, in order. */
export const LOOP_STAGES = [
  'SIGNAL',
  'CANDIDATE',
  'DECISION',
  'INTENT',
  'ORDER',
  'FILL',
  'POSITION',
  'OUTCOME',
] as const
export type LoopStage = (typeof LOOP_STAGES)[number]

/** An item of a stage and its links to the previous and next stages. */
export interface LoopItem {
  readonly id: string
  /** True when it should have continued by now. */
  readonly due: boolean
  /** Whether it continued in the next stage, ended with a reason, or neither. */
  readonly forward: 'CLOSED' | 'TERMINAL' | null
  /** Linked to an existing parent with a matching digest, first of its chain, not ours, or none of these. */
  readonly back: 'LINKED' | 'BEGINS' | 'EXTERNAL' | 'ORPHAN'
  /** Time to the next stage, if measured. */
  readonly lagMs: number | null
}

/** Item counts of a stage. */
export interface StageCount {
  readonly stage: LoopStage
  readonly total: number
  /** Number of items too recent to have continued. */
  readonly pending: number
  readonly eligible: number
  readonly closedForward: number
  readonly terminalWithReason: number
  readonly linkedBack: number
  readonly orphansForward: number
  readonly orphansBackward: number
  /** Null when it differs between items. */
  readonly maxLagMs: number | null
  readonly p50LagMs: number | null
  readonly p99LagMs: number | null
  readonly sampleOrphanIds: readonly string[]
}

const SAMPLES_MAX = 10

export const countStage = (stage: LoopStage, items: readonly LoopItem[], maxLagMs: number | null): StageCount => {
  const eligible = items.filter(({ due }) => due)
  const orphans = eligible.filter(({ forward }) => forward === null)
  const unlinked = items.filter(({ back }) => back === 'ORPHAN')
  const lags = items.flatMap(({ lagMs }) => (lagMs === null ? [] : [lagMs])).toSorted((a, b) => a - b)
  const count = (of: readonly LoopItem[], is: (item: LoopItem) => boolean): number => of.filter(is).length
  return {
    stage,
    total: items.length,
    pending: items.length - eligible.length,
    eligible: eligible.length,
    closedForward: count(eligible, ({ forward }) => forward === 'CLOSED'),
    terminalWithReason: count(eligible, ({ forward }) => forward === 'TERMINAL'),
    linkedBack: count(items, ({ back }) => back === 'LINKED' || back === 'BEGINS'),
    orphansForward: orphans.length,
    orphansBackward: unlinked.length,
    maxLagMs,
    p50LagMs: lags.length === 0 ? null : Math.round(computeQuantile(lags, 0.5)),
    p99LagMs: lags.length === 0 ? null : Math.round(computeQuantile(lags, 0.99)),
    sampleOrphanIds: [...new Set([...unlinked, ...orphans].map(({ id }) => id))].slice(0, SAMPLES_MAX),
  }
}

/** Returns the share of due items that continued or ended with a reason; null while there are none. */
export const closureRate = ({ eligible, orphansForward }: StageCount): number | null =>
  eligible === 0 ? null : (eligible - orphansForward) / eligible
