/** Creates sample trading history on a paper server, for the screenshots of the documentation. */

import { setTimeout } from 'node:timers/promises'
import { type components, createClient } from '../client/src/index.ts'

/** Pause after each order: the gates allow five orders a second, including stops. */
const APART_MS = 1_500

/** Places a buy with a custom stop, a resting bid, a sell, and a trade that is closed. */
export const makePaperHistory = async (baseUrl: string, token: string): Promise<void> => {
  const { rest } = createClient({ baseUrl, token })
  const place = async (body: components['schemas']['OrderRequest']): Promise<void> => {
    await rest.POST('/api/v381/trading/order', { body })
    await setTimeout(APART_MS)
  }
  const { data: tickers } = await rest.GET('/api/v381/market/tickers', { params: { query: { symbol: 'BTCUSDT' } } })
  const [ticker] = tickers.items
  if (!ticker?.markPrice) throw new Error('BTCUSDT was not observed yet')
  const { markPrice, tickSize } = ticker
  const stopLoss = { triggerPrice: priceAt(0.98, markPrice, tickSize) }
  const price = priceAt(0.99, markPrice, tickSize)
  await place({ symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', notional: '600', stopLoss })
  await place({ symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'POST_ONLY', qty: '0.01', price })
  await place({ symbol: 'ETHUSDT', side: 'SELL', type: 'MARKET', notional: '400' })
  await place({ symbol: 'SOLUSDT', side: 'BUY', type: 'MARKET', notional: '300' })
  const { data } = await rest.GET('/api/v381/trading/positions', { params: { query: { symbol: 'SOLUSDT' } } })
  for (const { id } of data.items) {
    await rest.POST('/api/v381/trading/positions/{id}/close', { params: { path: { id } }, body: {} })
  }
}

/** Returns a share of a price, rounded down to the tick size. */
const priceAt = (share: number, price: string, tickSize: string): string => {
  const digits = tickSize.split('.')[1]?.length ?? 0
  return (Math.floor((Number(price) * share) / Number(tickSize)) * Number(tickSize)).toFixed(digits)
}
