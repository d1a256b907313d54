import { describe, expect, it } from 'vitest'
import { aFill, anId, anOrder, aPosition } from '../../../test/support/book-samples.ts'
import { anInstrument, NOON_MS } from '../../../test/support/market-samples.ts'
import { aTempDirectory } from '../../../test/support/temp-directory.ts'
import { openEngineStore } from '../../adapters/store/sqlite/store.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/instant.ts'
import type { InstrumentMarket } from '../../domain/market/instrument-market.ts'
import type { Order } from '../../domain/order/order.ts'
import { orderFlowReader } from './order-flow.ts'

const NOW_MS = NOON_MS + DAY_MS

const orderAt = (number: number, agoMs: number, changes: Parameters<typeof anOrder>[0] = {}): Order =>
  anOrder({ ...changes, orderId: anId('ord', number), createdAtMs: NOW_MS - agoMs, updatedAtMs: NOW_MS - agoMs + 100 })

const read = async (orders: readonly Order[], fillsAgoMs: readonly number[] = []) => {
  const store = openEngineStore(aTempDirectory())
  const fills = fillsAgoMs.map((agoMs, index) =>
    aFill({ fillId: anId('fil', index + 1), executedAtMs: NOW_MS - agoMs }),
  )
  const { plan } = aPosition().protection
  store.journal.append({
    facts: fills.map((fill) => ({ kind: 'executed', fills: [fill], plan, late: false, atMs: NOW_MS })),
    orders,
    positions: [],
  })
  const instruments = new Map([['BTCUSDT', { instrument: anInstrument() } as InstrumentMarket]])
  const reading = await orderFlowReader.read({ store, state: { market: { instruments } } }, NOW_MS)
  store.close()
  return reading
}

describe('order flow readings', () => {
  it('cover the last day, hour and ten minutes', async () => {
    const agos = [DAY_MS + 1, DAY_MS, HOUR_MS + 1, HOUR_MS, 10 * MINUTE_MS, 1, 0]
    const { value, sampleSize } = await read(agos.map((agoMs, index) => orderAt(index, agoMs)))
    const { day, hour, cycle } = value
    expect([day, hour, cycle].map(({ orders }) => orders)).toEqual([5, 3, 2])
    expect([day, hour, cycle].map(({ fromMs, toMs }) => toMs - fromMs)).toEqual([DAY_MS, HOUR_MS, 10 * MINUTE_MS])
    expect(sampleSize).toBe(5)
  })

  it('count trades by their execution time', async () => {
    const { value } = await read([orderAt(1, 1, { status: 'CANCELED' })], [2 * HOUR_MS, 1])
    expect([value.day.trades, value.hour.trades]).toEqual([2, 1])
    expect(value.day.ratios.orderToTrade.count).toBe(0)
    expect(value.hour.ratios.orderToTrade.count).toBe(1)
  })

  it('report retries, reducing orders and risk-increasing orders', async () => {
    const sent = (attempts: number) => ({ state: 'ACKED', attempts, signedAtMs: NOW_MS, provenDeadAtMs: null }) as const
    const { value } = await read([
      orderAt(1, 1, { purpose: 'STOP_LOSS', dispatch: sent(3) }),
      orderAt(2, 1, { purpose: 'CLOSE', dispatch: sent(5) }),
      orderAt(3, 1, { purpose: 'ENTRY', dispatch: sent(1) }),
    ])
    expect(value.hour.resent).toEqual({ protect: 6, protectExhausted: 1, entry: 0 })
    expect(value.protectRetriesMax).toBe(4)
  })

  it('are empty before the first order', async () => {
    const { value } = await read([])
    expect(value.day).toMatchObject({ orders: 0, trades: 0, meanProofMs: null })
    expect(value.keysActive).toBe(0)
  })
})
