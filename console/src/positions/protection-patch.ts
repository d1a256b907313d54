import type { components } from '@plimsoll/client'
import { getSign, isAmount, subtractDecimals } from '../figures/decimal.ts'
import { formatExact } from '../figures/numbers.ts'
import type { Position } from './position-figures.ts'

export type ProtectionPatch = components['schemas']['ProtectionPatch']

/** What somebody has written into the fields; no target is written as nothing. */
export interface RequestedProtection {
  readonly stop: string
  readonly target: string
}

/** The fields as they stand before anybody has written into them. */
export const presentProtection = ({ protection }: Pick<Position, 'protection'>): RequestedProtection => ({
  stop: protection.stopLoss?.triggerPrice ?? '',
  target: protection.takeProfit?.triggerPrice ?? '',
})

/** What has to be asked for to have it so; undefined where nothing would change, or what is written is no price. */
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

const isSame = (a: string, b: string): boolean =>
  a === '' || b === '' ? a === b : getSign(subtractDecimals(a, b)) === 0

/** The act in words. */
export const protectionAct = ({ stopLoss, takeProfit }: ProtectionPatch): string => {
  const stop = stopLoss?.triggerPrice === undefined ? [] : [`move the stop to ${formatExact(stopLoss.triggerPrice)}`]
  const target =
    takeProfit?.triggerPrice === undefined ? [] : [`set the target to ${formatExact(takeProfit.triggerPrice)}`]
  const acts = [...stop, ...target, ...(takeProfit === null ? ['remove the target'] : [])].join(' and ')
  return `${acts.slice(0, 1).toUpperCase()}${acts.slice(1)}`
}
