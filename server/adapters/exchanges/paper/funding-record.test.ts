import { expect, it } from 'vitest'
import { aCandle } from '../../../../test/support/market-samples.ts'
import { decimal } from '../../../core/decimal.ts'
import { HOUR_MS, type Instant } from '../../../core/instant.ts'
import { createFundingRecord } from './funding-record.ts'

const SETTLED_MS = Date.UTC(2026, 10, 21, 16)

const paid = (settledAtMs: Instant, rate = '0.0002') =>
  ({
    kind: 'funding',
    funding: { symbol: 'BTCUSDT', rate: decimal(rate), settledAtMs, intervalMs: 8 * HOUR_MS },
  }) as const

it('returns the published rate of a settlement, at the price its minute opened with', () => {
  const record = createFundingRecord()
  const candle = aCandle({ openMs: SETTLED_MS })
  record.observe({ kind: 'history', candle })
  record.observe(paid(SETTLED_MS + 3))
  record.observe(paid(SETTLED_MS + 8 * HOUR_MS - 2, '-0.0003'))
  expect(record.at('BTCUSDT', SETTLED_MS)).toEqual({ rate: decimal('0.0002'), mark: candle.open })
  expect(record.at('BTCUSDT', SETTLED_MS + 8 * HOUR_MS)).toEqual({ rate: decimal('-0.0003') })
})

it('returns nothing for a settlement whose rate was not published', () => {
  const record = createFundingRecord()
  record.observe(paid(SETTLED_MS))
  expect(record.at('BTCUSDT', SETTLED_MS + HOUR_MS)).toBeUndefined()
  expect(record.at('ETHUSDT', SETTLED_MS)).toBeUndefined()
})

it('keeps the newest settlements of three months', () => {
  const record = createFundingRecord()
  for (let hour = 0; hour < 2_300; hour++) record.observe(paid(SETTLED_MS + hour * HOUR_MS))
  expect(record.at('BTCUSDT', SETTLED_MS)).toBeUndefined()
  expect(record.at('BTCUSDT', SETTLED_MS + 2_299 * HOUR_MS)).toBeDefined()
})
