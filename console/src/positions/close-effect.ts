import { getSign, isAmount, isMultiple, multiplyDecimals, subtractDecimals } from '../figures/decimal.ts'
import { type Position, resultAt } from './position-figures.ts'

/** Returns the result of closing this quantity of a position; undefined when that quantity cannot be closed. */
export const closeEffect = (position: Position, qty: string): CloseEffect | undefined => {
  const { instrument, markPrice } = position
  if (!isAmount(qty)) return undefined
  const left = subtractDecimals(position.qty, qty)
  if (getSign(left) < 0 || !isMultiple(qty, instrument.lotSize)) return undefined
  return {
    isAll: getSign(left) === 0,
    left,
    worth: markPrice && multiplyDecimals(qty, markPrice),
    result: markPrice && resultAt({ ...position, qty }, markPrice),
  }
}

interface CloseEffect {
  readonly isAll: boolean
  readonly left: string
  /** Value in USDT at the mark price; null while unknown. */
  readonly worth: string | null
  readonly result: string | null
}
