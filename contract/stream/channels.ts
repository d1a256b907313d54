/** The channels of the stream, with their parameters, data and delivery guarantee. */

import type { TSchema } from 'typebox'
import { Balance } from '../account.ts'
import { AutotradingStatus } from '../control.ts'
import { BOOK_DEPTHS, KLINE_INTERVALS } from '../market.ts'
import { SURFACES } from '../monitor/index.ts'
import { reportSchema } from '../monitor/surface.ts'
import { ResearchJobs } from '../research.ts'
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

/**
 * `CONFLATE`: a slow reader receives only the newest message. `LOSSLESS`: every message, or the connection is
 * closed.
 */
export type Delivery = 'CONFLATE' | 'LOSSLESS'

/** A channel, or a family of channels with parameters such as the symbol. */
export interface ChannelContract {
  /** Channel address, such as `market.orderbook.{depth}:{symbol}`: the client chooses the parts in braces. */
  readonly address: string
  readonly delivery: Delivery
  readonly about: string
  /** Schema of snapshots and deltas alike. */
  readonly data: TSchema
  /** Allowed values for the part in braces before the symbol. */
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
    about: 'Candles as they form and close; a snapshot contains the newest closed ones and the forming one',
    data: KlinesData,
    choices: KLINE_INTERVALS,
  },
  {
    address: 'market.orderbook.{depth}:{symbol}',
    delivery: 'CONFLATE',
    about: 'Best levels of each side; a new snapshot whenever the order book was rebuilt',
    data: BookData,
    choices: BOOK_DEPTHS.map(String),
  },
  {
    address: 'market.trades:{symbol}',
    delivery: 'CONFLATE',
    about: 'Public trades; when more than 1,000 are waiting to be sent, the oldest are dropped and counted',
    data: TradesData,
  },
  {
    address: 'account.orders',
    delivery: 'LOSSLESS',
    about: 'Complete orders, whenever one has changed',
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
    about: 'Complete positions with their protection, whenever one has changed',
    data: PositionsData,
  },
  {
    address: 'account.balance',
    delivery: 'LOSSLESS',
    about: 'Wallet, equity and margin: immediately on every booking, otherwise once a second if changed',
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
    about: 'State, blockers, breakers and the progress of a stop, whenever it has changed',
    data: AutotradingStatus,
  },
  {
    address: 'autotrading.decisions',
    delivery: 'LOSSLESS',
    about: 'Candidates of autotrading, each with the results of every gate',
    data: EntryDecisionsData,
  },
  {
    address: 'control.events',
    delivery: 'LOSSLESS',
    about: 'Stops, pauses, breakers and quarantines as they happen',
    data: ControlEventsData,
  },
  {
    address: 'research.jobs',
    delivery: 'CONFLATE',
    about: 'Backtests and searches of this server, with their progress; each message is the whole list',
    data: ResearchJobs,
  },
  ...SURFACES.map(
    (surface): ChannelContract => ({
      address: `monitor.${surface.surface}`,
      delivery: 'CONFLATE',
      about: `Reports ${surface.question}; sent when verdict, reasons or the counts of positions and orders have changed, and every 30 seconds`,
      data: reportSchema(surface),
    }),
  ),
]
