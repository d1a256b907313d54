import type { Listing } from '../../server/adapters/exchanges/ccxt/listing.ts'
import { type Money, printMoney } from '../../server/domain/account/money.ts'
import { valueAt } from './mutants.ts'

/** Check that an event value agrees with the body. */
export type Claim = (value: unknown, row: unknown, listing: Listing) => boolean

const numberIn = (row: unknown, field: string): number => {
  const value = valueAt(row, field)
  const isText = typeof value === 'string' && value.trim() === value && value !== ''
  return typeof value === 'number' || isText ? Number(value) : Number.NaN
}

export const isPrice =
  (field: string): Claim =>
  (value, row, { instrument }) =>
    Number(value) > 0 && Number(instrument.price.print(Number(value))) === numberIn(row, field)

/** Checks a quantity in lots, converted from the exchange's units. */
export const isQuantity =
  (field: string): Claim =>
  (value, row, { amounts }) =>
    Number(amounts.print(Number(value))) === numberIn(row, field)

/** Checks an amount in USDT to the nearest 10^-8; negated when the exchange uses the opposite sign. */
export const isMoney =
  (field: string, sign: 1 | -1 = 1): Claim =>
  (value, row) =>
    Math.abs(Number(printMoney(value as Money)) - sign * numberIn(row, field)) <= 1e-8

export const isText =
  (...fields: readonly string[]): Claim =>
  (value, row) =>
    fields.some((field) => String(valueAt(row, field)) === value)

export const isTime =
  (...fields: readonly string[]): Claim =>
  (value, row) =>
    fields.some((field) => numberIn(row, field) === value)

/** Checks that a value is the platform's term for one of the exchange's. */
export const isWord =
  (field: string, theirs: Readonly<Record<string, readonly unknown[]>>): Claim =>
  (value, row) =>
    (theirs[String(value)] ?? []).includes(valueAt(row, field))

/** Accepts a missing value, and otherwise applies the claim. */
export const nothingOr =
  (claim: Claim): Claim =>
  (value, row, listing) =>
    value === null || claim(value, row, listing)

/** Returns the names of the values that contradict the body. */
export const contradictions = (
  reported: Readonly<Record<string, unknown>>,
  claims: Readonly<Record<string, Claim>>,
  { row, listing }: { readonly row: unknown; readonly listing: Listing },
): string[] => Object.entries(claims).flatMap(([name, claim]) => (claim(reported[name], row, listing) ? [] : [name]))
