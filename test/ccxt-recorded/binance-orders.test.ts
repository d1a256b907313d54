import { describe, expect, it } from 'vitest'
import {
  readAlgo,
  readPosition as readPositionWords,
  readRegular,
  readTrade,
} from '../../server/adapters/exchanges/ccxt/exchanges/binance/parse.ts'
import { readPosition } from '../../server/adapters/exchanges/ccxt/execution/read-account.ts'
import { readFill } from '../../server/adapters/exchanges/ccxt/execution/read-fill.ts'
import { readOrder } from '../../server/adapters/exchanges/ccxt/execution/read-order.ts'
import { printMoney } from '../../server/domain/account/money.ts'
import { type Body, HAS_BODIES, staticCases, storedMessages } from './binance-bodies.ts'
import { beginReading, type Reading, receiveMessage } from './reading.ts'

const STEPS = [
  { symbol: 'BTCUSDT', tick: '0.01', step: '0.001' },
  { symbol: 'ETHUSDT', tick: '0.01', step: '0.001' },
  { symbol: 'LTCUSDT', tick: '0.01', step: '0.001' },
  { symbol: 'BNBUSDT', tick: '0.01', step: '0.01' },
  { symbol: 'DOGEUSDT', tick: '0.00001', step: '1' },
]

const reading = (): Reading => beginReading(...STEPS)

const messages = HAS_BODIES ? storedMessages() : {}

const receive = (name: string, before = reading()) => receiveMessage(before, 'binanceusdm', messages[name])

const fieldsIn = (name: string): Body => {
  const message = (messages[name]?.data ?? messages[name]) as Body
  return message.o as Body
}

