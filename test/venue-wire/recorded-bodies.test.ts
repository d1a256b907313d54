import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedData } from '../support/shared-data.ts'
import { structuralDifferences } from './shape.ts'
import { openStage, type VenueStage } from './venue-stage.ts'

type Recorded = Readonly<Record<string, Readonly<Record<string, readonly { readonly data: unknown }[]>>>>

const path = sharedData('binance-usdm-rest-recorded/fapi_routes.json')
const recorded: Recorded = path === undefined ? {} : JSON.parse(readFileSync(path, 'utf8'))

const selectBodies = (route: string, wanted: (data: unknown) => boolean): unknown[] =>
  (recorded[route]?.GET ?? []).map(({ data }) => data).filter((data) => data !== null && wanted(data))

const isList = (data: unknown): boolean => Array.isArray(data)
const isOne = (data: unknown): boolean => !Array.isArray(data) && !Object.hasOwn(data as object, 'code')

/** Returns whether the rows are of symbols; those of coin-margined pairs lie beside them. */
const isOfSymbols = (data: unknown): boolean => Array.isArray(data) && data.every((row) => !('pair' in Object(row)))

const SYMBOL = { symbol: 'BTCUSDT' }

/** Routes with their request, and the deliberate differences from the recordings. */
const ROUTES = [
  ['/fapi/v1/time', {}, isOne, []],
  ['/fapi/v1/exchangeInfo', {}, isOne, []],
  ['/fapi/v1/depth', { ...SYMBOL, limit: 5 }, isOne, []],
  ['/fapi/v1/trades', SYMBOL, isList, []],
  ['/fapi/v1/aggTrades', SYMBOL, isList, []],
  ['/fapi/v1/klines', { ...SYMBOL, interval: '5m', limit: 5 }, isList, []],
  ['/fapi/v1/premiumIndex', SYMBOL, isOne, []],
  // The list was recorded in 2020, before it had an estimated settlement price.
  ['/fapi/v1/premiumIndex', {}, isList, ['/*/estimatedSettlePrice: more']],
  ['/fapi/v1/fundingRate', SYMBOL, isList, []],
  ['/fapi/v1/fundingInfo', {}, isList, []],
  ['/fapi/v1/openInterest', SYMBOL, isOne, []],
  ['/fapi/v1/ticker/24hr', SYMBOL, isOne, []],
  ['/fapi/v1/ticker/24hr', {}, isList, []],
  ['/fapi/v1/ticker/price', SYMBOL, isOne, []],
  ['/fapi/v1/ticker/price', {}, isList, []],
  ['/fapi/v1/ticker/bookTicker', SYMBOL, isOne, []],
  ['/fapi/v1/ticker/bookTicker', {}, isList, []],
  ['/futures/data/openInterestHist', { ...SYMBOL, period: '5m', limit: 3 }, isOfSymbols, []],
  ['/futures/data/globalLongShortAccountRatio', { ...SYMBOL, period: '5m', limit: 3 }, isOfSymbols, []],
  ['/futures/data/topLongShortAccountRatio', { ...SYMBOL, period: '1h', limit: 3 }, isOfSymbols, []],
  ['/futures/data/topLongShortPositionRatio', { ...SYMBOL, period: '1d', limit: 3 }, isOfSymbols, []],
  ['/futures/data/takerlongshortRatio', { ...SYMBOL, period: '15m', limit: 3 }, isOfSymbols, []],
] as const

describe.skipIf(path === undefined)('REST bodies compared with recordings of the real exchange', () => {
  let stage: VenueStage

  beforeAll(async () => {
    stage = await openStage({ clock: Date.now })
    const listener = await stage.listen('/ws/btcusdt@aggTrade')
    await listener.until(({ e }) => e === 'aggTrade')
    listener.socket.close()
  })
  afterAll(() => stage.close())

  it.each(ROUTES)('has the same keys and types: %s %o', async (route, params, wanted, differences) => {
    const { status, body } = await stage.get(route, params)
    expect(status).toBe(200)
    expect(selectBodies(route, wanted)).not.toEqual([])
    expect(structuralDifferences(body, selectBodies(route, wanted))).toEqual(differences)
  })

  it('serves every recorded route except those of composite indices and of coin-margined contracts', async () => {
    const routes = Object.keys(recorded)
    const statuses = await Promise.all(routes.map(async (route) => [route, await stage.status(route, SYMBOL)] as const))
    expect(statuses.flatMap(([route, status]) => (status === 404 ? [route] : []))).toEqual([
      '/fapi/v1/indexInfo',
      '/futures/data/basis',
      '/futures/data/takerBuySellVol',
    ])
  })

  it('rejects an unknown symbol with the exact message', async () => {
    const { status, text } = await stage.get('/fapi/v1/ticker/24hr', { symbol: 'BTCUSD_201225' })
    expect([status, text]).toEqual([400, JSON.stringify({ code: -1121, msg: 'Invalid symbol.' })])
  })
})
