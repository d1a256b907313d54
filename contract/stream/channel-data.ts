import { type Static, type TSchema, Type } from 'typebox'
import { AccountTrade } from '../account.ts'
import { At, Freshness, Ms, Nullable } from '../common.ts'
import { EntryDecision } from '../decisions.ts'
import { Kline, OrderBook, PublicTrade, Ticker } from '../market.ts'
import { Signal } from '../signals.ts'
import { Order, Position } from '../trading.ts'
import { ControlEvent } from './control-event.ts'

/** Freshness of market data; null until some has been observed. */
const source = Nullable(Freshness, 'Null until something was observed')

/** Ticker, sent in full with every message. */
export const TickerData = Type.Object({
  ...Ticker.properties,
  exchangeTimeMs: Nullable(Ms, 'Null until something was observed'),
  source,
})
export type TickerData = Static<typeof TickerData>

const { asOf: _asOf, ...bookFields } = OrderBook.properties

/**
 * All levels in a snapshot; in a delta those that have changed, each with its absolute quantity, and `"0"` for a level
 * that is gone. Empty sides while `RESYNCING`.
 */
export const BookData = Type.Object({ ...bookFields, source })
export type BookData = Static<typeof BookData>

/** Candles in order of time; a candle that is sent again replaces its earlier version. */
export const KlinesData = Type.Object({ items: Type.Array(Kline), source })
export type KlinesData = Static<typeof KlinesData>

/** Newest first. */
export const TradesData = Type.Object({
  items: Type.Array(PublicTrade),
  dropped: Type.Integer({ description: 'Trades dropped since the previous message because the buffer was full' }),
  source,
})
export type TradesData = Static<typeof TradesData>

const listSchema = <T extends TSchema>(item: T, description: string) =>
  Type.Object({ items: Type.Array(item, { description }), asOf: At })

const byVersion =
  'In a snapshot those that are open (the newest 200), in a delta those that have changed, whole; the higher `version` counts'

export const OrdersData = listSchema(Order, byVersion)
export type OrdersData = Static<typeof OrdersData>
export const PositionsData = listSchema(
  Position,
  `${byVersion}. While one is open its figures at mark are sent once a second`,
)
export type PositionsData = Static<typeof PositionsData>
export const FillsData = listSchema(AccountTrade, 'Newest first: in a snapshot the newest 50, in a delta the new ones')
export type FillsData = Static<typeof FillsData>
export const SignalsData = listSchema(
  Signal,
  'Newest first: in a snapshot the newest of each series (the newest 100), in a delta those that are new or have reached their outcome; of bars that closed before they were observed, only the newest of each series',
)
export type SignalsData = Static<typeof SignalsData>
export const EntryDecisionsData = listSchema(
  EntryDecision,
  'Newest first: in a snapshot the newest 20, in a delta the new ones',
)
export type EntryDecisionsData = Static<typeof EntryDecisionsData>
export const ControlEventsData = listSchema(
  ControlEvent,
  'Newest first: in a snapshot the newest 50 of this run, in a delta the new ones',
)
export type ControlEventsData = Static<typeof ControlEventsData>
