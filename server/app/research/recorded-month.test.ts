import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createHistory, type Minute } from '../../../test/support/generated-history.ts'
import { backtestSetup, finish } from '../../../test/support/scripted-strategy.ts'
import { sharedData } from '../../../test/support/shared-data.ts'
import { DAY_MS, MINUTE_MS } from '../../core/instant.ts'
import { createInstrument } from '../../domain/market/instrument.ts'
import { strategiesFor } from '../../domain/signal/strategies/index.ts'

const path = sharedData('candles/FTX_BTC-PERP_1m_20211231_20220201.csv.gz')

/** The first complete minute of the recording is 23:01 of the last day of 2021. */
const FIRST_MS = Date.UTC(2021, 11, 31, 23, 1)
const FROM_MS = Date.UTC(2022, 0, 10)
const BTC_PERP = createInstrument({
  symbol: 'BTCUSDT',
  tickSize: '1',
  lotSize: '0.0001',
  minNotional: null,
  maxLeverage: 20,
})

const readMinutes = (file: string): (Minute | null)[] => {
  const minutes: (Minute | null)[] = []
  for (const line of gunzipSync(readFileSync(file)).toString().trim().split('\n').slice(1)) {
    const [time = '', ...figures] = line.split(',')
    const row = Math.round((Date.parse(`${time.slice(0, 19).replace(' ', 'T')}Z`) - FIRST_MS) / MINUTE_MS)
    while (minutes.length < row) minutes.push(null)
    const [open = 0, high = 0, low = 0, close = 0, quoted = 0] = figures.map(Number)
    minutes.push({ prices: [open, high, low, close], volume: Math.round((quoted / close) * 10_000) })
  }
  return minutes
}

describe.skipIf(path === undefined)('a recorded month (needs ../shared/data/candles)', () => {
  it('trades within its candles, and every unit of the equity is accounted for', () => {
    const minutes = readMinutes(path ?? '')
    const { tally, account, equity, openPositions, counts } = finish(
      backtestSetup({
        minutes: 0,
        strategies: strategiesFor('1m').filter(({ id }) => ['S03', 'S05', 'S08'].includes(id)),
        fromMs: FROM_MS,
        toMs: FROM_MS + 2 * DAY_MS,
        market: { spreadBps: 0.5, participation: 0.1, impact: 1, funding: true },
        rearmsDaily: true,
      }),
      createHistory(FIRST_MS, minutes, { instrument: BTC_PERP }),
    )
    expect(counts.symbolMinutes).toBe(2 * 24 * 60 - counts.gapMinutes)
    expect(tally.trades.length).toBeGreaterThan(5)
    for (const { openedMs, entryTicks } of tally.trades) {
      const [, high = 0, low = 0] = minutes[Math.floor((openedMs - FIRST_MS) / MINUTE_MS)]?.prices ?? []
      expect(entryTicks).toBeGreaterThanOrEqual(low - 3)
      expect(entryTicks).toBeLessThanOrEqual(high + 3)
    }
    const net = tally.trades.reduce((sum, trade) => sum + trade.net, 0n)
    const open = openPositions.reduce(
      (sum, { realizedPnl, feesPaid, funding }) => sum + realizedPnl - feesPaid + funding,
      0n,
    )
    expect(account.walletBalance - account.opening).toBe(net + open)
    if (openPositions.length === 0) expect(equity).toBe(account.walletBalance)
  })
})
