/** Wire types of the data in the messages of each stream channel. */

import { type Static, type TSchema, Type } from 'typebox'
import { AccountTrade } from '../account.ts'
import { At, Freshness, Ms, Nullable } from '../common.ts'
import { EntryDecision } from '../decisions.ts'
import { Kline, OrderBook, PublicTrade, Ticker } from '../market.ts'
import { Signal } from '../signals.ts'
import { Order, Position } from '../trading.ts'
import { ControlEvent } from './control-event.ts'

/** Freshness of market data; null until some has been observed. */
const source = Nullable(Freshness, 'Null until observed')

/** Ticker, sent in full with every message. */
export const TickerData = Type.Object({
  ...Ticker.properties,
  exchangeTimeMs: Nullable(Ms, 'Null until observed'),
  source,
})
export type TickerData = Static<typeof TickerData>

const { asOf: _asOf, ...bookFields } = OrderBook.properties

/**
 * All levels in a snapshot; in a delta the changed ones, each with its absolute quantity, `"0"` for a removed level.
 * Empty sides while `RESYNCING`.
 */
export const BookData = Type.Object({ ...bookFields, source })
export type BookData = Static<typeof BookData>

/** Candles in order of time; a candle that is sent again replaces its earlier version. */
export const KlinesData = Type.Object({ items: Type.Array(Kline), source })
export type KlinesData = Static<typeof KlinesData>

/** Public trades, newest first. */
export const TradesData = Type.Object({
  items: Type.Array(PublicTrade),
  dropped: Type.Integer({ description: 'Trades dropped since the previous message because the buffer was full' }),
  source,
})
export type TradesData = Static<typeof TradesData>

const listSchema = <T extends TSchema>(item: T, description: string) =>
  Type.Object({ items: Type.Array(item, { description }), asOf: At })

const byVersion =
  'Snapshot: open orders (the newest 200). Delta: changed orders, complete; the higher `version` is current'

export const OrdersData = listSchema(Order, byVersion)
export type OrdersData = Static<typeof OrdersData>
export const PositionsData = listSchema(
  Position,
  `${byVersion}. While one is open its figures at mark are sent once a second`,
)
export type PositionsData = Static<typeof PositionsData>
export const FillsData = listSchema(AccountTrade, 'Newest first. Snapshot: the newest 50. Delta: new ones')
export type FillsData = Static<typeof FillsData>
export const SignalsData = listSchema(
  Signal,
  'Newest first. Snapshot: the newest of each series (the newest 100). Delta: signals that are new or have an outcome; for bars closed before they were observed, only the newest of each series',
)
export type SignalsData = Static<typeof SignalsData>
export const EntryDecisionsData = listSchema(EntryDecision, 'Newest first. Snapshot: the newest 20. Delta: new ones')
export type EntryDecisionsData = Static<typeof EntryDecisionsData>
export const ControlEventsData = listSchema(
  ControlEvent,
  'Newest first. Snapshot: the newest 50 of this run. Delta: new ones',
)
export type ControlEventsData = Static<typeof ControlEventsData>
