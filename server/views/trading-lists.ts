/** Lists of orders, positions and fills as API bodies. */

import type { AccountTrades } from '../../contract/account.ts'
import type { Orders, Positions } from '../../contract/trading.ts'
import { toRfc3339 } from '../core/instant.ts'
import { err, ok, type Result } from '../core/result.ts'
import type { Order, OrderStatus, Origin } from '../domain/order/order.ts'
import type { Position } from '../domain/position/position.ts'
import type { Page } from '../engine/model/ports.ts'
import { accountTradeBody, placeOfEntry, symbolOfEntry } from './account-trade-view.ts'
import { tradingFreshness } from './freshness.ts'
import { orderBody } from './order-view.ts'
import {
  acrossSymbols,
  isOnPage,
  type ListPage,
  type ListRefusal,
  newestFirst,
  type PageQuery,
  type Place,
  readPage,
  type SymbolFilter,
} from './page.ts'
import type { AccountEntry } from './ports.ts'
import { positionBody } from './position-view.ts'
import { findInstrument, getInstrument, type TradingReader } from './trading-reader.ts'

export const positionsBody = (reader: TradingReader, query: PositionListQuery): Result<Positions, ListRefusal> => {
  const { symbols, statuses } = query
  const find = (page: Page): readonly Position[] =>
    acrossSymbols(symbols, page, (symbol) => findPositions(reader, { page, symbol, statuses }), placeOfPosition)
  const result = readPage({ name: 'positions', filter: { symbols, statuses }, find, toPlace: placeOfPosition }, query)
  return collect(reader, symbols, result, (position) => positionBody(reader, position))
}

/** Finds positions: open ones in memory, ended ones in the store, merged by time. */
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

export interface OrderListQuery extends PageQuery {
  readonly symbols: SymbolFilter
  readonly statuses: readonly OrderStatus[] | null
  readonly open: boolean | null
  readonly clientOrderId: string | null
  readonly origin: Origin | null
}

export interface PositionListQuery extends PageQuery {
  readonly symbols: SymbolFilter
  readonly statuses: readonly Position['status'][]
}

export interface AccountTradeListQuery extends PageQuery {
  readonly symbols: SymbolFilter
  readonly orderId: string | null
  readonly positionId: string | null
}

export const ordersBody = (reader: TradingReader, query: OrderListQuery): Result<Orders, ListRefusal> => {
  const { symbols, statuses, open, clientOrderId, origin } = query
  const filter = { symbols, statuses, open, clientOrderId, origin }
  const find = (page: Page): readonly Order[] =>
    acrossSymbols(symbols, page, (symbol) => reader.store.findOrders({ ...page, ...filter, symbol }), placeOfOrder)
  const result = readPage({ name: 'orders', filter, find, toPlace: placeOfOrder }, query)
  return collect(reader, symbols, result, (order) => orderBody(order, getInstrument(reader, order.terms.symbol)))
}

export const accountTradesBody = (
  reader: TradingReader,
  query: AccountTradeListQuery,
): Result<AccountTrades, ListRefusal> => {
  const { symbols, orderId, positionId } = query
  const filter = { symbols, orderId, positionId }
  const find = (page: Page): readonly AccountEntry[] =>
    acrossSymbols(
      symbols,
      page,
      (symbol) => reader.store.findAccountEntries({ ...page, symbol, orderId, positionId }),
      placeOfEntry,
    )
  const result = readPage({ name: 'trades', filter, find, toPlace: placeOfEntry }, query)
  return collect(reader, symbols, result, (entry) =>
    accountTradeBody(entry, getInstrument(reader, symbolOfEntry(entry))),
  )
}

interface PositionsWanted {
  readonly page: Page
  readonly symbol: string | null
  readonly statuses: PositionListQuery['statuses']
}

const placeOfOrder = ({ createdAtMs, orderId }: Order): Place => ({ atMs: createdAtMs, id: orderId })

const placeOfPosition = ({ openedAtMs, positionId }: Position): Place => ({ atMs: openedAtMs, id: positionId })

type PageRead<T> = Result<ListPage<T>, ListRefusal>

const collect = <T, Body>(
  reader: TradingReader,
  symbols: SymbolFilter,
  result: PageRead<T>,
  toBody: (line: T) => Body,
) => {
  const unknown = symbols?.find((symbol) => !findInstrument(reader, symbol))
  if (unknown !== undefined) return err({ kind: 'unknownSymbol', symbol: unknown } as const)
  if (!result.ok) return result
  return ok({
    items: result.value.items.map(toBody),
    nextCursor: result.value.nextCursor,
    asOf: toRfc3339(reader.now()),
    source: tradingFreshness(reader),
  })
}
