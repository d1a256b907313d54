import type { Exchange } from 'ccxt'
import { describe, expect, it } from 'vitest'
import { A_LISTING, AT_MS } from '../../execution/reading-fixture.ts'
import { bybitOrders } from './orders.ts'
import { readExecution, readOrder, readPayment, readPosition } from './parse.ts'
import { bybitStream } from './private-stream.ts'

type Params = Readonly<Record<string, unknown>>

const servePages = (pages: readonly (readonly object[])[]) => {
  const requests: Params[] = []
  const answer = async (params: Params) => {
    requests.push(params)
    const page = Number(params.cursor ?? 0)
    return { result: { list: pages[page] ?? [], nextPageCursor: page + 1 < pages.length ? String(page + 1) : '' } }
  }
  return { requests, answer }
}

const A_STOP = {
  orderId: 'fd4300ae-7847-404e-b947-b46980a4d140',
  orderLinkId: '',
  symbol: 'BTCUSDT',
  side: 'Sell',
  orderType: 'Market',
  orderStatus: 'Untriggered',
  qty: '0.10',
  cumExecQty: '0',
  triggerPrice: '1900',
  triggerBy: 'MarkPrice',
  triggerDirection: 2,
  reduceOnly: true,
  timeInForce: 'IOC',
  updatedTime: String(AT_MS),
}

describe('an order of Bybit', () => {
  it.each<[string, object, object]>([
    ['falls to its trigger to sell: a stop', {}, { type: 'STOP_MARKET', triggerBy: 'MARK', attached: undefined }],
    ['rises to its trigger to sell: a target', { triggerDirection: 1 }, { type: 'TAKE_PROFIT_MARKET' }],
    ['rises to its trigger to buy: a stop', { side: 'Buy', triggerDirection: 1 }, { type: 'STOP_MARKET' }],
    ['came with an entry', { stopOrderType: 'StopLoss' }, { type: 'STOP_MARKET', attached: true }],
    ['is a target that came with an entry', { stopOrderType: 'PartialTakeProfit' }, { type: 'TAKE_PROFIT_MARKET' }],
    ['has an unknown direction', { triggerDirection: 0 }, { type: undefined }],
    [
      'becomes a limit order at its trigger',
      { orderType: 'Limit', price: '1899' },
      { type: 'LIMIT', price: '1899', trigger: '1900', triggerBy: 'MARK', attached: undefined },
    ],
    [
      'is a stop with a limit that came with an entry: no stop that always closes',
      { orderType: 'Limit', price: '1899', stopOrderType: 'PartialStopLoss' },
      { type: 'LIMIT', attached: undefined },
    ],
    [
      'was cancelled on request',
      { orderStatus: 'Cancelled', rejectReason: 'EC_PerCancelRequest' },
      { status: 'CANCELED' },
    ],
    ['found nothing', { orderStatus: 'Cancelled', rejectReason: 'EC_NoImmediateQtyToFill' }, { status: 'EXPIRED' }],
    ['went with its position', { orderStatus: 'Deactivated', cancelType: 'CancelByReduceOnly' }, { status: 'EXPIRED' }],
    ['was deactivated on request', { orderStatus: 'Deactivated', cancelType: 'CancelByUser' }, { status: 'CANCELED' }],
    ['has an unknown status', { orderStatus: 'Frozen' }, { status: undefined }],
    ['was made in a liquidation', { createType: 'CreateByLiq' }, { ownKind: 'LIQUIDATION' }],
  ])('that %s', (_what, fields, expected) => {
    const parsed = readOrder({ ...A_STOP, ...fields })
    expect(Object.fromEntries(Object.keys(expected).map((name) => [name, Reflect.get(parsed, name)]))).toEqual(expected)
  })
})

describe('the account at Bybit', () => {
  it.each([
    ['Trade', '', '', 'TRADE'],
    ['Trade', 'tE', 'tE', 'TRADE'],
    ['BustTrade', 'tE', null, 'LIQUIDATION'],
    ['AdlTrade', '', null, 'ADL'],
    ['Mystery', 'tE', undefined, undefined],
  ])('names an execution of type %s under %s', (execType, orderLinkId, clientId, kind) => {
    const { clientId: actualClientId, kind: actualKind } = readExecution({ execType, orderLinkId })
    expect([actualClientId, actualKind]).toEqual([clientId, kind])
  })

  it.each([
    ['0.5', '-0.5'],
    ['-0.5', '0.5'],
  ])('counts a funding fee of %s as %s to the account', (execFee, amount) => {
    expect(readPayment({ execFee })).toMatchObject({ amount })
  })

  it.each([
    ['Sell', '0.1', '-0.1'],
    ['Buy', '0.1', '0.1'],
    ['', '0', '0'],
    ['None', '0.1', undefined],
    [undefined, '0.1', undefined],
    ['', '', undefined],
  ])('signs a position by its side: %s %s is %s', (side, size, quantity) => {
    expect(readPosition({ side, size }).quantity).toBe(quantity)
  })

  it('is read page by page, without the funding among the executions', async () => {
    const { requests, answer } = servePages([
      [{ execId: '1', execType: 'Trade' }, { execType: 'Funding' }],
      [{ execId: '2' }],
    ])
    const rest = { privateGetV5ExecutionList: answer } as unknown as Exchange
    const read = await bybitOrders.executions(rest, A_LISTING, { fromMs: 1, toMs: 9 })
    expect(read.map(({ id }) => id)).toEqual(['1', '2'])
    expect(requests).toMatchObject([{ startTime: 1, endTime: 8 }, { cursor: '1' }])
  })

  it('does not report an executed order as absent, whatever the order lists contain', async () => {
    const none = servePages([])
    const rest = {
      privateGetV5OrderRealtime: none.answer,
      privateGetV5OrderHistory: none.answer,
      privateGetV5ExecutionList: servePages([[{ execId: '1', execType: 'Trade' }]]).answer,
    } as unknown as Exchange
    const order = { listing: A_LISTING, list: 'regular', name: { by: 'us', id: 'tE' } } as const
    await expect(bybitOrders.findOrder(rest, order)).rejects.toThrow('executed')
  })
})

describe('the Bybit stream', () => {
  it.each([
    ['a subscription', { op: 'subscribe', success: true, req_id: '3' }, { acknowledged: '3' }],
    ['being let in', { op: 'auth', success: true }, {}],
    ['not being let in', { op: 'auth', success: false, ret_msg: 'error:USVC1111' }, { fault: { code: '10004' } }],
    ['a subscription that was refused', { op: 'subscribe', success: false, ret_msg: 'no' }, { ended: /refused/ }],
    ['other contracts', { topic: 'order', data: [{ ...A_STOP, category: 'inverse' }] }, { orders: [] }],
    ['an answer to a ping', { op: 'pong' }, {}],
  ])('publishes %s', (_what, message, expected) => {
    const parsed = bybitStream.parseMessage(message)
    const { ended, ...rest } = expected as { ended?: RegExp }
    expect(parsed).toMatchObject(rest)
    if (ended) expect(parsed.ended).toMatch(ended)
  })
})
