import { expect, it } from 'vitest'
import { MINUTE_MS } from '../../core/instant.ts'
import { toCandle } from '../columns.ts'
import { readHistory } from './read-history.ts'
import { createRowBuilder, emptyRows } from './rows.ts'
import { digestRows } from './stored-period.ts'

const FROM_MS = Date.UTC(2024, 0, 1)
const PERIOD = { symbol: 'BTCUSDT', kind: 'candles', period: '2024-01' } as const

/** Returns a stored period with one candle, and the history read from it. */
const readCandle = async () => {
  const builder = createRowBuilder('candles')
  builder.add(FROM_MS, [42_000, 42_010.5, 41_990, 42_001, 1.5, 62_998.75, 9, 1])
  const rows = builder.periods().get(PERIOD.period) ?? emptyRows('candles')
  const instrument = { tickSize: '0.1', lotSize: '0.001', minNotional: null, maxLeverage: null }
  const record = {
    ...PERIOD,
    exchange: 'binanceusdm',
    instrument,
    covered: [],
    gaps: [],
    rows: 1,
    origins: [],
    digest: digestRows(PERIOD, rows),
  }
  const history = await readHistory(
    {
      exchange: 'binanceusdm',
      read: async ({ kind }) => (kind === 'candles' ? { record, rows } : null),
      describe: ({ kind }) => (kind === 'candles' ? record : null),
    },
    {
      symbol: PERIOD.symbol,
      fromMs: FROM_MS,
      toMs: FROM_MS + MINUTE_MS,
    },
  )
  return { rows, last: history.last }
}

it('reads the turnover of a candle in ticks times lots, whatever its tick and lot', async () => {
  const { last } = await readCandle()
  expect(toCandle(last, PERIOD.symbol, 0)).toMatchObject({ volume: 1_500, turnover: 629_987_500n })
})

it('frees the rows of a period when its columns are built', async () => {
  const { rows } = await readCandle()
  expect([rows.time, ...Object.values(rows.columns)].map(({ byteLength }) => byteLength)).toEqual(Array(9).fill(0))
})
