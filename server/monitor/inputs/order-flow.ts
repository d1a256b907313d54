/** Inputs of the monitor: our own order flow, and the links between signals and results. */

import type { Instant, TimeRange } from '../../core/instant.ts'
import type { StageCount } from '../../domain/evidence/loop-stage.ts'
import type { OwnConduct } from '../../domain/microstructure/own-conduct.ts'
import type { FlowRatios } from '../../domain/order/order-flow.ts'
import { defineInput } from '../frame/input.ts'

/** Order flow statistics of the period that ends at `toMs`. */
export interface FlowTruth {
  readonly fromMs: number
  readonly toMs: number
  readonly orders: number
  readonly canceled: number
  readonly resting: number
  readonly immediate: number
  readonly trades: number
  readonly peakPerSec: number
  readonly ratios: FlowRatios
  readonly provenAbsent: number
  /** Mean time to proof; null without such orders. */
  readonly meanProofMs: number | null
  readonly resolvedFound: number
  /**
   * Resent orders: protective and reducing ones, and ones that have exhausted their attempts; risk-increasing orders
   * are never resent.
   */
  readonly resent: { readonly protect: number; readonly protectExhausted: number; readonly entry: number }
}

/** Flow of our orders over a day, an hour and a conduct cycle of ten minutes. */
export interface OrderFlowTruth {
  readonly day: FlowTruth
  readonly hour: FlowTruth
  /** Flow over ten minutes. */
  readonly cycle: FlowTruth
  readonly keysActive: number
  /** Maximum number of resends of a protective or reducing order. */
  readonly protectRetriesMax: number
}

export const orderFlow = defineInput<OrderFlowTruth>({
  kind: 'STATISTICS',
  source: 'store.orders',
  what: 'A count of our orders in the last day',
  producedBy: 'engine store',
  maxAgeMs: ({ monitor }) => monitor.maxStatisticsAgeMs,
})

/** Own trading conduct in the last 24 hours. */
export interface ConductTruth extends OwnConduct {
  readonly fromMs: Instant
  readonly toMs: Instant
}

export const ownConduct = defineInput<ConductTruth>({
  kind: 'STATISTICS',
  source: 'store.orders',
  what: 'Our own trading conduct in the last 24 hours',
  producedBy: 'engine store',
  maxAgeMs: ({ monitor }) => monitor.maxStatisticsAgeMs,
})

/** A broken link of the chain. */
export interface BrokenLink {
  readonly fromId: string
  readonly toId: string | null
  readonly kind: string
}

/** Part of a total. */
export interface Portion {
  readonly part: number
  readonly whole: number
}

/** Completeness of the evidence of the last day, from strategy signals to their results. */
export interface EvidenceLoopTruth {
  readonly window: TimeRange
  readonly stages: readonly StageCount[]
  readonly signalsWithOutcome: Portion
  /** Fills of autotrading entries with a signal; other fills begin at the caller's order. */
  readonly fillsWithSignal: Portion
  readonly decisionsWithGateEvidence: Portion
  /** Links that store the digest of their target. */
  readonly hashLinked: Portion
  /** Number of our orders and fills without a stored decision or order from which they originate. */
  readonly withoutIntent: number
  /** The first broken links. */
  readonly brokenLinks: readonly BrokenLink[]
  /** False when there was more than the check reads. */
  readonly whole: boolean
}

export const evidenceLoop = defineInput<EvidenceLoopTruth>({
  kind: 'STATISTICS',
  source: 'store.evidence',
  what: 'A count of the links from signals to outcomes',
  producedBy: 'evidence count',
  maxAgeMs: ({ monitor }) => monitor.maxStatisticsAgeMs,
})
