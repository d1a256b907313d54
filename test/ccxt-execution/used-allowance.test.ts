import { expect, it } from 'vitest'
import { openStage } from '../venue-wire/venue-stage.ts'
import { openTradingClient } from './trading-client.ts'

/** Number of queries of weight 20 that use 80% of the allowance of an address for a minute. */
const QUERIES = 96

it('connects and reads the account at an address where other engines have used their allowance', async ({
  onTestFinished,
}) => {
  const stage = await openStage()
  onTestFinished(() => stage.close())
  for (let query = 0; query < QUERIES; query++) await stage.get('/fapi/v1/aggTrades', { symbol: 'BTCUSDT' })
  const trader = await openTradingClient({ url: stage.url })
  onTestFinished(() => trader.close())
  const reading = { kind: 'readAccount', sinceMs: Date.now() - 60_000, queryId: 1, urgent: true } as const
  expect((await trader.requestEvent(reading, 'accountRead')).snapshot).not.toBeNull()
  expect(trader.troubles.filter(([, code]) => code === 'RATE_LIMITED')).toEqual([])
})
