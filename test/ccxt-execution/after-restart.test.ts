import { expect, it } from 'vitest'
import { NO_WIRE_FAULTS } from '../../venue/exchange/faults/wire-fault-plan.ts'
import { openStage } from '../venue-wire/venue-stage.ts'
import { openTradingClient } from './trading-client.ts'

const ORDERS = 16
const DELAY_MS = 50

it('reads the executions of the orders before a restart without a query for each, and queries several unknown ones at a time', async ({
  onTestFinished,
}) => {
  const faults = { ...NO_WIRE_FAULTS, seed: 5 }
  const stage = await openStage({ faults })
  onTestFinished(stage.close)
  const open = async (known = {}) => {
    const trader = await openTradingClient({ url: stage.url, ...known })
    onTestFinished(trader.close)
    await trader.connected()
    return trader
  }
  const before = await open()
  for (let count = 0; count < ORDERS; count++) {
    const side = count % 2 === 0 ? 'BUY' : 'SELL'
    await before.submit({ type: 'MARKET', side }, `tE0001${String(count).padStart(22, '0')}`)
  }
  const fills = (await before.account())?.fills ?? []
  expect(new Set(fills.map(({ exchangeOrderId }) => exchangeOrderId)).size).toBe(ORDERS)

  const orderQueries = ({ wire }: typeof before) => wire.filter(({ path }) => path === '/fapi/v1/order')
  const known = fills.flatMap(({ exchangeOrderId, venueClientId }) =>
    exchangeOrderId === undefined || venueClientId === null ? [] : [{ exchangeOrderId, venueClientId }],
  )
  const after = await open({ known })
  expect((await after.account())?.fills).toEqual(fills)
  expect(orderQueries(after)).toEqual([])

  const unaware = await open()
  Object.assign(faults, { responseDelayed: { probability: 1, fromMs: DELAY_MS, toMs: DELAY_MS } })
  expect((await unaware.account())?.fills).toEqual(fills)
  expect(orderQueries(unaware)).toHaveLength(ORDERS)
  expect(Math.max(...orderQueries(unaware).map(({ atOnce }) => atOnce))).toBeGreaterThan(1)
}, 120_000)
