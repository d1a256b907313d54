import type { Decimal } from '../../core/decimal.ts'
import { type Instrument, type Ticks, ticks } from '../market/instrument.ts'
import type { RiskView } from './risk-view.ts'

/** The dearest purchase and the cheapest sale an exchange takes at this mark, by what it lists; null where that is not known. */
export const venuePriceLimits = ({ priceBand }: Instrument, mark: Ticks | null): RiskView['venuePriceLimits'] => {
  if (priceBand === null || mark === null) return null
  const { up, down } = priceBand
  const one = (scale: number): bigint => 10n ** BigInt(scale)
  const part = ({ units }: Decimal): bigint => BigInt(mark) * units
  const highest = part(up) / one(up.scale)
  const lowest = (part(down) + one(down.scale) - 1n) / one(down.scale)
  return { lowest: ticks(Number(lowest)), highest: ticks(Number(highest)) }
}
