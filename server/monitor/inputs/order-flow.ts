import type { FlowRatios } from '../../domain/order/order-flow.ts'
import { defineInput } from '../frame/input.ts'

/** The orders of a stretch of time that ends at `toMs`. */
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
  /** Mean time to proof of those; null when there were none. */
  readonly meanProofMs: number | null
  readonly resolvedFound: number
  /** Sent again: what protects or reduces, and of these those that had no more tries; what increases risk never is. */
  readonly resent: { readonly protect: number; readonly protectExhausted: number; readonly entry: number }
}

/** Our orders as an exchange and its other customers see them. */
export interface OrderFlowTruth {
  readonly day: FlowTruth
  readonly hour: FlowTruth
  /** Flow over ten minutes. */
  readonly cycle: FlowTruth
  readonly keysActive: number
  /** Beyond the first sending, of what protects or reduces. */
  readonly protectRetriesMax: number
}

export const orderFlow = defineInput<OrderFlowTruth>({
  kind: 'STATISTICS',
  source: 'store.orders',
  what: 'A count of our orders of the last day',
  producedBy: 'engine store',
  maxAgeMs: ({ monitor }) => monitor.maxStatisticsAgeMs,
})
