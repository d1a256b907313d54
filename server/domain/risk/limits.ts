import { type Decimal, parseDecimal } from '../../core/decimal.ts'
import { type Money, toMoney } from '../account/money.ts'
import type { Constitution } from './constitution.ts'

/** The limits that are decimal text, as numbers the gates compare with; `null` is "not configured". */
interface ParsedLimits {
  readonly maxOrderNotional: Money | null
  readonly maxSymbolExposure: Money | null
  readonly maxGrossExposure: Money | null
  /** In lots. */
  readonly maxOrderQuantity: number | null
  /** In percent of the equity. */
  readonly maxPositionLossPct: Decimal | null
  readonly maxTotalLossPct: Decimal | null
}

const parsed = new WeakMap<Constitution, ParsedLimits>()

/** Reads the texts of a constitution once; text that is no decimal counts as not configured, so its gate refuses. */
export const getLimits = (constitution: Constitution): ParsedLimits => {
  const known = parsed.get(constitution)
  if (known) return known
  const limits = parseLimits(constitution)
  parsed.set(constitution, limits)
  return limits
}

const parseLimits = ({ limits }: Constitution): ParsedLimits => ({
  maxOrderNotional: moneyIn(limits.maxOrderNotional),
  maxSymbolExposure: moneyIn(limits.maxSymbolExposure),
  maxGrossExposure: moneyIn(limits.maxGrossExposure),
  maxOrderQuantity: wholeIn(limits.maxOrderQuantity),
  maxPositionLossPct: decimalIn(limits.maxPositionLossPct),
  maxTotalLossPct: decimalIn(limits.maxTotalLossPct),
})

const decimalIn = (text: string | null): Decimal | null => {
  const parsed = text === null ? undefined : parseDecimal(text)
  return parsed?.ok ? parsed.value : null
}

const moneyIn = (text: string | null): Money | null => {
  const amount = decimalIn(text)
  return amount && toMoney(amount)
}

const wholeIn = (text: string | null): number | null => {
  if (text === null) return null
  const count = parseDecimal(text)
  return count.ok && count.value.scale === 0 ? Number(count.value.units) : null
}
