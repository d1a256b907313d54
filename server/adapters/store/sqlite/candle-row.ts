/** Conversion between candles and their database rows, and the statement that stores them. */

import type { SQLOutputValue } from 'node:sqlite'
import { type Decimal, decimal, printDecimal, rescale } from '../../../core/decimal.ts'
import type { TimeRange } from '../../../core/instant.ts'
import type { Candle } from '../../../domain/market/candle.ts'
import { type Instrument, type Lots, lots, ticks, toNotional } from '../../../domain/market/instrument.ts'
import type { Interval } from '../../../domain/market/interval.ts'
import type { Row, Writes } from './rows.ts'

/**
 * Returns the row of a candle, with decimal strings, so that old candles remain correct after a change of tick or lot
 * size.
 */
export const candleRow = (candle: Candle, instrument: Instrument): Row => {
  const { price, quantity } = instrument
  return [
    'candles',
    candle.symbol,
    candle.interval,
    candle.openMs,
    price.print(candle.open),
    price.print(candle.high),
    price.print(candle.low),
    price.print(candle.close),
    quantity.print(candle.volume),
    printDecimal(toNotional(instrument, candle.turnover)),
    candle.tradeCount,
    candle.takerBuyVolume === null ? null : quantity.print(candle.takerBuyVolume),
    candle.missing.length === 0 ? null : JSON.stringify(candle.missing),
  ]
}

const COLUMNS = [
  'symbol',
  'interval',
  'open_ms',
  'open',
  'high',
  'low',
  'close',
  'volume',
  'turnover',
  'trade_count',
  'taker_buy_volume',
  'missing',
] as const

/** Columns of a stored candle. */
export const candleColumns = COLUMNS.join(', ')

export const CANDLE_WRITES: Writes = {
  candles: `INSERT OR REPLACE INTO candles (${candleColumns}) VALUES (${COLUMNS.map(() => '?').join(', ')})`,
}

/** Returns the candle of a row made by `candleRow`; undefined when it does not fit the current tick and lot size. */
export const candleOfNamedRow = ([, ...values]: Row, instrument: Instrument): Candle | undefined =>
  candleReader(instrument)(Object.fromEntries(COLUMNS.map((column, index) => [column, values[index] ?? null])))

type StoredRow = Record<string, SQLOutputValue>

/**
 * Creates a function that returns the candle of a query result, or undefined when it does not fit the current tick and
 * lot size. A start reads tens of thousands of rows.
 */
export const candleReader = (instrument: Instrument): ((row: StoredRow) => Candle | undefined) => {
  const { price, quantity } = instrument
  const step = toNotional(instrument, 1n)
  return (row) => {
    const open = price.parse(String(row.open))
    const high = price.parse(String(row.high))
    const low = price.parse(String(row.low))
    const close = price.parse(String(row.close))
    const volume = quantity.parse(String(row.volume))
    const turnover = toTickLots(String(row.turnover), step)
    if (open === undefined || high === undefined || low === undefined || close === undefined) return undefined
    if (volume === undefined || turnover === undefined) return undefined
    return {
      symbol: String(row.symbol),
      interval: String(row.interval) as Interval,
      openMs: Number(row.open_ms),
      open: ticks(open),
      high: ticks(high),
      low: ticks(low),
      close: ticks(close),
      volume: lots(volume),
      turnover,
      tradeCount: row.trade_count === null ? null : Number(row.trade_count),
      takerBuyVolume: readTakerBuy(row, instrument),
      missing: row.missing === null ? [] : (JSON.parse(String(row.missing)) as TimeRange[]),
    }
  }
}

const readTakerBuy = (row: StoredRow, { quantity }: Instrument): Lots | null => {
  const parsed = row.taker_buy_volume === null ? undefined : quantity.parse(String(row.taker_buy_volume))
  return parsed === undefined ? null : lots(parsed)
}

/** Converts a decimal turnover to units of `step`, a tick times a lot; undefined when it is not a multiple. */
const toTickLots = (text: string, step: Decimal): bigint | undefined => {
  const turnover = decimal(text)
  if (turnover.scale === step.scale) return divideExactly(turnover.units, step.units)
  const scale = Math.max(step.scale, turnover.scale)
  return divideExactly(rescale(turnover, scale).units, rescale(step, scale).units)
}

const divideExactly = (units: bigint, step: bigint): bigint | undefined =>
  step === 1n ? units : units % step === 0n ? units / step : undefined
