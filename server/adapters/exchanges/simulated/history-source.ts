import { printDecimal, toFloat } from '../../../core/decimal.ts'
import { HOUR_MS, type Instant, MINUTE_MS, SECOND_MS, type TimeRange } from '../../../core/instant.ts'
import { toNotional } from '../../../domain/market/instrument.ts'
import { HistoryError } from '../../../research/data/history-error.ts'
import { HISTORY_KINDS, type HistoryKind } from '../../../research/data/kinds.ts'
import { createRowBuilder, emptyRows, type RowBuilder } from '../../../research/data/rows.ts'
import type { HistorySource } from '../../../research/data/source.ts'
import { FUNDING_INTERVAL_MS, nextFundingAfter } from './funding.ts'
import { INSTRUMENT_SPECS, type InstrumentSpec, lotSize, tickSize } from './instrument-specs.ts'
import { createMarkPrices } from './mark-prices.ts'
import { minuteHistory, minuteTrades } from './minute-history.ts'
import { createReferencePrice } from './reference-price.ts'

/**
 * Creates a history source on the simulated market: every kind of
 * any range, identical for the same seed.
 */
export const createSimulatedHistory = (seed: number, turn: () => Promise<void>): HistorySource => ({
  kinds: HISTORY_KINDS,
  async instrument(symbol) {
    const { instrument } = findSpec(symbol)
    return {
      tickSize: printDecimal(instrument.price.step),
      lotSize: printDecimal(instrument.quantity.step),
      minNotional: instrument.minNotional && printDecimal(instrument.minNotional),
      maxLeverage: instrument.maxLeverage,
    }
  },
  async fetch({ symbol, kind, period }, range, signal) {
    const builder = createRowBuilder(kind)
    const generate = createGenerator(seed, findSpec(symbol), kind)
    for (let fromMs = range.fromMs; fromMs < range.toMs; fromMs += STRETCH_MS) {
      signal.throwIfAborted()
      generate({ fromMs, toMs: Math.min(fromMs + STRETCH_MS, range.toMs) }, builder)
      await turn()
    }
    const rows = builder.periods().get(period) ?? emptyRows(kind)
    return { rows, covered: [range], origins: [{ name: simulatedOrigin(seed), sha256: null }] }
  },
  close: async () => {},
})

/** Name of this source in stored history. */
export const simulatedOrigin = (seed: number): string => `simulated seed=${seed}`

const SAMPLE_MS = 4 * SECOND_MS
/** Market time generated at once, before other tasks run. */
const STRETCH_MS = 12 * HOUR_MS

const findSpec = (symbol: string): InstrumentSpec => {
  const spec = INSTRUMENT_SPECS.find(({ instrument }) => instrument.symbol === symbol)
  if (spec) return spec
  const listed = INSTRUMENT_SPECS.map(({ instrument }) => instrument.symbol).join(', ')
  throw new HistoryError('SYMBOL_UNKNOWN', `The simulated market does not list ${symbol}.`, `It lists ${listed}.`)
}

type Generate = (range: TimeRange, builder: RowBuilder) => void

const createGenerator = (seed: number, spec: InstrumentSpec, kind: HistoryKind): Generate => {
  const reference = createReferencePrice(seed, spec)
  const figures = createMarkPrices(seed, spec, reference)
  if (kind === 'candles') return (range, builder) => addCandles(seed, spec, range, builder)
  if (kind === 'trades') return (range, builder) => addTrades(seed, spec, range, builder)
  if (kind === 'mark') return (range, builder) => addSamples(reference.mark, range, builder)
  if (kind === 'index') return (range, builder) => addSamples(reference.index, range, builder)
  if (kind === 'funding')
    return (range, builder) => {
      for (let at = nextFundingAfter(range.fromMs - 1); at < range.toMs; at += FUNDING_INTERVAL_MS) {
        const { fundingRate } = figures(at - 1)
        if (fundingRate) builder.add(at, [toFloat(fundingRate), FUNDING_INTERVAL_MS / HOUR_MS])
      }
    }
  return (range, builder) => {
    for (let at = Math.ceil(range.fromMs / INTEREST_MS) * INTEREST_MS; at < range.toMs; at += INTEREST_MS) {
      const { openInterest } = figures(at)
      if (openInterest) builder.add(at, [toFloat(openInterest)])
    }
  }
}

/** Interval of open interest, as published by Binance. */
const INTEREST_MS = 5 * MINUTE_MS

const addCandles = (seed: number, spec: InstrumentSpec, range: TimeRange, builder: RowBuilder): void => {
  const { instrument } = spec
  const [tick, lot] = [exactSize(tickSize(spec)), exactSize(lotSize(spec))]
  for (const candle of minuteHistory(seed, spec, range)) {
    const { open, high, low, close, volume, tradeCount, takerBuyVolume, turnover } = candle
    builder.add(candle.openMs, [
      ...[open, high, low, close].map(tick),
      lot(volume),
      toFloat(toNotional(instrument, turnover)),
      tradeCount ?? Number.NaN,
      takerBuyVolume === null ? Number.NaN : lot(takerBuyVolume),
    ])
  }
}

const addTrades = (seed: number, spec: InstrumentSpec, range: TimeRange, builder: RowBuilder): void => {
  const [tick, lot] = [exactSize(tickSize(spec)), exactSize(lotSize(spec))]
  for (const { id, atMs, price, quantity, isBuyerMaker } of minuteTrades(seed, spec, range))
    builder.add(atMs, [id, tick(price), lot(quantity), Number(isBuyerMaker)])
}

/** Returns a function that converts a number of steps to the double nearest to its decimal string. */
const exactSize = (step: number): ((count: number) => number) => {
  const perUnit = Math.round(1 / step)
  return (count) => count / perUnit
}

const addSamples = (priceAt: (at: Instant) => number, { fromMs, toMs }: TimeRange, builder: RowBuilder): void => {
  for (let openMs = fromMs; openMs < toMs; openMs += MINUTE_MS) {
    const open = rounded(priceAt(openMs))
    let [high, low, close] = [open, open, open]
    for (let at = openMs + SAMPLE_MS; at <= openMs + MINUTE_MS; at += SAMPLE_MS) {
      close = rounded(priceAt(at))
      high = Math.max(high, close)
      low = Math.min(low, close)
    }
    builder.add(openMs, [open, high, low, close])
  }
}

/** Rounds a price to eight digits, as Binance does for mark and index prices. */
const rounded = (price: number): number => Math.round(price * 1e8) / 1e8
