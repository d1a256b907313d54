import type { TSchema } from 'typebox'
import { Balance } from '../account.ts'
import { AutotradingStatus } from '../control.ts'
import { BOOK_DEPTHS, KLINE_INTERVALS } from '../market.ts'
import { SURFACES } from '../monitor/index.ts'
import { reportSchema } from '../monitor/surface.ts'
import {
  BookData,
  ControlEventsData,
  EntryDecisionsData,
  FillsData,
  KlinesData,
  OrdersData,
  PositionsData,
  SignalsData,
  TickerData,
  TradesData,
} from './channel-data.ts'

/** `CONFLATE`: one who reads slowly is told the newest alone. `LOSSLESS`: every message, or the connection is closed. */
export type Delivery = 'CONFLATE' | 'LOSSLESS'

/** A family of channels, or a single one where it takes no symbol. */
export interface ChannelContract {
  /** `market.orderbook.{depth}:{symbol}`: what stands in braces is chosen by the client. */
  readonly address: string
  readonly delivery: Delivery
  readonly about: string
  /** Of snapshots and deltas alike. */
  readonly data: TSchema
  /** What may stand for the part in braces before the symbol. */
  readonly choices?: readonly string[]
}

/** Every channel of the stream. */
export const CHANNELS: readonly ChannelContract[] = [
  {
    address: 'market.ticker:{symbol}',
    delivery: 'CONFLATE',
    about: 'Last, mark and index price, touch, 24-hour figures, funding; each message is the whole ticker',
    data: TickerData,
  },
  {
    address: 'market.kline.{interval}:{symbol}',
    delivery: 'CONFLATE',
    about: 'Candles as they form and close; a snapshot has the newest closed ones and the one that forms',
    data: KlinesData,
    choices: KLINE_INTERVALS,
  },
  {
    address: 'market.orderbook.{depth}:{symbol}',
    delivery: 'CONFLATE',
    about: 'The best levels of each side; a new snapshot whenever the book was rebuilt',
    data: BookData,
    choices: BOOK_DEPTHS.map(String),
  },
  {
    address: 'market.trades:{symbol}',
    delivery: 'CONFLATE',
    about: 'Public trades; where more than 1,000 wait to be told at once, the oldest are dropped and counted',
    data: TradesData,
  },
  {
    address: 'account.orders',
    delivery: 'LOSSLESS',
    about: 'Orders, whole, whenever one has changed',
    data: OrdersData,
  },
  {
    address: 'account.fills',
    delivery: 'LOSSLESS',
    about: 'Executions, funding and settlements as they are booked',
    data: FillsData,
  },
  {
    address: 'account.positions',
    delivery: 'LOSSLESS',
    about: 'Positions with their protection, whole, whenever one has changed',
    data: PositionsData,
  },
  {
    address: 'account.balance',
    delivery: 'LOSSLESS',
    about: 'Wallet, equity and margin: at once where something was booked, else once a second where they have moved',
    data: Balance,
  },
  {
    address: 'signals',
    delivery: 'LOSSLESS',
    about: 'Signals as they are raised, and again with their outcome',
    data: SignalsData,
  },
  {
    address: 'autotrading.status',
    delivery: 'LOSSLESS',
    about: 'State, blockers, breakers, and how far a stop has come; whenever it has changed',
    data: AutotradingStatus,
  },
  {
    address: 'autotrading.decisions',
    delivery: 'LOSSLESS',
    about: 'Entries autotrading thought of, each with what every gate said',
    data: EntryDecisionsData,
  },
  {
    address: 'control.events',
    delivery: 'LOSSLESS',
    about: 'Stops, pauses, breakers and quarantines as they happen',
    data: ControlEventsData,
  },
  ...SURFACES.map(
    (surface): ChannelContract => ({
      address: `monitor.${surface.surface}`,
      delivery: 'CONFLATE',
      about: `Judges ${surface.title}; when verdict, reasons or the counts of positions and orders have changed, and every 30 seconds`,
      data: reportSchema(surface),
    }),
  ),
]
