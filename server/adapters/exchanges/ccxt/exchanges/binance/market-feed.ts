/**
 * Adapter for the market data of Binance USDⓈ-M futures: CCXT subscriptions, and parsing of what CCXT does not unify.
 */

import { HOUR_MS } from '../../../../../core/instant.ts'
import { publishedBrackets } from '../../../../../domain/margin/brackets.ts'
import { explicitZero, toFields, toInteger, toText, translateWord } from '../../fields.ts'
import type { Feed, MessageSubject, RawFigures } from '../../market/feed.ts'
import { toPriceBand } from '../../market/listings.ts'

/** Cost of a message in units of 50 ms: ten messages a second, including pings, end a connection. */
const MESSAGE_COST = 3

const INSTRUMENTS_PER_CONNECTION = 40
const STREAMS_PER_CONNECTION = 1_000

/** Funding interval of every instrument that the exchange does not list as differing. */
const FUNDING_HOURS = 8

/** Largest page at this weight; one more candle costs more than twice as much. */
const PAGE_MAX = 499

/** Settlements with the insurance fund, and deleveraging, which are not at prices quoted by users. */
const OFF_MARKET: ReadonlySet<unknown> = new Set(['INSURANCE_FUND', 'ADL', 'NA'])

/** Depth of the initial snapshot; the cost of the request rises with it. */
const DEPTH = 500

/**
 * Market data of Binance USDⓈ-M, where it differs from other exchanges. The trade stream is the one that numbers each
 * trade; it includes insurance fund and auto-deleveraging. Each order book is requested separately: the library
 * rebuilds all order books of a request when one of them is lost.
 */
export const binanceFeed: Feed = {
  prepare(library, instruments) {
    const { options } = library
    options.streamLimits = { ...options.streamLimits, future: Math.ceil(instruments / INSTRUMENTS_PER_CONNECTION) }
    options.subscriptionLimitByStream = { ...options.subscriptionLimitByStream, future: STREAMS_PER_CONNECTION }
    options.ws = { ...options.ws, cost: MESSAGE_COST }
    options.watchOrderBookRate = '100'
  },
  subscriptions: [
    (library, unified) => library.watchTradesForSymbols(unified, undefined, undefined, { name: 'trade' }),
    (library, unified) => library.watchBidsAsks(unified),
    (library, unified) => library.watchMarkPrices(unified),
    (library, unified) => library.watchLiquidationsForSymbols(unified),
  ],
  joinBook: (library, unified) => library.watchOrderBook(unified, DEPTH),
  leaveBook: (library, unified) => library.unWatchOrderBook(unified),
  marksBeginnings: false,
  quotes: 'bidsasks',
  numbered: true,
  isOnMarket: ({ X }) => !OFF_MARKET.has(X),
  identify: (message) => {
    const fields = toFields(message)
    if (fields.e === 'forceOrder') return identifyLiquidation(toFields(fields.o))
    const native = toText(fields.s)
    if (native !== undefined) return identifyEvent(native, fields)
    const id = toInteger(fields.id)
    return id !== undefined && fields.result === null ? [{ kind: 'accepted', id: String(id) }] : []
  },
  candle: { pageMax: PAGE_MAX, volume: 5, turnover: 7, count: 8, takerBuy: 9 },
  listed: () => ({}),
  priceBand({ filters }) {
    const percentFilter = (Array.isArray(filters) ? filters : [])
      .map(toFields)
      .find(({ filterType }) => filterType === 'PERCENT_PRICE')
    return toPriceBand(percentFilter?.multiplierUp, percentFilter?.multiplierDown)
  },
  polls: { interest: true, terms: true },
  terms: ({ fundingIntervalHours, adjustedFundingRateCap, adjustedFundingRateFloor }) => ({
    intervalMs: (toInteger(fundingIntervalHours) ?? FUNDING_HOURS) * HOUR_MS,
    cap: adjustedFundingRateCap,
    floor: adjustedFundingRateFloor,
  }),
  fundingHistory: { pageMax: 1_000, paging: 'ranges', params: ({ toMs }) => ({ until: toMs - 1 }) },
  standInBrackets: publishedBrackets,
  tiers: 'with keys',
}

type Fields = Readonly<Record<string, unknown>>

const identifyEvent = (native: string, fields: Fields): readonly MessageSubject[] => {
  switch (fields.e) {
    case 'trade':
      return [{ kind: 'trades', native, past: false }]
    case 'depthUpdate':
      return [{ kind: 'book', native, begins: false }]
    case 'bookTicker':
      return [{ kind: 'quote', native }]
    case 'markPriceUpdate':
      return [{ kind: 'figures', native, figures: readFigures(fields) }]
    default:
      return []
  }
}

/** {"e":"markPriceUpdate","E":1562305380000,"s":"BTCUSDT","p":"11794.15","i":"11784.62","P":"11784.25","r":"0.00038167","T":1562306400000} */
const readFigures = ({ p, i, r, T, E }: Fields): RawFigures => ({ mark: p, index: i, rate: r, nextAt: T, at: E })

/** {"e":"forceOrder","E":1568014460893,"o":{"s":"BTCUSDT","S":"SELL","o":"LIMIT","f":"IOC","q":"0.014","p":"9910","ap":"9910","X":"FILLED","l":"0.014","z":"0.014","T":1568014460893}}, at most one per second and symbol */
const identifyLiquidation = ({ s, S, ap, p, z, q, T }: Fields): readonly MessageSubject[] => {
  const native = toText(s)
  if (native === undefined) return []
  const item = { side: translateWord(SIDES, S), price: nonzero(ap) ?? p, quantity: nonzero(z) ?? q, at: T }
  return [{ kind: 'liquidations', native, items: [item] }]
}

const SIDES = { BUY: 'BUY', SELL: 'SELL' } as const

/** Returns a figure of the execution; undefined while nothing has been executed. */
const nonzero = (value: unknown): unknown => (explicitZero(value) === undefined ? value : undefined)
