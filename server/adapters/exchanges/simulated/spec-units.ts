import type { Decimal } from '../../../core/decimal.ts'
import type { InstrumentSpec } from './instrument-specs.ts'

/** The way out of exact numbers into the model's floats: nothing it returns is ever booked. */
const toFloat = ({ units, scale }: Decimal): number => Number(units) / 10 ** scale

export const tickSize = ({ instrument }: InstrumentSpec): number => toFloat(instrument.price.step)

export const lotSize = ({ instrument }: InstrumentSpec): number => toFloat(instrument.quantity.step)
