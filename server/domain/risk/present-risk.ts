import type { Instant } from '../../core/instant.ts'
import type { Money } from '../account/money.ts'
import type { BreakerView } from '../control/breakers.ts'
import type { RiskView } from './risk-view.ts'

/** How much of its limits the account uses at one instant, without another order. `null` means "not known". */
export interface PresentRisk extends Pick<RiskView, 'day' | 'recent' | 'store'> {
  readonly atMs: Instant
  readonly equity: Money | null
  readonly maintenanceMargin: Money
  /** Every symbol with a position, or with an order that may open or add to one. */
  readonly symbols: readonly SymbolRisk[]
  /** Loss of all symbols at their stops at worst; a profit secured by one offsets no loss of another. */
  readonly worstLoss: Money | null
  readonly unknownOutcomes: number
  readonly breakers: BreakerView
}

/** Exposure and losses of one symbol. */
export interface SymbolRisk {
  readonly symbol: string
  /** Notional at mark with every working and unknown order of the larger side filled. */
  readonly exposure: Money
  /** Loss at the stop with these orders filled; negative when the stop secures a profit. */
  readonly worstLoss: Money | null
  /** The open position alone; null without one. */
  readonly position: {
    /** Loss at the stop from the entry price, with fees and slippage. */
    readonly lossAtStop: Money | null
    /** Loss at the stop from the mark price. */
    readonly lossFromMark: Money | null
  } | null
}

/** Returns the exposure of all symbols together. */
export const sumExposure = ({ symbols }: PresentRisk): Money =>
  symbols.reduce((sum, { exposure }) => sum + exposure, 0n)
