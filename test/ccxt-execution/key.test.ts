import { expect, it, onTestFinished } from 'vitest'
import { prepareAccount, readPermissions } from '../../server/adapters/exchanges/ccxt/execution/index.ts'
import { ticks } from '../../server/domain/market/instrument.ts'
import { USUAL_PERMISSIONS } from '../../venue/binance/rest/auth.ts'
import { openStage } from '../venue-wire/venue-stage.ts'
import { openBybitStage } from '../venue-wire-bybit/bybit-stage.ts'
import { BYBIT } from './places.ts'
import { openTradingClient } from './trading-client.ts'

it('is reported as rejected when it is revoked during use, not as rate-limited', async () => {
  const permissions = { ...USUAL_PERMISSIONS }
  const stage = await openStage({ permissions })
  const trader = await openTradingClient({ url: stage.url })
  onTestFinished(async () => {
    await trader.close()
    await stage.close()
  })
  await trader.connected()
  expect(await trader.submit({ price: ticks(300_000) }, 'tE000100000000000000000000000A')).toMatchObject({
    kind: 'accepted',
  })
  permissions.enableFutures = false
  expect(await trader.submit({ price: ticks(300_000) }, 'tE000100000000000000000000000B')).toMatchObject({
    kind: 'rejected',
    rejection: { code: '-2015', category: 'OTHER' },
  })
  expect([...trader.client.troubles.present.keys()]).toEqual(['KEY_REFUSED'])
})

it.each([
  ['Binance', openStage, {}],
  ['Bybit', openBybitStage, { id: 'bybit', keys: BYBIT.keys } as const],
])('is verified and its account prepared any number of times at %s', async (_name, open, options) => {
  const stage = await open({})
  const trader = await openTradingClient({ url: stage.url, ...options })
  onTestFinished(async () => {
    await trader.close()
    await stage.close()
  })
  expect(await readPermissions(trader.client)).toMatchObject({
    kind: 'answered',
    value: { trade: true, withdraw: false, transfer: false },
  })
  for (let time = 0; time < 2; time++) {
    expect(await prepareAccount(trader.client, trader.listings, { leverage: 7, keyExpiryDays: 30 })).toMatchObject({
      ok: true,
    })
  }
  await trader.submit({ type: 'MARKET', price: null, timeInForce: 'IOC' }, 'tE000100000000000000000000000A')
  expect((await trader.account())?.positions).toMatchObject([{ leverage: 7 }])
})

it.each([
  ['Binance', openStage, {}],
  ['Bybit', openBybitStage, { id: 'bybit', keys: BYBIT.keys } as const],
])('returns the liquidation price of its position as %s reports it', async (_name, open, options) => {
  const stage = await open({ balance: '300' })
  const trader = await openTradingClient({ url: stage.url, ...options })
  onTestFinished(async () => {
    await trader.close()
    await stage.close()
  })
  await prepareAccount(trader.client, trader.listings, { leverage: 7, keyExpiryDays: 30 })
  await trader.submit({ type: 'MARKET', price: null, timeInForce: 'IOC' }, 'tE000100000000000000000000000A')
  const [position] = (await trader.account())?.positions ?? []
  expect(position?.liquidationPrice).toBeGreaterThan(0n)
})
