import type { AccountTrades } from '../../contract/account.ts'
import type { Orders, Positions } from '../../contract/trading.ts'
import { toRfc3339 } from '../core/instant.ts'
import { err, ok, type Result } from '../core/result.ts'
import type { Order, OrderStatus, Origin } from '../domain/order/order.ts'
import type { Position } from '../domain/position/position.ts'
import type { AccountEntry, Page } from '../engine/ports.ts'
import { accountTradeBody, placeOfEntry, symbolOfEntry } from './account-trade-view.ts'
import type { Place } from './cursor.ts'
import { orderBody } from './order-view.ts'
import {
  acrossSymbols,
  type Found,
  isOnPage,
  type ListRefusal,
  newestFirst,
  type PageAsked,
  readPage,
  type SymbolsAsked,
} from './page.ts'
import { positionBody } from './position-view.ts'
import { tradingFreshness } from './trading-freshness.ts'
import { findInstrument, getInstrument, type TradingReader } from './trading-reader.ts'

export interface OrdersAsked extends PageAsked {
  readonly symbols: SymbolsAsked
  readonly statuses: readonly OrderStatus[] | null
  readonly open: boolean | null
  readonly clientOrderId: string | null
  readonly origin: Origin | null
}

export interface PositionsAsked extends PageAsked {
  readonly symbols: SymbolsAsked
  readonly statuses: readonly Position['status'][]
}

export interface AccountTradesAsked extends PageAsked {
  readonly symbols: SymbolsAsked
  readonly orderId: string | null
  readonly positionId: string | null
}

export const ordersBody = (reader: TradingReader, asked: OrdersAsked): Result<Orders, ListRefusal> => {
  const { symbols, statuses, open, clientOrderId, origin } = asked
  const filter = { symbols, statuses, open, clientOrderId, origin }
  const find = (page: Page): readonly Order[] =>
    acrossSymbols(symbols, page, (symbol) => reader.store.findOrders({ ...page, ...filter, symbol }), placeOfOrder)
  const found = readPage({ name: 'orders', filter, find, placeOf: placeOfOrder }, asked)
  return collect(reader, symbols, found, (order) => orderBody(order, getInstrument(reader, order.terms.symbol)))
}

export const accountTradesBody = (
  reader: TradingReader,
  asked: AccountTradesAsked,
): Result<AccountTrades, ListRefusal> => {
  const { symbols, orderId, positionId } = asked
  const filter = { symbols, orderId, positionId }
  const find = (page: Page): readonly AccountEntry[] =>
    acrossSymbols(
      symbols,
      page,
      (symbol) => reader.store.findAccountEntries({ ...page, symbol, orderId, positionId }),
      placeOfEntry,
    )
  const found = readPage({ name: 'trades', filter, find, placeOf: placeOfEntry }, asked)
  return collect(reader, symbols, found, (entry) =>
    accountTradeBody(entry, getInstrument(reader, symbolOfEntry(entry))),
  )
}

export const positionsBody = (reader: TradingReader, asked: PositionsAsked): Result<Positions, ListRefusal> => {
  const { symbols, statuses } = asked
  const find = (page: Page): readonly Position[] =>
    acrossSymbols(symbols, page, (symbol) => findPositions(reader, { page, symbol, statuses }), placeOfPosition)
  const found = readPage({ name: 'positions', filter: { symbols, statuses }, find, placeOf: placeOfPosition }, asked)
  return collect(reader, symbols, found, (position) => positionBody(reader, position))
}

interface PositionsWanted {
  readonly page: Page
  readonly symbol: string | null
  readonly statuses: PositionsAsked['statuses']
}

/** Open positions are all in memory; those that have ended come from the store, where open ones lie between them. */
const findPositions = ({ ledger, store }: TradingReader, { page, symbol, statuses }: PositionsWanted): Position[] => {
  const open = [...ledger().positions.values()]
  const wanted = ({ status }: Position): boolean => statuses.includes(status)
  if (!statuses.includes('CLOSED')) {
    return open
      .filter((position) => wanted(position) && (symbol === null || position.symbol === symbol))
      .filter((position) => isOnPage(placeOfPosition(position), page))
      .toSorted((a, b) => newestFirst(placeOfPosition(a), placeOfPosition(b)))
      .slice(0, page.limit)
  }
  return store
    .findPositions({ ...page, symbol, limit: page.limit + open.length })
    .filter(wanted)
    .slice(0, page.limit)
}

const placeOfOrder = ({ createdAtMs, orderId }: Order): Place => ({ atMs: createdAtMs, id: orderId })

const placeOfPosition = ({ openedAtMs, positionId }: Position): Place => ({ atMs: openedAtMs, id: positionId })

type PageRead<T> = Result<Found<T>, ListRefusal>

const collect = <T, Body>(
  reader: TradingReader,
  symbols: SymbolsAsked,
  found: PageRead<T>,
  bodyOf: (line: T) => Body,
) => {
  const unknown = symbols?.find((symbol) => !findInstrument(reader, symbol))
  if (unknown !== undefined) return err({ kind: 'unknownSymbol', symbol: unknown } as const)
  if (!found.ok) return found
  return ok({
    items: found.value.items.map(bodyOf),
    nextCursor: found.value.nextCursor,
    asOf: toRfc3339(reader.now()),
    source: tradingFreshness(reader),
  })
}
