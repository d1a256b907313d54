/** Adapter for the market data of OKX v5: CCXT subscriptions, and parsing of what CCXT does not unify. */

import type { Exchange } from 'ccxt'
import { firstItem, toFields, toInteger } from '../../fields.ts'
import { type Feed, type Fields, identifyChannels, type MessageSubject, type RawFigures } from '../../market/feed.ts'

const SUFFIX = '-SWAP'

/**
 * Market data of OKX v5 (swaps), where it differs from other exchanges. Quantities are contracts. Its trade channel
 * merges several matches of one taker into one, without a count; the index has the name of the pair. Its margin tiers
 * are in contracts where others use notional.
 */
export const okxFeed: Feed = {
  prepare: () => {},
  subscriptions: [
    (library, unified) => library.watchTradesForSymbols(unified),
    (library, unified) => library.watchBidsAsks(unified),
    (library, unified) => library.watchMarkPrices(unified),
    (library, unified) => library.watchFundingRates(unified),
    (library, unified) => watchIndexes(library, unified),
  ],
  joinBook: (library, unified) => library.watchOrderBook(unified),
  leaveBook: (library, unified) => library.unWatchOrderBook(unified),
  marksBeginnings: true,
  quotes: 'bidsasks',
  numbered: false,
  isOnMarket: () => true,
  identify: identifyChannels('trades', (channel, native, message) => identifyChannel(channel, native, message)),
  candle: { volume: 5, turnover: 7, count: null, takerBuy: null },
  listed: () => ({}),
  priceBand: () => null,
  polls: { interest: true, terms: false },
  terms: () => ({}),
  fundingHistory: { pageMax: 100, paging: 'ranges', params: ({ toMs }) => ({ after: toMs }) },
  tiers: 'in contracts',
}

/** Subscribes to the index channel by the name of the pair, which the library does not list with the swap. */
const watchIndexes = (library: Exchange, unified: string[]): Promise<unknown> =>
  Promise.all(
    unified.map((symbol) => {
      const instId = String(library.market(symbol).id).replace(SUFFIX, '')
      return library.watchTickers([symbol], { channel: 'index-tickers', instId })
    }),
  )

const identifyChannel = (channel: unknown, native: string, message: Fields): readonly MessageSubject[] => {
  const data = toFields(firstItem(message.data))
  switch (channel) {
    case 'trades':
      return [{ kind: 'trades', native, past: false }]
    case 'books':
      return [{ kind: 'book', native, begins: message.action === 'snapshot' }]
    case 'bbo-tbt':
      return [{ kind: 'quote', native }]
    case 'mark-price':
      return [{ kind: 'figures', native, figures: { mark: data.markPx, at: data.ts } }]
    case 'funding-rate':
      return [{ kind: 'figures', native, figures: readFunding(data) }]
    case 'index-tickers':
      return [{ kind: 'figures', native: `${native}${SUFFIX}`, figures: { index: data.idxPx, at: data.ts } }]
    default:
      return []
  }
}

/** {"fundingRate":"0.0001875391284828","fundingTime":"1700726400000","instId":"BTC-USDT-SWAP","maxFundingRate":"0.00375","minFundingRate":"-0.00375","nextFundingTime":"1700755200000"} */
const readFunding = (data: Fields): RawFigures => ({
  rate: data.fundingRate,
  nextAt: data.fundingTime,
  intervalMs: (toInteger(data.nextFundingTime) ?? Number.NaN) - (toInteger(data.fundingTime) ?? Number.NaN),
  cap: data.maxFundingRate,
  floor: data.minFundingRate,
})
