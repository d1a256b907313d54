import { type Decimal, parseDecimal, printDecimal } from '../../core/decimal.ts'
import type { Grid } from '../../core/grid.ts'
import { err, ok, type Result } from '../../core/result.ts'
import { MONEY_SCALE, type Money, toMoney } from '../../domain/account/money.ts'
import type { FieldFault } from './field-fault.ts'

/** More than any order is worth. */
const NOTIONAL_MAX = 10n ** BigInt(12 + MONEY_SCALE)

/** A positive whole number of a grid's steps, or what is wrong with the text. */
export const parseSteps = (grid: Grid, pointer: string, text: string): Result<number, FieldFault> => {
  const value = positive(pointer, text)
  if (!value.ok) return value
  const steps = grid.parse(text)
  if (steps !== undefined) return ok(steps)
  if (isTooLarge(value.value, grid.step)) return tooLarge(pointer, printDecimal(grid.step))
  return err({ pointer, code: 'OFF_GRID', detail: `must be a whole multiple of ${printDecimal(grid.step)}` })
}

/** A positive amount of USDT. */
export const parseAmount = (pointer: string, text: string): Result<Money, FieldFault> => {
  const value = positive(pointer, text)
  if (!value.ok) return value
  const money = toMoney(value.value)
  if (money > NOTIONAL_MAX) return err({ pointer, code: 'TOO_LARGE', detail: 'must be at most 1000000000000' })
  if (isWhole(value.value, money)) return ok(money)
  return err({ pointer, code: 'OFF_GRID', detail: `must have at most ${MONEY_SCALE} decimals` })
}

const positive = (pointer: string, text: string): Result<Decimal, FieldFault> => {
  const value = parseDecimal(text)
  if (value.ok && value.value.units > 0n) return value
  if (value.ok || text.startsWith('-')) return err({ pointer, code: 'NOT_POSITIVE', detail: 'must be more than zero' })
  return err({ pointer, code: 'TOO_LARGE', detail: 'is larger than any amount here' })
}

const isTooLarge = ({ units, scale }: Decimal, step: Decimal): boolean =>
  units * 10n ** BigInt(step.scale) > BigInt(Number.MAX_SAFE_INTEGER) * step.units * 10n ** BigInt(scale)

const tooLarge = (pointer: string, step: string): Result<never, FieldFault> =>
  err({ pointer, code: 'TOO_LARGE', detail: `must be at most ${Number.MAX_SAFE_INTEGER} steps of ${step}` })

const isWhole = ({ units, scale }: Decimal, money: Money): boolean =>
  scale <= MONEY_SCALE || units === money * 10n ** BigInt(scale - MONEY_SCALE)
