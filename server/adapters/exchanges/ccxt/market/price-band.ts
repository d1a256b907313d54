import { compareDecimals, type Decimal, decimal, parseDecimal } from '../../../../core/decimal.ts'
import type { PriceBand } from '../../../../domain/market/instrument.ts'
import { exactText } from '../exact.ts'

/**
 * Returns a band given as multiples of the mark, such as 1.05 and 0.95; null where it is missing, or excludes the mark.
 */
export const toPriceBand = (up: unknown, down: unknown): PriceBand | null => {
  const [ceiling, floor] = [toRatio(up), toRatio(down)]
  if (!ceiling || !floor) return null
  const isAround = compareDecimals(ceiling, ONE) >= 0 && compareDecimals(floor, ONE) <= 0 && floor.units > 0n
  return isAround ? { up: ceiling, down: floor } : null
}

/** Returns a band as `toPriceBand`, given as the distance from the mark to either side, such as 0.05. */
export const bandWithin = (distance: unknown): PriceBand | null => {
  const part = toRatio(distance)
  if (!part || part.units <= 0n) return null
  const { units, scale } = part
  const one = 10n ** BigInt(scale)
  return units < one ? { up: { units: one + units, scale }, down: { units: one - units, scale } } : null
}

const ONE = decimal('1')

const toRatio = (value: unknown): Decimal | undefined => {
  const parsed = parseDecimal(exactText(value) ?? '')
  return parsed.ok ? parsed.value : undefined
}