describe.skipIf(!HAS_BODIES)('recorded messages of Binance', () => {
  it('are all processed without an exception, and unreadable parts are named', () => {
    for (const [name, message] of Object.entries(messages)) {
      const { parsed, reports, fills } = receive(name)
      const isOurs = ['ORDER_TRADE_UPDATE', 'ALGO_UPDATE'].includes(String(((message.data ?? message) as Body).e))
      if (!isOurs) expect([parsed, reports, fills]).toEqual([{}, [], []])
    }
  })

  it.each([
    ['ws_futures_order_update_liquidation', 'LIQUIDATION'],
    ['order_update_calculated', 'LIQUIDATION'],
    ['order_update_insurance', 'LIQUIDATION'],
    ['ws_futures_order_update_adl', 'ADL'],
    ['ws_futures_order_update_adl_filled', 'ADL'],
    ['order_update_adl', 'ADL'],
    ['ws_futures_order_update_settlement', 'TRADE'],
    ['order_update_settlement', 'TRADE'],
  ])('%s is an execution of type %s without a platform order', (name, kind) => {
    const { fills, reports, ownerless } = receive(name)
    const { s, S, l, L, n, i, t } = fieldsIn(name)
    expect(fills).toMatchObject([{ kind, venueClientId: null, symbol: s, side: S, execId: `${s}:${t}` }])
    const [fill] = fills
    expect([fill?.quantity, fill?.price].map((steps) => Number(steps))).toEqual([
      Math.round(Number(l) * 1_000),
      Math.round(Number(L) * 100),
    ])
    expect(Number(printMoney(fill?.fee ?? 0n))).toBe(Number(n))
    expect(fill?.exchangeOrderId).toBe(String(i))
    expect(ownerless).toEqual([])
    for (const report of reports) expect(report.venueClientId).toBe(`x${i}`)
  })

  it.each(['ws_futures_order_update_liquidation_zero_qty', 'order_update_calculated_pending', 'order_update_delivery'])(
    '%s is no trade of the platform, and produces no event',
    (name) => {
      const before = reading()
      expect(receive(name, before)).toMatchObject({ fills: [], reports: [] })
      expect(before.reader.unreadable).toBe(0)
    },
  )

  it.each(['order_update_trade', 'order_update_trade_partial', 'ws_futures_order_update_trade_reduce_only_qty'])(
    '%s is an execution and the new state of its order',
    (name) => {
      const { s, c, i, t, z, X, m, T } = fieldsIn(name)
      const filled = Math.round(Number(z) * 1_000)
      const common = { venueClientId: c, exchangeOrderId: String(i), symbol: s }
      const { fills, reports } = receive(name)
      expect(reports).toMatchObject([{ ...common, status: X, filled, atMs: T }])
      const liquidity = m ? 'MAKER' : 'TAKER'
      expect(fills).toMatchObject([{ ...common, execId: `${s}:${t}`, liquidity, kind: 'TRADE', executedAtMs: T }])
    },
  )

  it('arrive in order when a stop triggers, and the execution belongs to the stop', () => {
    const before = reading()
    const steps = ['triggering', 'triggered', 'finished'].map((step) =>
      receive(`ws_futures_algo_update_${step}`, before),
    )
    const reports = steps.flatMap((step) => step.reports)
    expect(reports.slice(0, 2).map(({ status, filled }) => [status, filled])).toEqual([
      ['TRIGGERED', 0],
      ['TRIGGERED', 0],
    ])
    for (const { status, filled } of reports.slice(2)) expect([status, filled]).toEqual(['FILLED', 38])
    expect(before.reader.unreadable).toBe(0)
    const sequences = reports.map(({ sequence }) => sequence)
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b))
    const { ai, caid, aid } = fieldsIn('ws_futures_algo_update_triggered')
    expect(before.memory.owners.get(String(ai))).toMatchObject({ venueClientId: caid })
    const execution = { ...fieldsIn('order_update_trade'), s: 'DOGEUSDT', c: 'somebody', i: Number(ai), q: '38' }
    const message = { e: 'ORDER_TRADE_UPDATE', o: { ...execution, l: '38', z: '38', L: '0.13856', X: 'FILLED' } }
    const became = receiveMessage(before, 'binanceusdm', message)
    expect([...became.fills, ...became.reports].map(({ venueClientId }) => venueClientId)).toEqual([caid, caid])
    expect(became.fills[0]?.exchangeOrderId).toBe(String(ai))
    expect(reports[0]?.exchangeOrderId).toBe(String(aid))
  })

  it('end a stop without a trade through the event of its order', () => {
    expect(receive('ws_futures_algo_update_finished_canceled').parsed).toEqual({})
  })

  it('report the end of a conditional order of an unknown type', () => {
    const { s, caid, aid } = fieldsIn('algo_update_canceled')
    const common = { symbol: s, venueClientId: caid, exchangeOrderId: String(aid) }
    expect(receive('algo_update_new').reports).toMatchObject([{ ...common, status: 'UNTRIGGERED' }])
    expect(receive('algo_update_canceled').reports).toMatchObject([{ ...common, status: 'CANCELED' }])
  })
})

const rowsIn = (name: string): readonly Body[] => messages[name] as unknown as readonly Body[]

