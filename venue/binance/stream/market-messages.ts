import type { Instant } from '../../../server/core/instant.ts'
import { type Candle, closeTime } from '../../../server/domain/market/candle.ts'
import type { Instrument } from '../../../server/domain/market/instrument.ts'
import type { InstrumentMarket } from '../../../server/domain/market/instrument-market.ts'
import type { MarkPrice, Quote } from '../../../server/domain/market/market-event.ts'
import type { Trade } from '../../../server/domain/market/trade.ts'
import type { AggTrade } from '../../exchange/market/agg-trades.ts'
import { dayFigures } from '../../exchange/market/day-figures.ts'
import { printLongPrice, printPrice, printQuantity, printQuote } from '../../exchange/market/figures.ts'
import type { Listing } from '../../exchange/market/market-board.ts'
import { findRange } from '../../exchange/market/trade-range.ts'
import { aggTradeFields, takerBuyQuote } from '../rest/market-routes.ts'
import { markFigures } from '../view/marks.ts'

/** {"e":"trade","E":1723161256322,"T":1723161256322,"s":"BTCUSDT","t":5266583935,"p":"61800.30","q":"0.006","X":"MARKET","m":false} */
export const tradeMessage = (instrument: Instrument, { tradeId, price, quantity, tradedAtMs, takerSide }: Trade) => ({
  e: 'trade',
  E: tradedAtMs,
  T: tradedAtMs,
  s: instrument.symbol,
  t: Number(tradeId),
  p: printPrice(instrument, price),
  q: printQuantity(instrument, quantity),
  X: 'MARKET',
  m: takerSide === 'SELL',
})

/** {"e":"aggTrade","E":1626992741575,"a":16599292,"s":"CTKUSDT","p":"1.01100","q":"10","f":23961322,"l":23961322,"T":1626992741421,"m":false} */
export const aggTradeMessage = (instrument: Instrument, trade: AggTrade) => ({
  e: 'aggTrade',
  E: trade.tradedAtMs,
  s: instrument.symbol,
  ...aggTradeFields(instrument, trade),
  st: 1,
})

/** {"e":"bookTicker","u":5123107839020,"s":"BTCUSDT","b":"61800.20","B":"2.507","a":"61800.30","A":"2.510","T":1723161256313,"E":1723161256313} */
export const bookTickerMessage = (instrument: Instrument, { sequence, bid, ask, exchangeTimeMs }: Quote) => ({
  e: 'bookTicker',
  u: sequence,
  E: exchangeTimeMs,
  T: exchangeTimeMs,
  s: instrument.symbol,
  b: printPrice(instrument, bid.price),
  B: printQuantity(instrument, bid.quantity),
  a: printPrice(instrument, ask.price),
  A: printQuantity(instrument, ask.quantity),
  st: 1,
  ps: instrument.symbol,
})

/** {"e":"markPriceUpdate","E":1562305380000,"s":"BTCUSDT","p":"11794.15000000","i":"11784.62659091","P":"11784.25641265","r":"0.00038167","T":1562306400000,"st":1} */
export const markPriceMessage = (entry: InstrumentMarket, markPrice: MarkPrice) => {
  const { index, settle, rate, nextFundingTime } = markFigures(entry)
  return {
    e: 'markPriceUpdate',
    E: markPrice.exchangeTimeMs,
    s: entry.instrument.symbol,
    p: printLongPrice(entry.instrument, markPrice.mark),
    i: index,
    P: settle,
    r: rate,
    T: nextFundingTime,
    st: 1,
  }
}

/** {"e":"kline","E":1626992741424,"s":"CTKUSDT","k":{"t":1626992700000,"T":1626992759999,"s":"CTKUSDT","i":"1m","f":23961275,"L":23961322,"o":"1.01000",…,"x":false,…}} */
export const klineMessage = ({ entry: { instrument }, ranges }: Listing, candle: Candle, at: KlineMoment) => {
  const { first, last } = findRange(ranges, candle.interval, candle.openMs)
  return {
    e: 'kline',
    E: at.atMs,
    s: instrument.symbol,
    k: {
      t: candle.openMs,
      T: closeTime(candle) - 1,
      s: instrument.symbol,
      i: candle.interval,
      f: first,
      L: last,
      o: printPrice(instrument, candle.open),
      c: printPrice(instrument, candle.close),
      h: printPrice(instrument, candle.high),
      l: printPrice(instrument, candle.low),
      v: printQuantity(instrument, candle.volume),
      n: candle.tradeCount ?? 0,
      x: at.isClosed,
      q: printQuote(instrument, candle.turnover),
      V: printQuantity(instrument, candle.takerBuyVolume ?? 0),
      Q: takerBuyQuote(instrument, candle),
      B: '0',
    },
  }
}

/** {"e":"continuous_kline","E":1607443058651,"ps":"BTCUSDT","ct":"PERPETUAL","k":{"t":1607443020000,"T":1607443079999,"i":"1m",…,"x":false,…}} */
export const continuousKlineMessage = (listing: Listing, candle: Candle, at: KlineMoment) => {
  const { E, s: ps, k } = klineMessage(listing, candle, at)
  const { s, ...figures } = k
  return { e: 'continuous_kline', E, ps, ct: 'PERPETUAL', k: figures }
}

/** Time at which a candle is published, and whether it is closed. */
export interface KlineMoment {
  readonly atMs: Instant
  readonly isClosed: boolean
}

/** {"e":"24hrTicker","E":1672515782136,"s":"BTCUSDT","p":"-131.40000000","P":"-0.786",…,"st":1}; undefined before anything was traded. */
export const tickerMessage = (entry: InstrumentMarket, atMs: Instant) => {
  const day = dayFigures(entry, atMs)
  return (
    day && {
      e: '24hrTicker',
      E: atMs,
      s: entry.instrument.symbol,
      p: day.change,
      P: day.changePercent,
      w: day.average,
      c: day.last,
      Q: day.lastQuantity,
      o: day.open,
      h: day.high,
      l: day.low,
      v: day.volume,
      q: day.turnover,
      O: day.openTime,
      C: day.closeTime,
      F: day.firstId,
      L: day.lastId,
      n: day.count,
      st: 1,
    }
  )
}

/** The day in short; undefined before anything was traded. */
export const miniTickerMessage = (entry: InstrumentMarket, atMs: Instant) => {
  const day = dayFigures(entry, atMs)
  return (
    day && {
      e: '24hrMiniTicker',
      E: atMs,
      s: entry.instrument.symbol,
      c: day.last,
      o: day.open,
      h: day.high,
      l: day.low,
      v: day.volume,
      q: day.turnover,
    }
  )
}
