import type { components } from '@plimsoll/client'
import { addDecimals, signOf, subtractDecimals } from '../figures/decimal.ts'

type Schemas = components['schemas']
type Held = Pick<Schemas['Position'], 'direction' | 'qty'>
type Ordered = Pick<Schemas['OrderPreview'], 'side' | 'qty' | 'reduceOnly'>

/** What is held when an order was filled whole. */
export interface After {
  readonly direction: Held['direction'] | null
  readonly qty: string
  /** Nothing is opened and nothing added, so that no stop of its own comes with it. */
  readonly onlyReduces: boolean
}

export const positionAfter = (held: Held | undefined, { side, qty, reduceOnly }: Ordered): After => {
  const before = held ? signed(held.qty, held.direction === 'LONG') : '0'
  const change = signed(qty, side === 'BUY')
  const whole = addDecimals(before, change)
  const reduces = signOf(before) * signOf(change) < 0
  const turnsOver = reduces && signOf(whole) === signOf(change)
  const after = reduceOnly ? cappedAt({ before, whole, reduces, turnsOver }) : whole
  const sign = signOf(after)
  return {
    direction: sign === 0 ? null : sign > 0 ? 'LONG' : 'SHORT',
    qty: signed(after, sign >= 0),
    onlyReduces: reduceOnly || (reduces && !turnsOver),
  }
}

const signed = (qty: string, isPositive: boolean): string => (isPositive ? qty : subtractDecimals('0', qty))

interface Capping {
  readonly before: string
  readonly whole: string
  readonly reduces: boolean
  readonly turnsOver: boolean
}

/** What only reduces takes off no more than there is. */
const cappedAt = ({ before, whole, reduces, turnsOver }: Capping): string => {
  if (!reduces) return before
  return turnsOver ? '0' : whole
}
