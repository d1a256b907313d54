import { describe, expect, it } from 'vitest'
import { decimal } from '../../../../core/decimal.ts'
import { HOUR_MS } from '../../../../core/instant.ts'
import { readPastFundings } from './past-funding.ts'

const AT_MS = Date.UTC(2026, 10, 20)

const row = (hours: number, fundingRate: unknown) => ({ timestamp: AT_MS + hours * HOUR_MS, fundingRate })

describe('past fundings', () => {
  it('are read exactly, oldest first, each with the time since the one before', () => {
    expect(readPastFundings([row(8, '0.00010000'), row(0, '-1.5e-5'), row(12, 0.0003)], 'BTCUSDT')).toEqual([
      { symbol: 'BTCUSDT', rate: decimal('-0.000015'), settledAtMs: AT_MS, intervalMs: 8 * HOUR_MS },
      { symbol: 'BTCUSDT', rate: decimal('0.0001'), settledAtMs: AT_MS + 8 * HOUR_MS, intervalMs: 8 * HOUR_MS },
      { symbol: 'BTCUSDT', rate: decimal('0.0003'), settledAtMs: AT_MS + 12 * HOUR_MS, intervalMs: 4 * HOUR_MS },
    ])
  })

  it.each([undefined, null, 'no list', {}, [null, 7, {}, row(0, 'much'), { fundingRate: '0.1' }]])(
    'of %j are none',
    (answer) => {
      expect(readPastFundings(answer, 'BTCUSDT')).toEqual([])
    },
  )
})
