/** Risk view: the input of every gate, with the recent orders, stakes and price limits it contains. */

import type { Decimal } from '../../core/decimal.ts'
import type { Instant } from '../../core/instant.ts'
import type { Money } from '../account/money.ts'
import { type Instrument, type Lots, type Ticks, ticks } from '../market/instrument.ts'
import type { Origin, Side } from '../order/order.ts'
import type { Constitution } from './constitution.ts'

/**
 * Input of every gate: a snapshot of plain values for one candidate. `null` means unknown, and a gate that needs the
 * value does not pass. Ages are measured on the platform clock.
 */
export interface RiskView {
  readonly atMs: Instant
  readonly constitution: Constitution
  readonly latch: { readonly engaged: boolean; readonly reason: string | null }
  /** True when autotrading may enter now; `null` without autotrading. */
  readonly autotradingEntries: boolean | null
  readonly lease: { readonly held: boolean; readonly epoch: number; readonly foreignEpoch: number | null }
  readonly store: { readonly commitP99Ms: number | null; readonly freeDiskBytes: number | null }
  /** `checked` is false when the market's own clock is used, as in a replay. */
  readonly clock: {
    readonly checked: boolean
    readonly offsetMs: number | null
    readonly errorMs: number | null
    readonly ageMs: number | null
    /** Inputs not reread since the host's wall clock was last set; omitted if it never was. */
    readonly unreadSinceStep?: readonly string[]
  }
  readonly reconciliation: {
    readonly ageMs: number | null
    readonly differencesOnSymbol: number
    /** Unwatched symbols the account holds. */
    readonly unwatched: readonly string[]
  }
  readonly unknownOutcomes: { readonly onSymbol: number; readonly total: number }
  readonly instrument: Instrument
  readonly filtersAgeMs: number | null
  /** True while the market data of the instrument is live. */
  readonly trading: boolean
  readonly book: {
    readonly synced: boolean
    readonly ageMs: number | null
    readonly bid: Ticks | null
    readonly ask: Ticks | null
  }
  readonly mark: Ticks | null
  readonly last: Ticks | null
  readonly index: Ticks | null
  readonly markAgeMs: number | null
  readonly privateStreamAgeMs: number | null
  /** Price limits of the exchange, where it publishes them: the lowest sell and the highest buy. */
  readonly venuePriceLimits: { readonly lowest: Ticks; readonly highest: Ticks } | null
  readonly dayVolume: Lots | null
  /** Signed position now, and in the worst case of either side, with all its working and unknown orders filled. */
  readonly exposure: {
    readonly position: number
    readonly worstLong: number
    readonly worstShort: number
    /** Σ of the other symbols' worst-case notional at the mark price. */
    readonly otherSymbolsWorst: Money
  }
  readonly atRisk: AtRisk
  readonly account: {
    readonly equity: Money | null
    /** Current maintenance margin of all positions. */
    readonly maintenanceMargin: Money | null
    /** Maintenance margin of all positions after this candidate is filled at its worst price. */
    readonly maintenanceMarginAfter: Money | null
    /**
     * Liquidation price after this candidate is filled, by the published formula, in 10^-8 USDT; null when no price can
     * liquidate the position.
     */
    readonly liquidationPriceAfter: Money | null
  }
  readonly recent: readonly RecentOrder[]
  readonly day: { readonly netPct: number | null; readonly drawdownPct: number | null; readonly lossStreak: number }
  /** Positions that have been without a verified stop for longer than their budget. */
  readonly unprotectedBeyondBudget: number
  /** Best prices of our own resting orders, for self-cross detection. */
  readonly ownBest: { readonly bid: Ticks | null; readonly ask: Ticks | null }
  /** Lower confidence bound of the net edge of the candidate's signal; `null` for an order without a signal. */
  readonly netEdgeLcb: number | null
  readonly manipulationPosture: string | null
  readonly liveGrant: { readonly valid: boolean; readonly matchesConstitution: boolean } | null
  /** Time since the first live grant; `null` when there was none. */
  readonly liveForMs: number | null
  readonly bookArmed: boolean | null
  /** Owner of the open position or working entry in the symbol; `null` when there is none. */
  readonly symbolHeldBy: 'ENGINE' | 'OTHER' | null
  /** Reason why the candidate's strategy may not enter; `null` when it may. */
  readonly strategyHeld: string | null
}

/** An order of the last hour, as counted for rates and duplicates. */
export interface RecentOrder {
  readonly atMs: Instant
  readonly symbol: string
  readonly side: Side
  readonly quantity: Lots
  readonly price: Ticks | null
  readonly origin: Origin
  readonly strategyId: string | null
  readonly increasing: boolean
}

/** Working orders of one side that could still open or add to a position, at their worst prices. */
export interface WorkingStake {
  readonly quantity: Lots
  /** Σ price · quantity. */
  readonly cost: Money
  /** Farthest stop of these orders; null without orders. */
  readonly stop: Ticks | null
  /**
   * Farthest explicitly set stop of these orders, which moves the stop of the whole position; null when none is set.
   */
  readonly ownStop: Ticks | null
}

/** Open position of a symbol and its planned stop. */
export interface PositionStake {
  /** Side of the entry. */
  readonly side: Side
  readonly quantity: Lots
  /** Entry cost of the open quantity. */
  readonly cost: Money
  readonly stop: Ticks
}

/** Inputs for the losses at the stops: one symbol in detail, all others as a sum. */
export interface AtRisk {
  readonly position: PositionStake | null
  readonly working: Readonly<Record<Side, WorkingStake>>
  /** Σ of the other symbols' worst-case loss at the stop, USDT; null while any of their markets is unknown. */
  readonly otherSymbols: Money | null
  /** Hourly average true range of the symbol, in ticks; null while fewer than six complete hours are known. */
  readonly hourlyRange: number | null
}

/**
 * Returns the highest buy price and the lowest sell price that the exchange accepts at this mark, by the instrument's
 * price band; null when either is unknown.
 */
export const venuePriceLimits = ({ priceBand }: Instrument, mark: Ticks | null): RiskView['venuePriceLimits'] => {
  if (priceBand === null || mark === null) return null
  const { up, down } = priceBand
  const one = (scale: number): bigint => 10n ** BigInt(scale)
  const part = ({ units }: Decimal): bigint => BigInt(mark) * units
  const highest = part(up) / one(up.scale)
  const lowest = (part(down) + one(down.scale) - 1n) / one(down.scale)
  return { lowest: ticks(Number(lowest)), highest: ticks(Number(highest)) }
}
