/**
 * Instruments of the simulated exchange with their volatility, spread and order sizes, and the notice about its market.
 */

import { decimal, toFloat } from '../../../core/decimal.ts'
import { HOUR_MS } from '../../../core/instant.ts'
import { createInstrument, type Instrument } from '../../../domain/market/instrument.ts'
import { REGIME_MS, REGIME_SHARES } from './path/regimes.ts'

/** Specification of an instrument listed by the simulated exchange. */
export interface InstrumentSpec {
  readonly instrument: Instrument
  /** Long-term price level. */
  readonly level: number
  /** Standard deviation of the daily log return, including the common market factor. */
  readonly dailyVolatility: number
  /** Sensitivity to the common market factor, which BTCUSDT follows. */
  readonly beta: number
  /** Usual spread. */
  readonly spreadTicks: number
  /** Mean size of an incoming order in base currency. */
  readonly typicalSize: number
  /** Usual rate of incoming orders. */
  readonly ordersPerMinute: number
  /** Mean open contracts in base currency. */
  readonly openInterest: number
}

/** Standard deviation of the daily log return of the market factor that all instruments have in common. */
export const MARKET_DAILY_VOLATILITY = 0.025

const listed = (symbol: string, tickSize: string, lotSize: string, maxLeverage: number): Instrument =>
  createInstrument({ symbol, tickSize, lotSize, minNotional: decimal('5'), maxLeverage })

export const INSTRUMENT_SPECS: readonly InstrumentSpec[] = [
  {
    instrument: listed('BTCUSDT', '0.1', '0.001', 125),
    level: 60_000,
    dailyVolatility: MARKET_DAILY_VOLATILITY,
    beta: 1,
    spreadTicks: 2,
    typicalSize: 0.12,
    ordersPerMinute: 260,
    openInterest: 82_000,
  },
  {
    instrument: listed('ETHUSDT', '0.01', '0.001', 100),
    level: 3_000,
    dailyVolatility: 0.033,
    beta: 1.1,
    spreadTicks: 2,
    typicalSize: 1.8,
    ordersPerMinute: 140,
    openInterest: 1_900_000,
  },
  {
    instrument: listed('SOLUSDT', '0.01', '0.1', 50),
    level: 150,
    dailyVolatility: 0.045,
    beta: 1.2,
    spreadTicks: 1,
    typicalSize: 28,
    ordersPerMinute: 90,
    openInterest: 9_500_000,
  },
]

const percent = (share: number): string => `${Math.round(share * 100)}%`

/** Notice about the composition of the simulated market; each sentence is displayed on a line. */
export const SIMULATED_NOTICE = [
  `Simulated market: each symbol goes through regimes of ${REGIME_MS / HOUR_MS} hours.`,
  `${percent(REGIME_SHARES.TRENDING)} trend: breakouts (S01 on 1m bars) have an edge after costs.`,
  `${percent(REGIME_SHARES.REVERTING)} mean reversion within minutes: breakouts lose.`,
  `${percent(1 - REGIME_SHARES.TRENDING - REGIME_SHARES.REVERTING)} noise: no strategy has an edge.`,
  'Results here say nothing about real markets.',
].join(' ')

export const tickSize = ({ instrument }: InstrumentSpec): number => toFloat(instrument.price.step)

export const lotSize = ({ instrument }: InstrumentSpec): number => toFloat(instrument.quantity.step)
