/** Opening of the built-in exchange's account from its store, and its conversion to the stored form. */

import { assert } from '../../../core/assert.ts'
import { decimal, printDecimal } from '../../../core/decimal.ts'
import type { Money } from '../../../domain/account/money.ts'
import type { Clock } from '../../../engine/model/ports.ts'
import { type Book, type Clearing, type ClearingRules, createBook, createTurn } from './clearing.ts'
import type { ClearingStore, StoredAccount, StoredPosition } from './clearing-store.ts'
import type { Matcher, MatchListener } from './matcher.ts'
import { reinstate } from './orders.ts'

/** Opens the stored account, or a new one. Its open orders are restored by `reinstateOrders` afterwards. */
export const openClearing = (parts: ClearingParts): Clearing => {
  const { rules, matcher, listener, clock, store } = parts
  const stored = store.readAccount()
  const account = stored ?? newAccount(parts)
  const clearing: Clearing = {
    rules,
    matcher,
    listener,
    clock,
    openingBalance: account.openingBalance,
    walletBalance: account.walletBalance,
    insurance: account.insurance,
    nextOrder: account.nextOrder,
    nextExecution: account.nextExecution,
    books: new Map(rules.instruments.map((instrument) => [instrument.symbol, createBook(instrument)])),
    open: new Map(),
    turn: createTurn(),
  }
  for (const position of account.positions) restore(clearing, position)
  clearing.turn.accountChanged = stored === undefined
  return clearing
}

export interface ClearingParts {
  readonly rules: ClearingRules
  readonly matcher: Matcher
  readonly listener: MatchListener
  readonly clock: Clock
  readonly store: ClearingStore
  /** Wallet balance when the store is new. */
  readonly openingBalance: Money
}

/**
 * Number of IDs reserved per millisecond: they start at the time of opening, so that IDs of different openings never
 * collide.
 */
const IDS_A_MS = 1_000_000n

/**
 * Restores the open orders; the market may fill them immediately. New events are ordered after them, even if the market
 * restarts at an earlier time.
 */
export const reinstateOrders = (clearing: Clearing, store: ClearingStore): void => {
  const { timeMs } = clearing.matcher
  for (const order of store.readOpenOrders()) {
    reinstate(clearing, { ...order, enteredAtMs: Math.min(order.enteredAtMs, timeMs), held: 0n })
  }
}

const newAccount = ({ openingBalance, clock }: ClearingParts): StoredAccount => {
  const first = BigInt(clock()) * IDS_A_MS + 1n
  const empty = { openingBalance, walletBalance: openingBalance, insurance: 0n, positions: [] }
  return { ...empty, nextOrder: first, nextExecution: first }
}

const restore = ({ books }: Clearing, position: StoredPosition): void => {
  const book = books.get(position.symbol)
  assert(book || position.quantity === 0, `a position in ${position.symbol}, which is not listed, would be lost`)
  if (!book) return
  book.quantity = position.quantity
  book.cost = position.cost
  if (book.quantity === 0) return
  book.fundingRate = position.fundingRate === null ? null : decimal(position.fundingRate)
  book.nextFundingAtMs = position.nextFundingAtMs
  book.fundingIntervalMs = position.fundingIntervalMs
  book.fundingSettledToMs = position.fundingSettledToMs
}

/** Returns the account in its stored form. */
export const toStoredAccount = (clearing: Clearing): StoredAccount => {
  const { openingBalance, walletBalance, insurance, nextOrder, nextExecution, books } = clearing
  const positions = [...books.values()].filter(({ nextFundingAtMs, quantity }) => nextFundingAtMs !== null || quantity)
  return {
    openingBalance,
    walletBalance,
    insurance,
    nextOrder,
    nextExecution,
    positions: positions.map(storedPosition),
  }
}

const storedPosition = (book: Book): StoredPosition => ({
  symbol: book.instrument.symbol,
  quantity: book.quantity,
  cost: book.cost,
  fundingRate: book.fundingRate && printDecimal(book.fundingRate),
  nextFundingAtMs: book.nextFundingAtMs,
  fundingIntervalMs: book.fundingIntervalMs,
  ...(book.fundingSettledToMs !== undefined && { fundingSettledToMs: book.fundingSettledToMs }),
})
