import { computeDigest } from '../../core/digest.ts'
import type { Id } from '../../core/id.ts'
import type { Instant } from '../../core/instant.ts'
import { type Money, printMoney } from '../account/money.ts'
import type { Lots, Ticks } from '../market/instrument.ts'
import type { Interval } from '../market/interval.ts'
import type { CostBps } from './edge/compute-cost.ts'
import type { Edge } from './edge/compute-edge.ts'
import { type Confidence, type Signal, signalDigest } from './signal.ts'
import type { SizedBy } from './sizing.ts'
import type { Direction } from './strategy.ts'

/** A signal that speaks for an entry, and its digest, so that the link can be verified. */
interface SignalLink {
  readonly signalId: Id<'sig'>
  readonly strategyId: string
  readonly digest: string
}

/**
 * Entry that the signals of one direction propose on one bar: the best calibrated of them provides plan and
 * probability. Holds its cost, its edge and the size that the risk limits allow; the gates decide if it may be sent.
 */
export interface EntryCandidate {
  readonly candidateId: Id<'cnd'>
  readonly symbol: string
  readonly interval: Interval
  readonly direction: Direction
  readonly bookId: string | null
  /** The one that leads first. */
  readonly signals: readonly [SignalLink, ...SignalLink[]]
  readonly confidence: Confidence
  /** The worst price it would be entered at. */
  readonly price: Ticks
  readonly stopLoss: Ticks
  readonly takeProfit: Ticks
  readonly validUntilMs: Instant
  readonly horizonEndMs: Instant
  readonly quantity: Lots
  readonly notional: Money
  /** Lost when the stop is hit, with costs. */
  readonly risk: Money
  readonly sizedBy: SizedBy
  readonly cost: CostBps
  readonly edge: Edge
  /** Its edge is not above zero at the low end; only a trading book that explores lets it through (gate G24). */
  readonly exploratory?: true
  readonly atMs: Instant
}

export const linkTo = (signal: Signal): SignalLink => ({
  signalId: signal.signalId,
  strategyId: signal.strategyId,
  digest: signalDigest(signal),
})

/** Computes a digest of all fields of a candidate, to identify it. */
export const candidateDigest = ({ notional, risk, ...fields }: EntryCandidate): string =>
  computeDigest({ ...fields, notional: printMoney(notional), risk: printMoney(risk) })
