import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../core/instant.ts'
import { computeAhead } from './history-ahead.ts'
import { INSTRUMENT_SPECS, type InstrumentSpec } from './instrument-specs.ts'
import { minuteHistory } from './minute-history.ts'

const NOON_MS = Date.UTC(2026, 10, 21, 12)
const RANGE = { fromMs: NOON_MS - HOUR_MS, toMs: NOON_MS }
const [BTC, ETH] = INSTRUMENT_SPECS as [InstrumentSpec, InstrumentSpec]

const computed = (spec: InstrumentSpec, range = RANGE) => [...minuteHistory(7, spec, range)]

describe('computeAhead', () => {
  it('gives the candles that are computed on the spot, whatever part of them is taken', async () => {
    const ahead = computeAhead({ seed: 7, symbols: ['BTCUSDT', 'ETHUSDT'], range: RANGE })
    const part = { fromMs: RANGE.fromMs + 10 * MINUTE_MS, toMs: RANGE.toMs - MINUTE_MS }
    expect([...(await ahead.take(ETH, part))]).toEqual(computed(ETH, part))
    expect([...(await ahead.take(BTC, RANGE))]).toEqual(computed(BTC))
  })

  it('computes on the spot what was not computed ahead: later and earlier minutes, other instruments, a second time', async () => {
    const ahead = computeAhead({ seed: 7, symbols: ['BTCUSDT'], range: RANGE })
    const later = { ...RANGE, toMs: RANGE.toMs + 2 * MINUTE_MS }
    const earlier = { ...RANGE, fromMs: RANGE.fromMs - DAY_MS }
    expect([...(await ahead.take(BTC, later))]).toEqual(computed(BTC, later))
    expect([...(await ahead.take(BTC, earlier))]).toEqual(computed(BTC, earlier))
    expect([...(await ahead.take(ETH, RANGE))]).toEqual(computed(ETH))
  })

  it('computes on the spot when the thread fails', async () => {
    const ahead = computeAhead({ seed: 7, symbols: ['BTCUSDT'], range: { fromMs: NOON_MS, toMs: RANGE.fromMs } })
    expect([...(await ahead.take(BTC, RANGE))]).toEqual(computed(BTC))
  })
})
