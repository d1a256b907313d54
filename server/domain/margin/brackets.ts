import { assert } from '../../core/assert.ts'
import { compareDecimals, type Decimal, decimal } from '../../core/decimal.ts'
import { applyRate, type Money, toMoney } from '../account/money.ts'

/** One step of maintenance margin, for positions whose notional lies from `floor` up to `cap`. */
export interface Bracket {
  readonly floor: Money
  /** Null for the last bracket, which has no end. */
  readonly cap: Money | null
  readonly rate: Decimal
  /** Taken off `notional · rate`, so that a larger position never needs less than a smaller one. */
  readonly cum: Money
}

/** The brackets of a symbol, from the smallest notional on. */
export type BracketLookup = (symbol: string) => readonly Bracket[]

const ZERO_RATE = decimal('0')
const ONE = decimal('1')

/** Brackets from their floors and rates; the maintenance amounts follow by the recurrence exchanges publish. */
export const bracketsFrom = (
  rows: readonly { readonly floor: string; readonly rate: string }[],
): readonly Bracket[] => {
  const brackets: Bracket[] = []
  let before = { floor: 0n, rate: ZERO_RATE, cum: 0n }
  for (const [index, row] of rows.entries()) {
    const next = rows[index + 1]
    const [floor, rate] = [toMoney(decimal(row.floor)), decimal(row.rate)]
    assert(index === 0 ? floor === 0n : floor > before.floor, 'brackets begin at zero and ascend')
    assert(compareDecimals(rate, before.rate) > 0 && compareDecimals(rate, ONE) < 0, 'rates ascend and stay below one')
    const cum = before.cum + applyRate(floor, rate) - applyRate(floor, before.rate)
    brackets.push({ floor, cap: next ? toMoney(decimal(next.floor)) : null, rate, cum })
    before = { floor, rate, cum }
  }
  assert(brackets.length > 0, 'there is at least one bracket')
  return brackets
}

/** The bracket a notional lies in; a notional on the border belongs to the higher one. */
export const bracketAt = (brackets: readonly Bracket[], notional: Money): Bracket => {
  const bracket = brackets.find(({ cap }) => cap === null || notional < cap)
  assert(bracket, 'the last bracket has no end')
  return bracket
}

/** Returns the margin below which an exchange liquidates a position of this notional. */
export const maintenanceMargin = (brackets: readonly Bracket[], notional: Money): Money => {
  const { rate, cum } = bracketAt(brackets, notional)
  return applyRate(notional, rate) - cum
}
