/** Instruments with the filters of the exchange, and prices and quantities as whole numbers of ticks and lots. */

import type { Brand } from '../../core/brand.ts'
import { type Decimal, printDecimal, SCALE_MAX } from '../../core/decimal.ts'
import { createGrid, type Grid } from '../../core/grid.ts'

/** A USDT-margined perpetual contract and its order filters. */
export interface Instrument {
  readonly symbol: string
  readonly price: Grid
  readonly quantity: Grid
  readonly minNotional: Decimal | null
  readonly maxLeverage: number | null
  /** Null when the exchange has none. */
  readonly priceBand: PriceBand | null
}

/** A price as a whole number of the instrument's ticks. */
export type Ticks = Brand<number, 'Ticks'>

/** A quantity as a whole number of the instrument's lots. */
export type Lots = Brand<number, 'Lots'>

export const ticks = (count: number): Ticks => count as Ticks
export const lots = (count: number): Lots => count as Lots

/**
 * Maximum distance from the mark price at which an exchange accepts an order, as fractions of the mark price: a ceiling
 * for buys and a floor for sells.
 */
export interface PriceBand {
  readonly up: Decimal
  readonly down: Decimal
}

export interface InstrumentFilters {
  readonly symbol: string
  readonly tickSize: string
  readonly lotSize: string
  readonly minNotional: Decimal | null
  readonly maxLeverage: number | null
  /** Omitted when the exchange has none. */
  readonly priceBand?: PriceBand | null
}

/** Maximum fraction digits of a tick or lot, so that price times quantity can still be represented as a decimal. */
export const STEP_SCALE_MAX = SCALE_MAX / 2

export const SYMBOL_PATTERN = '^[A-Z0-9]{1,20}USDT$'

export const createInstrument = ({
  tickSize,
  lotSize,
  priceBand = null,
  ...filters
}: InstrumentFilters): Instrument => ({
  ...filters,
  priceBand,
  price: createGrid(tickSize),
  quantity: createGrid(lotSize),
})

/** Returns the filters from which an instrument can be created again. */
export const toFilters = ({ price, quantity, ...filters }: Instrument): InstrumentFilters => ({
  ...filters,
  tickSize: printDecimal(price.step),
  lotSize: printDecimal(quantity.step),
})

/** Converts turnover from tick·lots, in which it is exact, to quote currency. */
export const toNotional = (instrument: Instrument, tickLots: bigint): Decimal => ({
  units: tickLots * instrument.price.step.units * instrument.quantity.step.units,
  scale: instrument.price.step.scale + instrument.quantity.step.scale,
})
