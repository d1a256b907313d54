import { expect, it } from 'vitest'
import { printLogFields, printLogRecords, readLogFilters } from './filters.ts'

it.each([
  ['level=WARN&q=+lost+', { level: 'WARN', q: 'lost' }],
  ['level=LOUD&q=', {}],
  ['other=1', {}],
])('reads the filters of %s', (address, filters) => {
  expect(readLogFilters(new URLSearchParams(address))).toEqual(filters)
})

it('prints strings as they are and other fields as JSON', () => {
  expect(printLogFields({ symbol: 'BTCUSDT', n: 2, err: { type: 'Error' } })).toBe(
    'symbol=BTCUSDT n=2 err={"type":"Error"}',
  )
})

it('prints records as lines, oldest first', () => {
  const record = (seq: number) => ({ seq, at: 'now', level: 'INFO' as const, message: 'm', fields: {} })
  const lines = printLogRecords([record(2), record(1)])
    .trimEnd()
    .split('\n')
  expect(lines.map((line) => JSON.parse(line).seq)).toEqual([1, 2])
})
