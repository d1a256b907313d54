import type { Position } from '../../../../contract/trading.ts'
import { decimal, toFloat } from '../../../core/decimal.ts'
import type { Constitution } from '../../../domain/risk/constitution.ts'

/**
 * Distance of the active stop at the exchange from the nearer of entry price and mark, in percent on the losing side;
 * null when there is none.
 */
export const standingDistancePct = ({ direction, entryPrice, markPrice, protection }: Position): number | null => {
  const standing = protection.stopLoss?.standingTriggerPrice ?? null
  if (standing === null) return null
  const stop = toFloat(decimal(standing))
  const sign = direction === 'LONG' ? 1 : -1
  const distances = [entryPrice, markPrice].flatMap((price) => {
    const from = price === null ? 0 : toFloat(decimal(price))
    return from > 0 ? [((sign * (from - stop)) / from) * 100] : []
  })
  return distances.length === 0 ? null : Math.min(...distances)
}

/** Returns whether the active stop is too far away to count as protection. */
export const isFarStop = (position: Position, { limits: { maxStopPct } }: Constitution): boolean => {
  const distance = standingDistancePct(position)
  return maxStopPct !== null && distance !== null && distance > maxStopPct
}
