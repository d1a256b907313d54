import type { Instant } from '../../core/instant.ts'
import type { Money } from '../account/money.ts'
import type { BreakerView } from '../control/breakers.ts'
import type { RiskView } from './risk-view.ts'

/** Use of the limits by the account at one instant, without another order. `null` means unknown. */
export interface PresentRisk extends Pick<RiskView, 'day' | 'recent' | 'store'> {
  readonly atMs: Instant
  readonly equity: Money | null
  readonly maintenanceMargin: Money
  /** All symbols with a position, or with an order that may open or add to one. */
  readonly symbols: readonly SymbolRisk[]
  /**
   * Worst-case loss of all symbols at their stops; a secured profit in one symbol does not offset a loss in another.
   */
  readonly worstLoss: Money | null
  readonly unknownOutcomes: number
  readonly breakers: BreakerView
}

/** Exposure and losses of one symbol. */
export interface SymbolRisk {
  readonly symbol: string
  /** Notional at the mark price with every working and unknown order of the larger side filled. */
  readonly exposure: Money
  /** Loss at the stop with these orders filled; negative when the stop secures a profit. */
  readonly worstLoss: Money | null
  /** Open position without orders; null if there is none. */
  readonly position: {
    /** Loss at the stop from the entry price, with fees and slippage. */
    readonly lossAtStop: Money | null
    /** Loss at the stop from the mark price. */
    readonly lossFromMark: Money | null
  } | null
}

/** Returns the loss from the mark price when every stop is hit; null while one is unknown. */
export const sumLosses = ({ symbols }: Pick<PresentRisk, 'symbols'>): Money | null =>
  symbols.reduce<Money | null>((sum, { position }) => {
    if (position === null) return sum
    const { lossFromMark } = position
    if (sum === null || lossFromMark === null) return null
    return lossFromMark > 0n ? sum + lossFromMark : sum
  }, 0n)

/** Returns the exposure of all symbols together. */
export const sumExposure = ({ symbols }: PresentRisk): Money =>
  symbols.reduce((sum, { exposure }) => sum + exposure, 0n)
