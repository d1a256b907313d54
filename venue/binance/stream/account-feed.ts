import type { Instrument } from '../../../server/domain/market/instrument.ts'
import { getMarkTicks } from '../../../server/domain/market/touch.ts'
import type { Clock } from '../../../server/engine/model/ports.ts'
import type { AccountBook } from '../../exchange/account/account-book.ts'
import type { AccountNews } from '../../exchange/account/fold-events.ts'
import type { MarketBoard } from '../../exchange/market/market-board.ts'
import { cutListeners, publish, type StreamHub } from '../../exchange/server/stream-hub.ts'
import { accountMessage, algoMessage, fillMessage, forceOrderMessage, orderMessage } from './account-messages.ts'
import type { ListenKeys } from './listen-keys.ts'

/** Inputs of the account stream. */
export interface AccountFeed {
  readonly hub: StreamHub
  readonly keys: ListenKeys
  readonly book: AccountBook
  readonly board: MarketBoard
  readonly clock: Clock
}

/** Publishes to the holder of the listen key; a liquidation is published on the market streams too. */
export const publishAccount = (feed: AccountFeed, news: AccountNews): void => {
  const E = feed.clock()
  switch (news.kind) {
    case 'lost':
      return cutListeners(feed.hub, feed.keys.key ?? '')
    case 'order':
      publishMessage(feed, news.order.record.symbol, (instrument) => orderMessage(instrument, news, E))
      if (news.execution === 'CALCULATED') publishLiquidation(feed, news, E)
      return
    case 'algo':
      return publishMessage(feed, news.order.record.symbol, (instrument) =>
        algoMessage(instrument, news.order, news.status, { T: news.atMs, E }),
      )
    case 'fill':
      return publishMessage(feed, news.fill.symbol, (instrument) => fillMessage(instrument, news.order, news.fill, E))
    case 'moved':
      return publishMovement(feed, news.symbol, { cause: 'ORDER', change: 0n, T: news.atMs, E })
    case 'funding': {
      const { symbol, amount, settledAtMs } = news.paid
      return publishMovement(feed, symbol, { cause: 'FUNDING_FEE', change: amount, T: settledAtMs, E })
    }
    case 'position':
      return
  }
}

/** The settings of a symbol are another. */
export const publishLeverage = ({ hub, keys, clock }: AccountFeed, symbol: string, leverage: number): void => {
  const E = clock()
  publish(hub, keys.key ?? '', () => ({ e: 'ACCOUNT_CONFIG_UPDATE', E, T: E, ac: { s: symbol, l: leverage } }))
}

/** Handles a listen key that has expired or was closed: nothing more is published on it. */
export const publishKeyEnded = ({ hub, clock }: AccountFeed, key: string, why: 'expired' | 'closed'): void => {
  if (why === 'expired') publish(hub, key, () => ({ e: 'listenKeyExpired', E: clock(), listenKey: key }))
  else cutListeners(hub, key)
}

const publishMessage = (
  { hub, keys, book }: AccountFeed,
  symbol: string,
  make: (instrument: Instrument) => unknown,
): void => {
  const instrument = book.instruments.get(symbol)
  if (instrument && keys.key !== undefined) publish(hub, keys.key, () => make(instrument))
}

const publishMovement = (
  feed: AccountFeed,
  symbol: string,
  moment: Omit<Parameters<typeof accountMessage>[2], 'mark'>,
): void => {
  const entry = feed.board.listings.get(symbol)?.entry
  const mark = entry && getMarkTicks(entry)
  publishMessage(feed, symbol, (instrument) => accountMessage(feed.book, instrument, { ...moment, mark }))
}

const publishLiquidation = ({ hub, book }: AccountFeed, news: AccountNews & { kind: 'order' }, E: number): void => {
  const { fill } = news
  const instrument = fill && book.instruments.get(fill.symbol)
  if (!fill || !instrument) return
  publish(hub, `${fill.symbol.toLowerCase()}@forceOrder`, () => forceOrderMessage(instrument, fill, E))
  publish(hub, '!forceOrder@arr', () => forceOrderMessage(instrument, fill, E))
}
