/** Risk view: the input of every gate, with the recent orders, stakes and price limits it contains. */

import type { Decimal } from '../../core/decimal.ts'
import type { Instant } from '../../core/instant.ts'
import type { Money } from '../account/money.ts'
import { type Instrument, type Lots, type Ticks, ticks } from '../market/instrument.ts'
import type { Origin, Side } from '../order/order.ts'
import type { Constitution } from './constitution.ts'

/**
 * Input of every gate: one snapshot of plain values, taken for one candidate. `null` means "not known", and a gate that
 * needs the value does not pass. Ages are measured on the platform clock.
 */
export interface RiskView {
  readonly atMs: Instant
  readonly constitution: Constitution
  readonly latch: { readonly engaged: boolean; readonly reason: string | null }
  /** True when autotrading may enter now; `null` while there is no autotrading. */
  readonly autotradingEntries: boolean | null
  readonly lease: { readonly held: boolean; readonly epoch: number; readonly foreignEpoch: number | null }
  readonly store: { readonly commitP99Ms: number | null; readonly freeDiskBytes: number | null }
  /** `checked` is false where the market's own clock rules, as in a replay. */
  readonly clock: {
    readonly checked: boolean
    readonly offsetMs: number | null
    readonly errorMs: number | null
    readonly ageMs: number | null
    /** Inputs not read since the host's wall clock was last set; omitted when it never was. */
    readonly unreadSinceStep?: readonly string[]
  }
  readonly reconciliation: {
    readonly ageMs: number | null
    readonly differencesOnSymbol: number
    /** Holdings of the account in symbols that are not watched, by symbol. */
    readonly unwatched: readonly string[]
  }
  readonly unknownOutcomes: { readonly onSymbol: number; readonly total: number }
  readonly instrument: Instrument
  readonly filtersAgeMs: number | null
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
  /** Signed position now, and what it would be at worst: with all working and unknown orders of that side filled. */
  readonly exposure: {
    readonly position: number
    readonly worstLong: number
    readonly worstShort: number
    /** Σ over the other symbols of their worst notional at mark. */
    readonly otherSymbolsWorst: Money
  }
  readonly atRisk: AtRisk
  readonly account: {
    readonly equity: Money | null
    /** Maintenance margin of all positions at present. */
    readonly maintenanceMargin: Money | null
    /** Maintenance margin of all positions if this candidate is filled at its worst price. */
    readonly maintenanceMarginAfter: Money | null
    /** Estimated by the published formula if this candidate is filled, in 10^-8 USDT; null when no price can liquidate it. */
    readonly liquidationPriceAfter: Money | null
  }
  readonly recent: readonly RecentOrder[]
  readonly day: { readonly netPct: number | null; readonly drawdownPct: number | null; readonly lossStreak: number }
  /** Positions that have been without a verified stop for longer than their budget. */
  readonly unprotectedBeyondBudget: number
  /** The best of our own resting orders, for self-crossing. */
  readonly ownBest: { readonly bid: Ticks | null; readonly ask: Ticks | null }
  /** Net edge of the candidate's signal, lower confidence bound; `null` for an order without a signal. */
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

/** An order of the last hour, as rates and duplicates are counted. */
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
  /** The farthest stop of any of them; null without such orders. */
  readonly stop: Ticks | null
  /** The farthest of the stops their senders named; null when none did. These move the stop of the whole position. */
  readonly ownStop: Ticks | null
}

/** The open position of a symbol and the stop it is planned to have. */
export interface PositionStake {
  /** The side it was entered with. */
  readonly side: Side
  readonly quantity: Lots
  /** Entry cost of the open quantity. */
  readonly cost: Money
  readonly stop: Ticks
}

/** Loss the account can suffer at its stops: one symbol in detail, all others as a sum. */
export interface AtRisk {
  readonly position: PositionStake | null
  readonly working: Readonly<Record<Side, WorkingStake>>
  /** Σ over the other symbols of their loss at the stop at worst, USDT; null while the market of one is not known. */
  readonly otherSymbols: Money | null
  /** Average true range of an hour of the symbol, in ticks; null while fewer than six whole hours are known. */
  readonly hourlyRange: number | null
}

/**
 * Returns the highest buy price and the lowest sell price that the exchange accepts at this mark, from the price band
 * of the instrument; null when either is not known.
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
