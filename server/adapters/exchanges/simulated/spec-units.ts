import { toFloat } from '../../../core/decimal.ts'
import type { InstrumentSpec } from './instrument-specs.ts'

export const tickSize = ({ instrument }: InstrumentSpec): number => toFloat(instrument.price.step)

export const lotSize = ({ instrument }: InstrumentSpec): number => toFloat(instrument.quantity.step)
