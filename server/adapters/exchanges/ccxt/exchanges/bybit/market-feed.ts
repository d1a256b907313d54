/** Adapter for the market data of Bybit v5: CCXT subscriptions, and parsing of what CCXT does not unify. */

import { HOUR_MS, MINUTE_MS } from '../../../../../core/instant.ts'
import { toFields, toInteger, toText, translateWord } from '../../fields.ts'
import type { Feed, MessageSubject, RawFigures, RawLiquidation } from '../../market/feed.ts'
import { bandWithin } from '../../market/listings.ts'

/**
 * Market data of Bybit v5 (linear contracts), where it differs from other exchanges. The library keeps one order book
 * for all depths, so that a best-price stream would overwrite it: the best prices are read from the ticker. The library
 * does not check the update numbers either.
 */
export const bybitFeed: Feed = {
  prepare(library) {
    library.options.tradesLimit = TRADES_MAX
  },
  subscriptions: [
    (library, unified) => library.watchTradesForSymbols(unified),
    (library, unified) => library.watchTickers(unified),
    (library, unified) => Promise.all(unified.map((symbol) => library.watchLiquidations(symbol))),
  ],
  joinBook: (library, unified) => library.watchOrderBook(unified, DEPTH),
  leaveBook: (library, unified) => library.unWatchOrderBook(unified, { limit: DEPTH }),
  marksBeginnings: true,
  quotes: 'tickers',
  numbered: false,
  isOnMarket: ({ BT }) => BT !== true,
  identify: (message) => {
    const fields = toFields(message)
    const [channel, ...rest] = (toText(fields.topic) ?? '').split('.')
    const native = rest.at(-1)
    if (native !== undefined) return identifyTopic(channel, native, fields)
    const id = toText(fields.req_id) ?? toInteger(fields.req_id)
    return fields.op === 'subscribe' && fields.success === true && id !== undefined
      ? [{ kind: 'accepted', id: String(id) }]
      : []
  },
  candle: { volume: 5, turnover: 6, count: null, takerBuy: null },
  listed: ({ fundingInterval, upperFundingRate, lowerFundingRate }) => ({
    intervalMs: (toInteger(fundingInterval) ?? Number.NaN) * MINUTE_MS,
    cap: upperFundingRate,
    floor: lowerFundingRate,
  }),
  // A buy price may reach the index price or the share of the mark price given by X, but never exceed Y; other prices
  // are not accepted as stated (v5, "Set Price Limit Behaviour").
  priceBand: ({ riskParameters }) => bandWithin(toFields(riskParameters).priceLimitRatioY),
  polls: { interest: false, terms: false },
  terms: () => ({}),
  fundingHistory: { pageMax: 200, paging: 'ranges', params: ({ toMs }) => ({ until: toMs - 1 }) },
  tiers: 'to all',
}

/** A message may contain slightly more than a thousand trades. */
const TRADES_MAX = 2_000

const DEPTH = 200

type Fields = Readonly<Record<string, unknown>>

const TOUCH = ['bid1Price', 'ask1Price', 'bid1Size', 'ask1Size']

const identifyTopic = (channel: string | undefined, native: string, message: Fields): readonly MessageSubject[] => {
  const data = toFields(message.data)
  switch (channel) {
    case 'publicTrade':
      return [{ kind: 'trades', native, past: false }]
    case 'orderbook':
      return [identifyBook(native, data, message.type === 'snapshot')]
    case 'allLiquidation':
      return [{ kind: 'liquidations', native, items: readItems(message.data) }]
    case 'tickers':
      return [
        ...(TOUCH.some((name) => name in data) ? [{ kind: 'quote', native } as const] : []),
        { kind: 'figures', native, figures: readFigures(data, message.ts) },
      ]
    default:
      return []
  }
}

const identifyBook = (native: string, { u }: Fields, begins: boolean): MessageSubject => {
  const sequence = toInteger(u)
  return { kind: 'book', native, begins, ...(sequence !== undefined && { sequence }) }
}

/** {"topic":"tickers.BTCUSDT","type":"delta","data":{"symbol":"BTCUSDT","markPrice":"17217.33","openInterest":"68744.761","nextFundingTime":"1673280000000","fundingRate":"-0.000212"},"ts":1673272861686} */
const readFigures = (data: Fields, at: unknown): RawFigures => ({
  mark: data.markPrice,
  index: data.indexPrice,
  rate: data.fundingRate,
  nextAt: data.nextFundingTime,
  interest: data.openInterest,
  at,
  ...('fundingIntervalHour' in data && { intervalMs: (toInteger(data.fundingIntervalHour) ?? Number.NaN) * HOUR_MS }),
})

/** {"topic":"allLiquidation.ROSEUSDT","type":"snapshot","ts":1739502303204,"data":[{"T":1739502302929,"s":"ROSEUSDT","S":"Sell","v":"20000","p":"0.04499"}]}; `S` is the side of the position */
const readItems = (data: unknown): RawLiquidation[] =>
  (Array.isArray(data) ? data : []).map((row: unknown) => {
    const { S, p, v, T } = toFields(row)
    return { side: translateWord(CLOSING_SIDES, S), price: p, quantity: v, at: T }
  })

const CLOSING_SIDES = { Buy: 'SELL', Sell: 'BUY' } as const
