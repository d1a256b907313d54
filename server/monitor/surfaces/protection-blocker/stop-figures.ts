import type { Order, Position } from '../../../../contract/trading.ts'
import { decimal, divideRounded, printDecimal, rescale, toFloat } from '../../../core/decimal.ts'

/** Distance of a position from its stop, and the loss at the stop. */
export interface StopFigures {
  readonly distanceToStopBps: number | null
  readonly liqBufferRatio: number | null
  readonly lossAtStopUsd: string | null
}

/** Computes the stop figures; all null when there is no active stop. */
export const stopFigures = (position: Position, stop: Pick<Order, 'triggerPrice'> | undefined): StopFigures => {
  const at = stop?.triggerPrice
  if (at == null) return { distanceToStopBps: null, liqBufferRatio: null, lossAtStopUsd: null }
  const sign = position.direction === 'LONG' ? 1 : -1
  const [entry, trigger] = [toFloat(decimal(position.entryPrice)), toFloat(decimal(at))]
  const [mark, liquidation] = [parseFloatOrNull(position.markPrice), parseFloatOrNull(position.liquidationPrice)]
  const toStop = Math.abs(trigger - entry)
  return {
    distanceToStopBps: mark === null ? null : rounded(((sign * (mark - trigger)) / mark) * 10_000),
    liqBufferRatio: liquidation === null || toStop === 0 ? null : rounded(Math.abs(liquidation - entry) / toStop),
    lossAtStopUsd: lossAt(position, at),
  }
}

const parseFloatOrNull = (text: string | null): number | null => (text === null ? null : toFloat(decimal(text)))

const rounded = (value: number): number => Math.round(value * 100) / 100

/** Decimal digits of USDT in our ledger. */
const MONEY_SCALE = 8

/** (entry − stop) × quantity for a LONG, the reverse for a SHORT. */
const lossAt = ({ entryPrice, qty, direction }: Position, triggerPrice: string): string => {
  const [entry, trigger, quantity] = [decimal(entryPrice), decimal(triggerPrice), decimal(qty)]
  const scale = Math.max(entry.scale, trigger.scale)
  const apart = rescale(entry, scale).units - rescale(trigger, scale).units
  const loss = (direction === 'LONG' ? apart : -apart) * quantity.units * 10n ** BigInt(MONEY_SCALE)
  return printDecimal({ units: divideRounded(loss, 10n ** BigInt(scale + quantity.scale)), scale: MONEY_SCALE })
}
