import type {
  RawFill,
  RawFunding,
  RawOrder,
  RawPosition,
} from '../../server/adapters/exchanges/ccxt/execution/order-dialect.ts'
import { readPosition } from '../../server/adapters/exchanges/ccxt/execution/read-account.ts'
import { readFill, readFunding } from '../../server/adapters/exchanges/ccxt/execution/read-fill.ts'
import { readOrder } from '../../server/adapters/exchanges/ccxt/execution/read-order.ts'
import { type Claim, isMoney, isQuantity } from './claims.ts'
import { valueAt } from './mutants.ts'
import type { Reading, Steps } from './reading.ts'

/** Row of an exchange's answer, its reader, and the claims that every resulting event must meet. */
export interface Kind {
  readonly name: string
  readonly steps: Steps
  readonly row: unknown
  read(reading: Reading, row: unknown): Readonly<Record<string, unknown>> | null | undefined
  readonly claims: Readonly<Record<string, Claim>>
}

export const ordersBy =
  (words: (row: unknown) => RawOrder) =>
  ({ reader, memory }: Reading, row: unknown) => {
    const order = readOrder(reader, memory, words(row))
    if (!order) return order
    const { terms, ...report } = order
    return { ...report, ...terms, triggerPrice: terms.trigger?.price ?? null, triggerBy: terms.trigger?.by ?? null }
  }

export const fillsBy =
  (words: (row: unknown) => RawFill) =>
  ({ reader }: Reading, row: unknown) => {
    const fill = readFill(reader, words(row), { venueClientId: 'tE', kind: 'TRADE' })
    // An estimated fee is marked as such and need not equal the row's.
    if (!fill || fill.feeEstimated) return undefined
    return { ...fill, execId: fill.execId.replace(/^BTCUSDT:/, '') }
  }

export const fundingBy =
  (words: (row: unknown) => RawFunding) =>
  ({ reader }: Reading, row: unknown) => {
    const paid = readFunding(reader, words(row))
    return paid && { ...paid, fundingId: paid.fundingId.replace(/^BTCUSDT:funding:/, '') }
  }

export const positionsBy =
  (words: (row: unknown) => RawPosition) =>
  ({ reader }: Reading, row: unknown) => {
    const position = readPosition(reader, words(row), 7)
    return position && { ...position, price: Number(position.cost) / Math.abs(position.quantity) }
  }

export const is =
  (wanted: unknown): Claim =>
  (value) =>
    value === wanted

/** Checks an entry price in 10^-8 USDT per lot. */
export const isEntry =
  (field: string): Claim =>
  (value, row) => {
    const wanted = Number(valueAt(row, field)) * 1e5
    return Math.abs(Number(value) - wanted) <= 1 + Math.abs(wanted) * 1e-12
  }

/** Checks an unsigned value whose sign is in another field. */
export const isSigned =
  (field: string, side: string, signs: Readonly<Record<string, 1 | -1>>): Claim =>
  (value, row, listing) => {
    const word = valueAt(row, side)
    const sign = (typeof word === 'string' ? signs[word] : undefined) ?? signs.else
    return sign !== undefined && isQuantity(field)(Number(value) * sign, row, listing)
  }

/** Checks a liquidation price: none when it is missing or empty in the body. */
export const isLiquidation =
  (field: string): Claim =>
  (value, row, listing) =>
    value === null ? !(Number(valueAt(row, field)) > 0) : isMoney(field)(value, row, listing)

/** Checks a fee: zero USDT when paid in another currency or missing. */
export const isFee =
  (field: string, asset: string, sign: 1 | -1 = 1): Claim =>
  (value, row, listing) =>
    isMoney(field, sign)(value, row, listing) || (value === 0n && valueAt(row, asset) !== 'USDT')

export const isLeverage =
  (field: string): Claim =>
  (value, row) =>
    value === 7 || Number(valueAt(row, field)) === value
