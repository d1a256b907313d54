/** Tickers of instruments as API bodies, and the order filters that each includes. */

import type { Ticker } from '../../contract/market.ts'
import { type Decimal, divideRounded, printDecimal } from '../core/decimal.ts'
import { toRfc3339OrNull } from '../core/instant.ts'
import { err, ok, type Result } from '../core/result.ts'
import { formingCandle } from '../domain/market/candle-builder.ts'
import { type Instrument, type Ticks, toNotional } from '../domain/market/instrument.ts'
import type { InstrumentMarket } from '../domain/market/instrument-market.ts'
import { getMarkTicks, getTouch } from '../domain/market/market.ts'
import { type Answer, createAnswer, openJson, type ViewRefusal } from './answer.ts'
import { assessFreshness, freshnessOfAll, MAX_AGE_MS } from './freshness.ts'
import { isObserved, type MarketReader, type ObservedMarket } from './market-reader.ts'

/** Returns the tickers of `symbols`, or of every instrument observed so far. */
export const tickersAnswer = (reader: MarketReader, symbols: readonly string[]): Result<Answer, ViewRefusal> => {
  const { instruments } = reader.market
  const requested = symbols.length === 0 ? [...instruments.keys()] : symbols
  const unknown = requested.find((symbol) => !instruments.has(symbol))
  if (unknown !== undefined) return err({ kind: 'unknownSymbol', symbol: unknown })
  const entries = requested.flatMap((symbol) => instruments.get(symbol) ?? []).filter(isObserved)
  const first = entries[0]
  if (!first) return err({ kind: 'notObserved', symbol: requested[0] ?? 'any instrument', what: 'ticker' })
  const version = entries.map(({ versions }) => versions.ticker).join('_')
  return ok(
    reader.cache(`tickers.${symbols.join()}`, version, (etag) =>
      listAnswer(etag, { entries, complete: entries.length === requested.length }, reader),
    ),
  )
}

interface Listed {
  readonly entries: readonly ObservedMarket[]
  /** False while part of the requested data has not been observed yet. */
  readonly complete: boolean
}

const listAnswer = (etag: string, { entries, complete }: Listed, { origin }: MarketReader): Answer => {
  const heads = entries.map((entry) => openJson({ ...tickerBody(entry), exchangeTimeMs: entry.exchangeTimeMs }))
  return createAnswer(etag, (nowMs) => {
    const observations = entries.map(({ observedAtMs }) => ({ observedAtMs, maxAgeMs: MAX_AGE_MS.ticker }))
    const items = observations.map(
      (observation, index) =>
        `${heads[index]},"source":${JSON.stringify(assessFreshness(observation, nowMs, origin))}}`,
    )
    const observed = freshnessOfAll(observations, nowMs, origin)
    const source = complete ? observed : { ...observed, status: 'PARTIAL' }
    return `{"items":[${items.join(',')}],"nextCursor":null,"asOf":"${source.observedAt}","source":${JSON.stringify(source)}}`
  })
}

/** Returns a ticker without its age. */
export const tickerBody = (entry: InstrumentMarket): Omit<Ticker, 'exchangeTimeMs' | 'source'> => ({
  symbol: entry.instrument.symbol,
  lastPrice: entry.lastTrade ? entry.instrument.price.print(entry.lastTrade.price) : null,
  ...markFields(entry),
  ...touchFields(entry),
  ...dayFields(entry),
  ...fundingFields(entry),
  ...instrumentFilters(entry.instrument),
})

const touchFields = (entry: InstrumentMarket) => {
  const { price, quantity } = entry.instrument
  const { bid, ask } = getTouch(entry)
  return {
    bestBidPrice: bid ? price.print(bid.price) : null,
    bestBidQty: bid ? quantity.print(bid.quantity) : null,
    bestAskPrice: ask ? price.print(ask.price) : null,
    bestAskQty: ask ? quantity.print(ask.quantity) : null,
  }
}

const markFields = (entry: InstrumentMarket) => {
  const { price } = entry.instrument
  const mark = getMarkTicks(entry)
  const index = entry.markPrice?.index ?? null
  return {
    markPrice: mark === undefined ? null : price.print(mark),
    markSource: mark === undefined ? null : entry.markPrice ? ('EXCHANGE' as const) : ('MID' as const),
    indexPrice: index === null ? null : price.print(index),
  }
}

const dayFields = (entry: InstrumentMarket) => {
  const { price, quantity } = entry.instrument
  const day = entry.day.summary(formingCandle(entry.candles, '1m'))
  return {
    open24h: day ? price.print(day.open) : null,
    high24h: day ? price.print(day.high) : null,
    low24h: day ? price.print(day.low) : null,
    volume24h: day ? quantity.print(day.volume) : null,
    turnover24h: day ? printDecimal(toNotional(entry.instrument, day.turnover)) : null,
    changePct24h: day ? percentChange(day.open, day.close) : null,
    window24hFromMs: day?.openMs ?? null,
  }
}

const PERCENT_SCALE = 4

const percentChange = (from: Ticks, to: Ticks): string =>
  printDecimal({
    units: divideRounded(BigInt(to - from) * 100n * 10n ** BigInt(PERCENT_SCALE), BigInt(from)),
    scale: PERCENT_SCALE,
  })

const printOrNull = (value: Decimal | null | undefined): string | null => (value ? printDecimal(value) : null)

const fundingFields = ({ markPrice, instrument }: InstrumentMarket) => {
  const nextFundingAtMs = markPrice?.nextFundingAtMs ?? null
  const openInterest = markPrice?.openInterest ?? null
  return {
    openInterest: printOrNull(openInterest),
    openInterestValue: markPrice && openInterest ? printValue(openInterest, markPrice.mark, instrument) : null,
    fundingRate: printOrNull(markPrice?.fundingRate),
    fundingIntervalMs: markPrice?.fundingIntervalMs ?? null,
    nextFundingAt: toRfc3339OrNull(nextFundingAtMs),
    fundingRateCap: printOrNull(markPrice?.fundingRateCap),
    fundingRateFloor: printOrNull(markPrice?.fundingRateFloor),
  }
}

const printValue = (quantity: Decimal, price: Ticks, instrument: Instrument): string => {
  const { units, scale } = instrument.price.step
  return printDecimal({ units: quantity.units * BigInt(price) * units, scale: quantity.scale + scale })
}

/** Order filters of an instrument, as included in every ticker. */
export const instrumentFilters = ({ price, quantity, minNotional, maxLeverage }: Instrument) => ({
  tickSize: printDecimal(price.step),
  lotSize: printDecimal(quantity.step),
  minNotional: printOrNull(minNotional),
  maxLeverage,
})