describe.skipIf(!HAS_BODIES)('recorded account answers of Binance', () => {
  it('have their executions parsed', () => {
    const { reader } = reading()
    const owner = { venueClientId: 'tE', kind: 'TRADE' } as const
    const fills = rowsIn('http_futures_account_trades').map((row) => readFill(reader, readTrade(row), owner))
    expect(fills).toMatchObject([
      { execId: 'ETHUSDT:82357626', side: 'SELL', price: 277_835, quantity: 5, fee: 555_670n, liquidity: 'TAKER' },
      { execId: 'ETHUSDT:82357629', side: 'BUY', price: 277_900, quantity: 5, fee: 555_800n, liquidity: 'TAKER' },
    ])
  })

  it('report each hedge-mode position separately, and none where there is none', () => {
    const { reader } = reading()
    const read = (name: string) =>
      rowsIn(name).map((row) => readPosition(reader, readPositionWords({ maintMargin: '0', ...row }), 10))
    const [long, short] = read('http_futures_account_positions_hedge')
    expect(long).toMatchObject({ quantity: 20_000, cost: 13_127_330_000_000n, liquidationPrice: 593_078_000_000n })
    expect(short).toBeUndefined()
    expect(reader.unreadable).toBe(1)
    expect(read('http_futures_account_positions_one_way')).toEqual([null])
  })

  it('have external orders of an unknown type counted at their worst case, and trouble raised', () => {
    const { reader, memory } = reading()
    expect(
      rowsIn('http_futures_account_orders').map((row) => readOrder(reader, memory, readRegular(row))),
    ).toMatchObject([
      { venueClientId: 'abc', terms: { type: 'MARKET', side: 'BUY', quantity: 400, reduceOnly: false } },
    ])
    expect(reader.raised?.detail).toContain('of an unknown type')
  })

  it('have conditional orders parsed', () => {
    const { reader, memory } = reading()
    const rows = rowsIn('open_algo_orders')
    const read = rows.map((row) => readOrder(reader, memory, readAlgo(row)))
    expect(read).toHaveLength(rows.length)
    for (const [index, order] of read.entries()) {
      const { triggerPrice, quantity, clientAlgoId } = rows[index] ?? {}
      if (!order) continue
      expect(order.venueClientId).toBe(clientAlgoId)
      expect(order.terms.trigger?.price).toBe(Math.round(Number(triggerPrice) * 100))
      expect(order.terms.quantity).toBe(Math.round(Number(quantity) * 1_000))
    }
  })
})

describe.skipIf(!HAS_BODIES)('answers with expected results published by the library’s authors', () => {
  const readCase = (method: string) => {
    const match = HAS_BODIES ? staticCases().find((one) => one.method === method) : undefined
    const response = match?.httpResponse
    return {
      body: Array.isArray(response) ? (response[0] as unknown) : response,
      expected: [match?.expected].flat()[0] as Body,
    }
  }

  it.each(['createOrders', 'fetchOpenOrder'])('%s', (method) => {
    const { reader, memory } = reading()
    const { body, expected } = readCase(method)
    const order = readOrder(reader, memory, readRegular(body))
    expect(order).toMatchObject({ exchangeOrderId: expected.id, status: 'NEW', filled: 0 })
    expect(order?.terms).toMatchObject({
      side: String(expected.side).toUpperCase(),
      type: 'LIMIT',
      timeInForce: expected.postOnly ? 'POST_ONLY' : 'GTC',
      reduceOnly: expected.reduceOnly,
      price: Math.round(Number(expected.price) * 100),
      quantity: Math.round(Number(expected.amount) * 1_000),
    })
  })

  it('fetchPositions', () => {
    const { reader } = reading()
    const { body, expected } = readCase('fetchPositions')
    const position = readPosition(reader, readPositionWords(body), 80)
    expect(position).toMatchObject({ symbol: 'BTCUSDT', quantity: 9, leverage: 80 })
    expect(Number(printMoney(position?.cost ?? 0n))).toBeCloseTo(Number(expected.entryPrice) * 0.009, 8)
    expect(Number(printMoney(position?.liquidationPrice ?? 0n))).toBe(Number(expected.liquidationPrice))
    expect(position?.maintenanceMargin).toBe(243_009_666n)
  })

  it('fetchMyTrades', () => {
    const { reader } = reading()
    const { body, expected } = readCase('fetchMyTrades')
    const fill = readFill(reader, readTrade(body), { venueClientId: 'tE', kind: 'TRADE' })
    expect(fill).toMatchObject({
      execId: `BTCUSDT:${expected.id}`,
      exchangeOrderId: expected.order,
      side: 'BUY',
      liquidity: 'TAKER',
      price: Math.round(Number(expected.price) * 100),
      quantity: Math.round(Number(expected.amount) * 1_000),
    })
    expect(Number(printMoney(fill?.fee ?? 0n))).toBe((expected.fee as { cost: number }).cost)
  })
})
