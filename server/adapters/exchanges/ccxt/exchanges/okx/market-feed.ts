/** Adapter for the market data of OKX v5: CCXT subscriptions, and parsing of what CCXT does not unify. */

import type { Exchange } from 'ccxt'
import { firstItem, toFields, toInteger, toText, translateWord } from '../../fields.ts'
import {
  type Feed,
  type Fields,
  identifyChannels,
  type MessageSubject,
  type RawFigures,
  type RawLiquidation,
} from '../../market/feed.ts'

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
    (library, unified) => library.watchLiquidationsForSymbols(unified),
  ],
  joinBook: (library, unified) => library.watchOrderBook(unified),
  leaveBook: (library, unified) => library.unWatchOrderBook(unified),
  marksBeginnings: true,
  quotes: 'bidsasks',
  numbered: false,
  isOnMarket: () => true,
  identify: (message) => identifyLiquidations(toFields(message)) ?? identifyOthers(message),
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

/**
 * Reads the channel of the liquidations of all swaps; undefined for any other. It has at most one per second and
 * instrument:
 * {"arg":{"channel":"liquidation-orders","instType":"SWAP"},"data":[{"details":[{"bkPx":"0.007831","posSide":"short","side":"buy","sz":"13","ts":"1692266434010"}],"instId":"IOST-USDT-SWAP","instType":"SWAP"}]}
 */
const identifyLiquidations = ({ arg, event, data }: Fields): readonly MessageSubject[] | undefined => {
  if (toFields(arg).channel !== 'liquidation-orders') return undefined
  if (event === 'subscribe') return [{ kind: 'liquidationsJoined' }]
  return (Array.isArray(data) ? data : []).flatMap((row: unknown) => {
    const { instId, details } = toFields(row)
    const native = toText(instId)
    return native === undefined ? [] : [{ kind: 'liquidations', native, items: readItems(details) } as const]
  })
}

const readItems = (details: unknown): RawLiquidation[] =>
  (Array.isArray(details) ? details : []).map((detail: unknown) => {
    const { side, bkPx, sz, ts } = toFields(detail)
    return { side: translateWord(SIDES, side), price: bkPx, quantity: sz, at: ts }
  })

const SIDES = { buy: 'BUY', sell: 'SELL' } as const

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

const identifyOthers = identifyChannels('trades', identifyChannel)
