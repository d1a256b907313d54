import { describe, expect, it } from 'vitest'
import { createRowBuilder } from './rows.ts'
import { addCsv, type TableOptions } from './table.ts'

const read = (text: string, options: Partial<TableOptions> = {}) => {
  const all: TableOptions = { kind: 'candles', format: 'csv', name: 'file.csv', quoteLot: null, ...options }
  const builder = createRowBuilder(all.kind)
  addCsv(Buffer.from(text), builder, all)
  const [rows] = builder.periods().values()
  return {
    time: [...(rows?.time ?? [])],
    ...Object.fromEntries(Object.entries(rows?.columns ?? {}).map(([k, v]) => [k, [...v]])),
  }
}

const AT = Date.UTC(2024, 0, 1)

describe('addCsv', () => {
  it.each([
    ['milliseconds', `${AT}`],
    ['seconds', `${AT / 1_000}`],
    ['microseconds', `${AT}000`],
    ['a date without a zone, as UTC', '2024-01-01 00:00:00.000000'],
    ['a date with a zone', '2024-01-01T01:00:00+01:00'],
  ])('reads times in %s', (_, time) => {
    expect(read(`time,open,high,low,close,volume\n${time},1,3,0.5,2,10`)).toMatchObject({
      time: [AT],
      open: [1],
      high: [3],
      low: [0.5],
      close: [2],
      volume: [10],
      trades: [Number.NaN],
    })
  })

  it('finds columns by name, in any order', () => {
    const text = `Close,Volume,count,Open,High,Low,Timestamp\n2,10,7,1,3,0.5,${AT}`
    expect(read(text)).toMatchObject({ open: [1], close: [2], trades: [7], taker_buy_volume: [Number.NaN] })
  })

  it('reads files of the archive with and without a header', () => {
    const row = `${AT},1,3,0.5,2,10,${AT + 59_999},20,7,4,8,0`
    const header =
      'open_time,open,high,low,close,volume,close_time,quote_volume,count,taker_buy_volume,taker_buy_quote_volume,ignore'
    const expected = { open: [1], volume: [10], quote_volume: [20], trades: [7], taker_buy_volume: [4] }
    expect(read(row, { format: 'binance' })).toMatchObject(expected)
    expect(read(`${header}\n${row}\n`, { format: 'binance' })).toMatchObject(expected)
  })

  it('reads the column order of jesse', () => {
    expect(read(`${AT},1,2,3,0.5,10`, { format: 'jesse' })).toMatchObject({ close: [2], high: [3], low: [0.5] })
  })

  it('rounds funding times to the minute', () => {
    const text = `calc_time,funding_interval_hours,last_funding_rate\n${AT + 7},4,-0.00012`
    expect(read(text, { kind: 'funding', format: 'binance' })).toEqual({
      time: [AT],
      rate: [-0.00012],
      interval_hours: [4],
    })
  })

  it('reads trades by their ID', () => {
    const text = `9,100.5,0.2,1,2,${AT + 5},true\n8,100,1,1,1,${AT + 5},false`
    expect(read(text, { kind: 'trades', format: 'binance' })).toMatchObject({ id: [8, 9], buyer_maker: [0, 1] })
  })

  it('converts a volume in quote currency to whole lots', () => {
    const text = `time,open,high,low,close,volume\n${AT},3,3,3,3,1`
    expect(read(text, { quoteLot: '0.001' })).toMatchObject({ volume: [0.333] })
  })

  it.each([
    ['time,open,high,low,close,volume\nsoon,1,1,1,1,1', `file.csv, line 2: 'soon' is not a valid time.`],
    [`time,open,high,low,close,volume\n${AT},1,,1,1,1`, `file.csv, line 2: '' is not a valid high.`],
    [`time,open,high,low,close,volume\n${AT},1,1,1,1,x`, `file.csv, line 2: 'x' is not a valid volume.`],
    ['time,open,close,volume\n', 'file.csv has no column for high, low.'],
    [`${AT},1,1,1,1,1`, 'file.csv has no column for time, open, high, low, close, volume.'],
  ])('rejects %j', (text, message) => {
    expect(() => read(text)).toThrow(message)
  })
})
