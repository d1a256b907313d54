/**
 * Maintenance margin brackets: lookup by notional, the resulting margin, and the tables of known and unknown symbols.
 */

import { assert } from '../../core/assert.ts'
import { compareDecimals, type Decimal, decimal } from '../../core/decimal.ts'
import { applyRate, type Money, toMoney } from '../account/money.ts'

/** A maintenance margin bracket, for positions with a notional from `floor` to `cap`. */
export interface Bracket {
  readonly floor: Money
  /** Null for the last bracket, which is unbounded. */
  readonly cap: Money | null
  readonly rate: Decimal
  /** Subtracted from `notional · rate`, so that a larger position never requires less margin than a smaller one. */
  readonly cum: Money
}

/** Returns the brackets of a symbol in ascending order of notional. */
export type BracketLookup = (symbol: string) => readonly Bracket[]

const ZERO_RATE = decimal('0')
const ONE = decimal('1')

/**
 * Builds brackets from their floors and rates; the maintenance amounts follow from the recurrence that exchanges
 * publish.
 */
export const bracketsFrom = (
  rows: readonly { readonly floor: string; readonly rate: string }[],
): readonly Bracket[] => {
  const brackets: Bracket[] = []
  let before = { floor: 0n, rate: ZERO_RATE, cum: 0n }
  for (const [index, row] of rows.entries()) {
    const next = rows[index + 1]
    const [floor, rate] = [toMoney(decimal(row.floor)), decimal(row.rate)]
    assert(index === 0 ? floor === 0n : floor > before.floor, 'brackets must begin at zero and ascend')
    assert(
      compareDecimals(rate, before.rate) > 0 && compareDecimals(rate, ONE) < 0,
      'rates must ascend and stay below one',
    )
    const cum = before.cum + applyRate(floor, rate) - applyRate(floor, before.rate)
    brackets.push({ floor, cap: next ? toMoney(decimal(next.floor)) : null, rate, cum })
    before = { floor, rate, cum }
  }
  assert(brackets.length > 0, 'there must be at least one bracket')
  return brackets
}

/** Returns the bracket of a notional; a notional on the boundary belongs to the higher bracket. */
export const bracketAt = (brackets: readonly Bracket[], notional: Money): Bracket => {
  const bracket = brackets.find(({ cap }) => cap === null || notional < cap)
  assert(bracket, 'the last bracket must have no upper end')
  return bracket
}

/** Returns the margin below which an exchange liquidates a position of this notional. */
export const maintenanceMargin = (brackets: readonly Bracket[], notional: Money): Money => {
  const { rate, cum } = bracketAt(brackets, notional)
  return applyRate(notional, rate) - cum
}

type Row = readonly [floor: string, rate: string]

const rows = (...pairs: readonly Row[]): readonly Bracket[] =>
  bracketsFrom(pairs.map(([floor, rate]) => ({ floor, rate })))

/** The last row is our addition: the recorded table ends at 25%, but later exchange responses go further. */
const SMALL_COIN = rows(
  ['0', '0.0065'],
  ['10000', '0.01'],
  ['50000', '0.02'],
  ['250000', '0.05'],
  ['1000000', '0.1'],
  ['2000000', '0.125'],
  ['5000000', '0.15'],
  ['10000000', '0.25'],
  ['12000000', '0.5'],
)

/**
 * Floors and rates of Binance USDⓈ-M perpetuals, from a response of `GET /fapi/v1/leverageBracket` in force from
 * 2023-08-01 to 2023-10-30, as recorded in the ccxt tests. Later Binance tables for these symbols require less margin
 * at every notional. SOLUSDT, which the simulated exchange lists, has a table of our own that requires more margin than
 * Binance does.
 */
const PUBLISHED: ReadonlyMap<string, readonly Bracket[]> = new Map([
  [
    'BTCUSDT',
    rows(
      ['0', '0.004'],
      ['50000', '0.005'],
      ['250000', '0.01'],
      ['3000000', '0.025'],
      ['20000000', '0.05'],
      ['40000000', '0.1'],
      ['100000000', '0.125'],
      ['120000000', '0.15'],
      ['200000000', '0.25'],
      ['300000000', '0.5'],
    ),
  ],
  [
    'ETHUSDT',
    rows(
      ['0', '0.005'],
      ['100000', '0.0065'],
      ['250000', '0.01'],
      ['2000000', '0.02'],
      ['15000000', '0.05'],
      ['30000000', '0.1'],
      ['60000000', '0.125'],
      ['80000000', '0.15'],
      ['100000000', '0.25'],
      ['150000000', '0.5'],
    ),
  ],
  ['LTCUSDT', SMALL_COIN],
  ['ADAUSDT', SMALL_COIN],
  [
    'SOLUSDT',
    rows(
      ['0', '0.025'],
      ['25000', '0.05'],
      ['100000', '0.1'],
      ['500000', '0.15'],
      ['1000000', '0.25'],
      ['5000000', '0.5'],
    ),
  ],
])

/**
 * Fallback brackets for a symbol without known brackets. They require at least the maintenance margin that Binance has
 * published for any USDT contract at any notional, compared with all 858 contracts as of 2026-09-29 and with 55 earlier
 * days since 2023-01-13.
 */
export const STAND_IN_BRACKETS: readonly Bracket[] = rows(['0', '0.2'], ['100000', '0.25'], ['200000', '0.5'])

/** Returns the maintenance margin brackets of a known symbol, or the fallback brackets. */
export const publishedBrackets: BracketLookup = (symbol) => PUBLISHED.get(symbol) ?? STAND_IN_BRACKETS
