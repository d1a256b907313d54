import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sharedData } from '../support/shared-data.ts'
import { structuralDifferences } from './shape.ts'
import { fastClock, openStage, type RecordedListener, type VenueStage } from './venue-stage.ts'

type Messages = Readonly<Record<string, unknown>>

const read = (name: string): Messages => {
  const path = sharedData(`binance-usdm-messages/${name}`)
  return path === undefined ? {} : JSON.parse(readFileSync(path, 'utf8'))
}

/** By name; those that were recorded within a combined stream are taken out of it. */
const messages: Messages = { ...read('rust_adapter_futures.json'), ...read('python_adapter_futures.json') }

const recorded = (...names: readonly string[]): unknown[] =>
  names.map((name) => {
    const message = messages[name] as { readonly data?: unknown } | undefined
    return message?.data ?? message
  })

const SYMBOL = { symbol: 'BTCUSDT' }
const LONG = { recvWindow: 60_000 }

const PUBLIC = [
  ['btcusdt@aggTrade', ['agg_trade_stream'], []],
  // A real capture has the kind of execution, `X`.
  ['btcusdt@trade', ['trade_stream'], ['/X: more']],
  ['btcusdt@bookTicker', ['book_ticker_stream'], []],
  ['btcusdt@depth@100ms', ['depth_update_stream'], []],
  ['btcusdt@depth5', ['ws_futures_depth_update'], []],
  ['btcusdt@kline_1m', ['kline_stream_open'], []],
  ['btcusdt@markPrice@1s', ['mark_price_stream'], []],
  ['btcusdt@ticker', ['ticker_stream'], []],
] as const

const BY_MARK = { workingType: 'MARK_PRICE' }

describe.skipIf(Object.keys(messages).length === 0)('messages compared with recordings of the real exchange', () => {
  let stage: VenueStage
  let own: RecordedListener
  beforeAll(async () => {
    stage = await openStage({ clock: fastClock(20) })
    const key = (await stage.keyed('POST', '/fapi/v1/listenKey')).body.listenKey
    own = await stage.listen(`/ws/${key}`)
    const place = async (path: string, order: Record<string, string | number | boolean>) =>
      expect((await stage.signed('POST', path, order)).status).toBe(200)
    const readMark = async () => Number((await stage.get('/fapi/v1/premiumIndex', SYMBOL)).body.markPrice)
    const close = { algoType: 'CONDITIONAL', ...SYMBOL, side: 'SELL', closePosition: true, ...LONG, ...BY_MARK }
    // On a busy machine a request may expire, and the price may pass a trigger, or close the position, before an order arrives.
    for (const [type, distance] of [
      ['STOP_MARKET', -8],
      ['TAKE_PROFIT_MARKET', 8],
    ] as const) {
      await vi.waitFor(async () => {
        await place('/fapi/v1/order', { ...SYMBOL, side: 'BUY', type: 'MARKET', quantity: '0.010', ...LONG })
        await place('/fapi/v1/algoOrder', { ...close, triggerPrice: ((await readMark()) + distance).toFixed(1), type })
      }, 100_000)
    }
    await own.until(({ e, o }) => e === 'ALGO_UPDATE' && o.X === 'FINISHED')
  })
  afterAll(() => stage.close())

  it.each(PUBLIC)('has the same keys and types: %s', async (stream, names, differences) => {
    const listener = await stage.listen(`/ws/${stream}`)
    const message = await listener.until(() => true)
    expect(structuralDifferences(message, recorded(...names))).toEqual(differences)
    listener.socket.close()
  })

  it('sends the candles of a pair’s perpetual with the documented fields', async () => {
    const listener = await stage.listen('/ws/btcusdt_perpetual@continuousKline_1m')
    const { k, ...message } = await listener.until(({ e }) => e === 'continuous_kline')
    expect(message).toEqual({ e: 'continuous_kline', E: expect.any(Number), ps: 'BTCUSDT', ct: 'PERPETUAL' })
    expect(Object.keys(k).join(' ')).toBe('t T i f L o c h l v n x q V Q B')
    listener.socket.close()
  })

  it.each([
    ['NEW', 'ws_futures_algo_update_triggering'],
    ['TRIGGERING', 'ws_futures_algo_update_triggering'],
    ['TRIGGERED', 'ws_futures_algo_update_triggered'],
    ['FINISHED', 'ws_futures_algo_update_finished'],
  ] as const)('sends a conditional order that is %s in the same form', (status, name) => {
    const message = own.messages.find(({ e, o }) => e === 'ALGO_UPDATE' && o.X === status)
    // The reason for the end of an order comes with it: `rm` is in another recording.
    const differences = structuralDifferences(message, recorded(name)).filter((line) => line !== '/o/rm: more')
    expect(differences).toEqual([])
  })

  it('sends orders, executions and the account in the same form', () => {
    const order = own.messages.find(({ e, o }) => e === 'ORDER_TRADE_UPDATE' && o.x === 'TRADE')
    // `AP` and `cr` belong to trailing stops, `W` to a price match, neither of which exists here.
    expect(
      structuralDifferences(order, recorded('order_update_trade', 'ws_futures_order_update_trade_reduce_only_qty')),
    ).toEqual(['/o/AP: missing', '/o/W: missing', '/o/cr: missing', '/o/pm: more'])
    const lite = own.messages.find(({ e }) => e === 'TRADE_LITE')
    expect(structuralDifferences(lite, recorded('trade_lite'))).toEqual([])
    const account = own.messages.find(({ e }) => e === 'ACCOUNT_UPDATE')
    expect(structuralDifferences(account, recorded('account_update'))).toEqual([])
  })

  it.each([
    ['/fapi/v2/balance', {}, ['balance'], []],
    ['/fapi/v2/account', {}, ['account_info_v2'], []],
    ['/fapi/v2/positionRisk', SYMBOL, ['position_risk'], []],
    ['/fapi/v1/userTrades', SYMBOL, ['http_futures_account_trades'], []],
    ['/fapi/v1/symbolConfig', {}, ['http_futures_account_symbol_config'], []],
    ['/fapi/v1/commissionRate', SYMBOL, ['http_futures_wallet_commission_rate_btcusdt'], []],
    ['/fapi/v1/positionSide/dual', {}, ['http_futures_account_position_side_dual'], []],
    ['/fapi/v1/allOrders', SYMBOL, ['order_response'], []],
  ] as const)('answers in the same form: %s', async (path, params, names, differences) => {
    const { body } = await stage.signed('GET', path, { ...params, ...LONG })
    const form = path.endsWith('allOrders') ? [recorded(...names)] : recorded(...names)
    expect(structuralDifferences(body, form)).toEqual(differences)
  })
})

const cases = sharedData('ccxt-static-usdt-swap/cases.json')

describe.skipIf(cases === undefined)('bodies compared with the test data of ccxt', () => {
  it('has the keys of a third-form position risk', async () => {
    const known = JSON.parse(readFileSync(cases ?? '', 'utf8')) as { method: string; httpResponse: object[] }[]
    const position = known.find(({ method }) => method === 'fetchPositions')?.httpResponse[0] ?? {}
    const stage = await openStage()
    await stage.signed('POST', '/fapi/v1/order', { ...SYMBOL, ...LONG, side: 'BUY', type: 'MARKET', quantity: '0.010' })
    const { body } = await stage.signed('GET', '/fapi/v3/positionRisk', { ...SYMBOL, ...LONG })
    expect(Object.keys(body[0]).sort()).toEqual(Object.keys(position).sort())
    await stage.close()
  })
})
