import { expect, it } from 'vitest'
import { aPosition } from '../../../test/support/book-samples.ts'
import { anEngineState } from '../../../test/support/engine-state.ts'
import { aCandle, anInstrument, NOON_MS } from '../../../test/support/market-samples.ts'
import { DAY_MS } from '../../core/instant.ts'
import { lots, ticks } from '../../domain/market/instrument.ts'
import { observe } from '../../domain/market/market.ts'
import type { MarketEvent } from '../../domain/market/market-event.ts'
import { computeEquity } from './exposure.ts'

const USDT = 100_000_000n

/** Long 0.010 BTC from 60,000.0: a USDT for every 1,000 ticks. */
const openHolder = () => {
  const state = anEngineState()
  state.ledger.openedAtMs = NOON_MS
  state.ledger.account = { ...state.ledger.account, walletBalance: 10_000n * USDT }
  const cost = 600n * USDT
  state.ledger.positions.set('BTCUSDT', aPosition({ cost, entered: { quantity: lots(10), value: cost } }))
  const receive = (event: MarketEvent): void => void observe(state.market, event, NOON_MS)
  return { state, receive }
}

it('is unknown until the price of every position has been received, whatever the candles before the start', () => {
  const { state, receive } = openHolder()
  receive({ kind: 'instrument', instrument: anInstrument() })
  expect(computeEquity(state)).toBeNull()
  const old = [610_000, 610_000, 610_000, 610_000] as const
  receive({ kind: 'history', candle: aCandle({ openMs: NOON_MS - 2 * DAY_MS, prices: old }) })
  expect(computeEquity(state)).toBeNull()
  const times = { symbol: 'BTCUSDT', exchangeTimeMs: NOON_MS }
  const rates = { fundingRate: null, fundingIntervalMs: null, nextFundingAtMs: null, fundingRateCap: null }
  receive({
    kind: 'markPrice',
    markPrice: {
      ...times,
      ...rates,
      mark: ticks(603_000),
      index: ticks(603_000),
      fundingRateFloor: null,
      openInterest: null,
    },
  })
  expect(computeEquity(state)).toBe(10_003n * USDT)
})

it('ignores the price of a position whose instrument is not listed', () => {
  const { state } = openHolder()
  expect(computeEquity(state)).toBe(10_000n * USDT)
})
