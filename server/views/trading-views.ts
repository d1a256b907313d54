/** Views of orders, positions and the account for clients. */

import type { AccountTrade, AccountTrades, Balance, Portfolio } from '../../contract/account.ts'
import type {
  DecidedOrder,
  Order as OrderBody,
  OrderPreview,
  Orders,
  Position as PositionBody,
  Positions,
} from '../../contract/trading.ts'
import { type Instant, toRfc3339 } from '../core/instant.ts'
import type { Result } from '../core/result.ts'
import { type Money, printMoney } from '../domain/account/money.ts'
import type { Instrument } from '../domain/market/instrument.ts'
import type { Order } from '../domain/order/order.ts'
import type { Position } from '../domain/position/position.ts'
import type { Fact } from '../engine/model/facts.ts'
import type { Preview } from '../engine/model/outcomes.ts'
import { findOpenPosition } from '../engine/state/ledger.ts'
import { accountEntries, accountTradeBody, symbolOfEntry } from './account-trade-view.ts'
import { balanceBody, portfolioBody, type SeriesQuery } from './account-view.ts'
import { decidedOrderBody, orderBody, readingBody, termsBody } from './order-view.ts'
import type { ListRefusal } from './page.ts'
import { isProtected, positionBody } from './position-view.ts'
import {
  type AccountTradeListQuery,
  accountTradesBody,
  type OrderListQuery,
  ordersBody,
  type PositionListQuery,
  positionsBody,
} from './trading-lists.ts'
import { findInstrument, getInstrument, type TradingReader } from './trading-reader.ts'

/** Orders, positions and the account, for clients. */
export interface TradingViews {
  findInstrument(symbol: string): Instrument | undefined
  findPosition(positionId: string): { readonly position: Position; readonly instrument: Instrument } | undefined
  order(orderId: string): OrderBody | undefined
  /** Returns the order with its gate results. */
  decidedOrder(orderId: string): DecidedOrder | undefined
  placedOrder(names: OrderNames): DecidedOrder | undefined
  orders(query: OrderListQuery): Result<Orders, ListRefusal>
  position(positionId: string): PositionBody | undefined
  /** Returns whether stop and target are open at the exchange as planned. */
  isProtected(positionId: string): boolean
  positions(query: PositionListQuery): Result<Positions, ListRefusal>
  accountTrades(query: AccountTradeListQuery): Result<AccountTrades, ListRefusal>
  /** Account trades added by a fact, oldest first. */
  booked(fact: Fact): AccountTrade[]
  balance(): Balance
  portfolio(series: SeriesQuery | null): Portfolio
  preview(preview: Preview): OrderPreview
}

/** Finds a caller's order by its ID, or by the ID it had when the same key was sent before. */
interface OrderNames {
  readonly orderId: string
  readonly venueSeed: string
}

export const createTradingViews = (reader: TradingReader): TradingViews => {
  const instrumentFor = ({ terms }: Pick<Order, 'terms'>): Instrument => getInstrument(reader, terms.symbol)
  const decided = (order: Order | undefined): DecidedOrder | undefined =>
    order && decidedOrderBody(order, instrumentFor(order), reader.store.findDecision(order.decisionId))
  return {
    findInstrument: (symbol) => findInstrument(reader, symbol),
    findPosition(positionId) {
      const position = findPosition(reader, positionId)
      return position && { position, instrument: getInstrument(reader, position.symbol) }
    },
    order(orderId) {
      const order = findOrder(reader, orderId)
      return order && orderBody(order, instrumentFor(order))
    },
    decidedOrder: (orderId) => decided(findOrder(reader, orderId)),
    placedOrder: (names) => decided(findOrder(reader, names.orderId) ?? findBySeed(reader, names.venueSeed)),
    orders: (query) => ordersBody(reader, query),
    position(positionId) {
      const position = findPosition(reader, positionId)
      return position && positionBody(reader, position)
    },
    isProtected(positionId) {
      const position = findPosition(reader, positionId)
      return position !== undefined && isProtected(reader, position)
    },
    positions: (query) => positionsBody(reader, query),
    accountTrades: (query) => accountTradesBody(reader, query),
    booked: (fact) =>
      accountEntries(fact).map((entry) => accountTradeBody(entry, getInstrument(reader, symbolOfEntry(entry)))),
    balance: () => balanceBody(reader),
    portfolio: (series) => portfolioBody(reader, series),
    preview: (preview) => previewBody(preview, instrumentFor(preview.candidate), reader.now()),
  }
}

const findOrder = ({ ledger, store }: TradingReader, orderId: string): Order | undefined =>
  ledger().orders.get(orderId) ?? store.findOrder(orderId)

const findBySeed = (reader: TradingReader, seed: string): Order | undefined => {
  const orderId = reader.ledger().bySeed.get(seed)
  return orderId === undefined ? undefined : findOrder(reader, orderId)
}

const findPosition = ({ ledger, store }: TradingReader, positionId: string): Position | undefined =>
  findOpenPosition(ledger(), positionId) ?? ledger().ended.get(positionId) ?? store.findPosition(positionId)

const previewBody = (preview: Preview, instrument: Instrument, nowMs: Instant): OrderPreview => ({
  ...termsBody(preview.candidate, instrument),
  executionMode: preview.candidate.mode,
  decision: { decisionId: null, verdict: preview.verdict, gates: preview.readings.map(readingBody) },
  notional: printMoney(preview.notional),
  fee: printMoney(preview.fee),
  initialMargin: printMoney(preview.initialMargin),
  maintenanceMarginAfter: printOrNull(preview.maintenanceMarginAfter),
  liquidationPriceAfter: printOrNull(preview.liquidationPriceAfter),
  lossAtStop: printOrNull(preview.lossAtStop),
  effectOnPosition: preview.effect,
  asOf: toRfc3339(nowMs),
})

const printOrNull = (money: Money | null): string | null => (money === null ? null : printMoney(money))
