import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../server/core/instant.ts'
import type { Candle } from '../server/domain/market/candle.ts'
import { buildFromHistory, createCandleBuilder } from '../server/domain/market/candle-builder.ts'
import { INTERVALS, intervalStart } from '../server/domain/market/interval.ts'
import { aCandle } from './support/market-samples.ts'
import { sharedData } from './support/shared-data.ts'

const RECORDED = [
  ['BTCUSDT_spot_1m_20210219_week.csv.gz', 10_080],
  ['bybit_BTCUSDT_perp_1m_trade_20221213.csv', 721],
] as const

type Figures = Pick<Candle, 'openMs' | 'open' | 'high' | 'low' | 'close' | 'volume'>

const DAY_OF_THE_BARS_MS = Date.UTC(2022, 11, 13)

const instantIn = (text: string): number => {
  const number = Number(text)
  if (Number.isNaN(number)) return Date.parse(`${text.slice(0, 19).replace(' ', 'T')}Z`)
  return number < DAY_OF_THE_BARS_MS / 1_000 ? DAY_OF_THE_BARS_MS + number : number
}

const minutesIn = (name: string): Candle[] => {
  const bytes = readFileSync(`${sharedData('candles')}/${name}`)
  const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
  const rows = text.trim().split('\n').slice(1)
  return rows.map((row) => {
    const [at = '', ...figures] = row.split(',')
    const [open = 0, high = 0, low = 0, close = 0, volume = 0] = figures.map((figure) =>
      Math.round(Number(figure) * 100),
    )
    return aCandle({ openMs: instantIn(at), prices: [open, high, low, close], volume })
  })
}

/** Every third stretch of `length` minutes without a trade, as an exchange lists it. */
const thinned = (minutes: readonly Candle[], length: number): Candle[] => {
  let last: Candle | undefined
  return minutes.map((minute, index) => {
    if (last && Math.floor(index / length) % 3 === 2) {
      const { close } = last
      return { ...minute, open: close, high: close, low: close, close, volume: aCandle({ volume: 0 }).volume }
    }
    last = minute
    return minute
  })
}

const toFigures = ({ openMs, open, high, low, close, volume }: Candle): Figures => ({
  openMs,
  open,
  high,
  low,
  close,
  volume,
})

/** One candle straight from the minutes of it that traded, without the candle builder. */
const expected = (openMs: number, minutes: readonly Candle[]): Figures => {
  const traded = minutes.filter(({ volume }) => volume > 0)
  const [from, to] = traded.length > 0 ? [traded[0], traded.at(-1)] : [minutes[0], minutes.at(-1)]
  const counted = traded.length > 0 ? traded : minutes
  return toFigures({
    ...aCandle(),
    openMs,
    open: from?.open ?? aCandle().open,
    high: aCandle({ prices: [0, Math.max(...counted.map(({ high }) => high)), 0, 0] }).high,
    low: aCandle({ prices: [0, 0, Math.min(...counted.map(({ low }) => low)), 0] }).low,
    close: to?.close ?? aCandle().close,
    volume: aCandle({ volume: traded.reduce((sum, { volume }) => sum + volume, 0) }).volume,
  })
}

const present = sharedData('candles') !== undefined

describe.skipIf(!present)('candles of recorded markets (needs ../shared/data beside the repository)', () => {
  it.each(
    RECORDED.flatMap(([name, count]) => [
      [name, count, 'as recorded', 0] as const,
      [name, count, 'with quiet minutes', 1] as const,
      [name, count, 'with quiet quarters of an hour', 15] as const,
    ]),
  )('match an independent aggregation in every interval: %s (%d minutes) %s', (name, count, _how, length) => {
    const minutes = length === 0 ? minutesIn(name) : thinned(minutesIn(name), length)
    expect(minutes.length).toBe(count)
    const builder = createCandleBuilder('BTCUSDT')
    const built = Map.groupBy(
      minutes.flatMap((minute) => buildFromHistory(builder, minute)),
      ({ interval }) => interval,
    )
    const toMs = (minutes.at(-1)?.openMs ?? 0) + MINUTE_MS
    for (const interval of INTERVALS.slice(1)) {
      const groups = Map.groupBy(minutes, ({ openMs }) => intervalStart(interval, openMs))
      const over = [...groups].filter(([openMs]) => intervalStart(interval, toMs) > openMs)
      expect((built.get(interval) ?? []).map(toFigures)).toEqual(over.map(([openMs, list]) => expected(openMs, list)))
    }
  })
})
