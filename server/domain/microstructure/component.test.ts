import { describe, expect, it } from 'vitest'
import { aCandle, anInstrument, NOON_MS } from '../../../test/support/market-samples.ts'
import { decimal } from '../../core/decimal.ts'
import { ticks } from '../market/instrument.ts'
import type { MarkPrice } from '../market/market-event.ts'
import { readComponents } from './component.ts'
import { noteCandle, noteMark } from './micro.ts'
import { MICRO_RULES } from './micro-rules.ts'
import { createMicro } from './micro-state.ts'

const BAR_MS = MICRO_RULES.trapBarMs
const instrument = anInstrument()

const markAt = (exchangeTimeMs: number): MarkPrice => ({
  symbol: 'BTCUSDT',
  mark: ticks(1_000),
  index: null,
  fundingRate: null,
  fundingIntervalMs: null,
  nextFundingAtMs: null,
  fundingRateCap: null,
  fundingRateFloor: null,
  openInterest: decimal('1000'),
  exchangeTimeMs,
})

/** The trap sign after so many five-minute candles of the past and so many that were lived through. */
const trapAfter = (past: number, lived: number) => {
  const micro = createMicro()
  for (let bar = 0; bar < past + lived; bar++) {
    const openMs = NOON_MS + bar * BAR_MS
    if (bar >= past) noteMark(micro, markAt(openMs))
    noteCandle(micro, aCandle({ interval: '5m', openMs }), instrument)
  }
  noteMark(micro, markAt(NOON_MS + (past + lived) * BAR_MS))
  return readComponents(micro, NOON_MS + (past + lived) * BAR_MS).find(({ id }) => id === 'trap')
}

describe('the trap sign', () => {
  it.each([
    [200, 0, 20, 'INSUFFICIENT_EVIDENCE'],
    [200, 71, 91, 'INSUFFICIENT_EVIDENCE'],
    [200, 72, 92, 'CLEAN'],
    [0, 91, 91, 'INSUFFICIENT_EVIDENCE'],
    [0, 92, 92, 'CLEAN'],
  ])('after %i candles without open interest and %i with it is based on %i', (past, lived, have, level) => {
    expect(trapAfter(past, lived)).toMatchObject({ level, value: 0, evidence: { have, need: 92, unit: 'bars' } })
  })
})
