/** Converts limits given as decimal strings to decimals, money or whole numbers. */

import { type Decimal, parseDecimal } from '../../core/decimal.ts'
import { type Money, toMoney } from '../account/money.ts'
import type { Constitution } from './constitution.ts'

/**
 * Returns a limit given as a decimal string; null when not configured. Every string is parsed once. A string that is
 * not a decimal counts as not configured, so its gate refuses.
 */
export const decimalLimit = (constitution: Constitution, name: TextLimit): Decimal | null => {
  let limits = parsed.get(constitution)
  if (!limits) {
    limits = new Map()
    parsed.set(constitution, limits)
  }
  let limit = limits.get(name)
  if (limit === undefined) {
    limit = parseLimit(constitution.limits[name])
    limits.set(name, limit)
  }
  return limit
}

type Limits = Constitution['limits']

/** Name of a limit given as a decimal string. */
type TextLimit = { [N in keyof Limits]: string extends Limits[N] ? N : never }[keyof Limits]

const parsed = new WeakMap<Constitution, Map<TextLimit, Decimal | null>>()

const parseLimit = (text: string | null): Decimal | null => {
  const limit = text === null ? undefined : parseDecimal(text)
  return limit?.ok ? limit.value : null
}

export const moneyLimit = (constitution: Constitution, name: TextLimit): Money | null => {
  const limit = decimalLimit(constitution, name)
  return limit && toMoney(limit)
}

export const wholeLimit = (constitution: Constitution, name: TextLimit): number | null => {
  const limit = decimalLimit(constitution, name)
  return limit?.scale === 0 ? Number(limit.units) : null
}
