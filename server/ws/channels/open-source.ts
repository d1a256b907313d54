import { assert } from '../../core/assert.ts'
import { INTERVALS, type Interval } from '../../domain/market/interval.ts'
import type { ControlViews } from '../../views/control-views.ts'
import type { MarketViews } from '../../views/market-views.ts'
import type { SignalViews } from '../../views/signal-views.ts'
import type { TradingViews } from '../../views/trading-views.ts'
import type { Source } from '../source.ts'
import { balanceSource, fillsSource, ordersSource, positionsSource } from './account-sources.ts'
import type { ChannelName } from './channel-name.ts'
import { autotradingStatusSource, type ControlLog, controlEventsSource } from './control-sources.ts'
import { type JobsReader, jobsSource } from './jobs-source.ts'
import { klineSource } from './kline-source.ts'
import { orderBookSource } from './order-book-source.ts'
import { decisionsSource, signalsSource } from './signal-sources.ts'
import { type MonitorReader, surfaceSource } from './surface-source.ts'
import { tickerSource } from './ticker-source.ts'
import { tradesSource } from './trades-source.ts'

/** Opens the data source of a parsed channel name: maps each channel address to its source. */
export const openSource = (parts: SourceParts, name: ChannelName): Source => {
  const { views, trading, signals, controlViews, monitor, log, research } = parts
  const { address, choice, symbol } = name
  switch (address) {
    case 'market.ticker:{symbol}':
      return tickerSource(views.reader, symbol)
    case 'market.kline.{interval}:{symbol}':
      return klineSource(views, { symbol, interval: parseInterval(choice) })
    case 'market.orderbook.{depth}:{symbol}':
      return orderBookSource(views.reader, { symbol, depth: Number(choice) })
    case 'market.trades:{symbol}':
      return tradesSource(views.reader, symbol)
    case 'account.orders':
      return ordersSource(trading)
    case 'account.fills':
      return fillsSource(trading)
    case 'account.positions':
      return positionsSource(trading)
    case 'account.balance':
      return balanceSource(trading)
    case 'signals':
      return signalsSource(signals)
    case 'autotrading.status':
      return autotradingStatusSource(controlViews)
    case 'autotrading.decisions':
      return decisionsSource(signals)
    case 'control.events':
      return controlEventsSource(log)
    case 'research.jobs':
      return jobsSource(research)
    default:
      return surfaceSource(monitor, address.slice(MONITOR.length))
  }
}

/** Views that the data sources read. */
export interface SourceParts {
  readonly views: Pick<MarketViews, 'reader' | 'series'>
  readonly trading: TradingViews
  readonly signals: SignalViews
  readonly controlViews: Pick<ControlViews, 'status'>
  readonly monitor: MonitorReader
  readonly log: ControlLog
  readonly research: JobsReader | undefined
}

const MONITOR = 'monitor.'

const parseInterval = (choice: string): Interval => {
  const interval = INTERVALS.find((known) => known === choice)
  assert(interval, `${choice} must be an interval of the market`)
  return interval
}
