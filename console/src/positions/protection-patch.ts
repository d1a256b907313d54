/** Edit of a position's stop and target: initial field values, the request for the API, and its description. */

import type { components } from '@plimsoll/client'
import { getSign, isAmount, subtractDecimals } from '../figures/decimal.ts'
import { formatExact } from '../figures/numbers.ts'
import { t } from '../messages/messages.ts'
import type { Position } from './position-figures.ts'

/** Returns the request for the entered values; undefined when nothing changes or a value is not a price. */
export const protectionPatch = (
  position: Pick<Position, 'protection'>,
  { stop, target }: RequestedProtection,
): ProtectionPatch | undefined => {
  const present = presentProtection(position)
  if (![stop, target].every((text) => text === '' || isAmount(text))) return undefined
  const patch: ProtectionPatch = {
    ...(stop !== '' && !isSame(stop, present.stop) && { stopLoss: { triggerPrice: stop } }),
    ...(!isSame(target, present.target) && { takeProfit: target === '' ? null : { triggerPrice: target } }),
  }
  return Object.keys(patch).length === 0 ? undefined : patch
}

export type ProtectionPatch = components['schemas']['ProtectionPatch']

/** Values of the fields as entered; an empty string means no target. */
export interface RequestedProtection {
  readonly stop: string
  readonly target: string
}

/** Returns the current stop and target as field values. */
export const presentProtection = ({ protection }: Pick<Position, 'protection'>): RequestedProtection => ({
  stop: protection.stopLoss?.triggerPrice ?? '',
  target: protection.takeProfit?.triggerPrice ?? '',
})

const isSame = (a: string, b: string): boolean =>
  a === '' || b === '' ? a === b : getSign(subtractDecimals(a, b)) === 0

/** Returns the change as a string. */
export const protectionAct = ({ stopLoss, takeProfit }: ProtectionPatch): string => {
  const stop =
    stopLoss?.triggerPrice === undefined
      ? []
      : [t('move the stop to {triggerPrice}', { triggerPrice: formatExact(stopLoss.triggerPrice) })]
  const target =
    takeProfit?.triggerPrice === undefined
      ? []
      : [t('set the target to {triggerPrice}', { triggerPrice: formatExact(takeProfit.triggerPrice) })]
  const acts = [...stop, ...target, ...(takeProfit === null ? [t('remove the target')] : [])].join(t(' and '))
  return `${acts.slice(0, 1).toUpperCase()}${acts.slice(1)}`
}
