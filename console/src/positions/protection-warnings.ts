import { getSign, isAmount, subtractDecimals } from '../figures/decimal.ts'
import { formatToStep, formatUsdt } from '../figures/numbers.ts'
import { LEGS } from '../figures/order-words.ts'
import { t } from '../messages/messages.ts'
import { type Position, resultAt } from './position-figures.ts'
import type { RequestedProtection } from './protection-patch.ts'

/** Returns the warnings about an entered stop and target, each as a sentence. */
export const protectionWarnings = (position: Position, { stop, target }: RequestedProtection): ProtectionWarnings => ({
  stop: wrongSide(position, 'stop', stop),
  target: wrongSide(position, 'target', target),
  widened: widened(position, stop),
})

/** Warnings about a stop and a target before they are requested; undefined without a warning. */
interface ProtectionWarnings {
  /** Warning that the mark price is already beyond it. */
  readonly stop: string | undefined
  readonly target: string | undefined
  /** Warning that the stop would lose more than the current one. */
  readonly widened: string | undefined
}

const wrongSide = (
  { direction, markPrice, instrument }: Position,
  leg: 'stop' | 'target',
  price: string,
): string | undefined => {
  if (markPrice === null || !isAmount(price)) return undefined
  const isAbove = (direction === 'LONG') === (leg === 'target')
  const beyond = isAbove ? subtractDecimals(price, markPrice) : subtractDecimals(markPrice, price)
  if (getSign(beyond) > 0) return undefined
  const where = t('{isAbove} the mark price, {markPrice}', {
    isAbove: isAbove ? t('above') : t('below'),
    markPrice: formatToStep(markPrice, instrument.tickSize),
  })
  return t('The {leg} of a {direction} must be {where}. At this price it would trigger immediately and be rejected.', {
    leg: LEGS[leg],
    direction,
    where,
  })
}

const widened = (position: Position, price: string): string | undefined => {
  const present = position.protection.stopLoss?.triggerPrice
  if (present === undefined || !isAmount(price)) return undefined
  const less = subtractDecimals(resultAt(position, present), resultAt(position, price))
  if (getSign(less) <= 0) return undefined
  const before = formatToStep(present, position.instrument.tickSize)
  return t('This widens the stop: the result is {less} USDT worse than at the current {before}.', {
    less: formatUsdt(less),
    before,
  })
}
