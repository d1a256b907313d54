import { describe, expect, it } from 'vitest'
import { aDesk, anOracle, Refusal } from './desk-fixture.ts'
import { rememberLocation } from './order-memory.ts'
import { cancelOrder } from './place.ts'
import { queryOrder } from './query-order.ts'
import { noteOrder } from './read-order.ts'
import { aRawFill, aRawOrder } from './reading-fixture.ts'

const ID = 'tS000100000000000000000000000B'
const runQuery = (overrides: Parameters<typeof anOracle>[0]) =>
  queryOrder(aDesk(anOracle(overrides)).desk, 'BTCUSDT', ID)

const STOP = aRawOrder({
  list: 'conditional',
  id: 'a1',
  clientId: ID,
  type: 'STOP_MARKET',
  trigger: '59000',
  triggerBy: 'MARK',
  filled: '0',
  status: 'UNTRIGGERED',
})

describe('an order query', () => {
  it('returns the order with its executions', async () => {
    const order = aRawOrder({ clientId: ID })
    expect(
      await runQuery({ orders: [order], fills: [aRawFill({ clientId: undefined, kind: undefined })] }),
    ).toMatchObject({
      kind: 'found',
      order: { venueClientId: ID, filled: 5 },
      fills: [{ venueClientId: ID, kind: 'TRADE', quantity: 5 }],
    })
  })

  it('returns the order triggered by a stop as the stop itself, with the executions of that order', async () => {
    const became = { becameId: 'm1', status: 'FILLED', filled: '1.5' } as const
    const other = aRawOrder({ id: 'm1', clientId: ID, type: 'MARKET' })
    const fills = [aRawFill({ orderId: 'm1', quantity: '1.5', clientId: undefined })]
    expect(await runQuery({ orders: [other, { ...STOP, ...became }], fills })).toMatchObject({
      kind: 'found',
      order: { venueClientId: ID, status: 'FILLED', terms: { type: 'STOP_MARKET' } },
      fills: [{ venueClientId: ID, exchangeOrderId: 'm1', quantity: 15 }],
    })
  })

  it('fails while not all of its executions are listed', async () => {
    const outcome = await runQuery({ orders: [aRawOrder({ clientId: ID })], fills: [] })
    expect(outcome).toMatchObject({ kind: 'failed', reason: expect.stringContaining('not all listed') })
  })

  it('returns absent only when every list has confirmed it, including those of open orders', async () => {
    expect(await runQuery({})).toEqual({ kind: 'notFound' })
    expect(await runQuery({ openOrders: [STOP] })).toMatchObject({ kind: 'found', order: { status: 'UNTRIGGERED' } })
    for (const part of ['findOrder regular', 'findOrder conditional', 'openOrders regular', 'openOrders conditional']) {
      const failing = (error: Error) =>
        runQuery({
          onQuery(question) {
            if (question === part) throw error
          },
        })
      expect(await failing(new Error('lost'))).toMatchObject({ kind: 'failed' })
      expect(await failing(new Refusal('-1003'))).toMatchObject({ kind: 'failed' })
    }
  })

  it('queries first the list in which it was placed, and the others only when it is not there', async () => {
    const queries: string[] = []
    const oracle = anOracle({ orders: [STOP], onQuery: (question) => void queries.push(question) })
    const { desk } = aDesk(oracle)
    rememberLocation(desk.memory, ID, { list: 'conditional', name: { by: 'us', id: ID }, certain: true })
    expect(await queryOrder(desk, 'BTCUSDT', ID)).toMatchObject({ kind: 'found' })
    expect(queries).toEqual(['findOrder conditional'])
    oracle.orders = []
    queries.length = 0
    expect(await queryOrder(desk, 'BTCUSDT', ID)).toEqual({ kind: 'notFound' })
    expect(queries).toEqual([
      ...['findOrder conditional', 'findOrder regular'],
      ...['openOrders regular', 'openOrders conditional'],
    ])
  })

  it('returns a triggered stop as a stop, although an event of the order it triggered came last', async () => {
    const became = { becameId: 'm1', status: 'FILLED', filled: '1.5' } as const
    const other = aRawOrder({ id: 'm1', clientId: ID, type: 'MARKET', status: 'FILLED' })
    const fills = [aRawFill({ orderId: 'm1', quantity: '1.5', clientId: undefined })]
    const { desk } = aDesk(anOracle({ orders: [other, { ...STOP, ...became }], fills }))
    noteOrder(desk.memory, other, 'm1')
    expect(await queryOrder(desk, 'BTCUSDT', ID)).toMatchObject({ order: { terms: { type: 'STOP_MARKET' } } })
  })

  it('fails when the result cannot be read, or is another order', async () => {
    expect(await runQuery({ orders: [aRawOrder({ clientId: ID, side: undefined })] })).toMatchObject({ kind: 'failed' })
    expect(await queryOrder(aDesk(anOracle()).desk, 'NOSUCHUSDT', ID)).toMatchObject({ kind: 'failed' })
  })
})

describe('cancelling', () => {
  const cancel = (overrides: Parameters<typeof anOracle>[0], id = ID) => {
    const { desk } = aDesk(anOracle(overrides))
    return cancelOrder(desk, 'BTCUSDT', id)
  }

  it.each([
    ['CANCELED', { kind: 'canceled', report: { status: 'CANCELED' } }],
    ['EXPIRED', { kind: 'canceled', report: { status: 'EXPIRED' } }],
    ['FILLED', { kind: 'notOpen' }],
    ['NEW', { kind: 'unknown' }],
  ] as const)(
    'returns the outcome of the order when the response is only an acknowledgement: %s',
    async (status, outcome) => {
      expect(await cancel({ orders: [aRawOrder({ clientId: ID, status })] })).toMatchObject(outcome)
    },
  )

  it('returns not open only when every list has confirmed it', async () => {
    const queries: string[] = []
    const refusing = (code: string) =>
      cancel({
        onQuery(question) {
          queries.push(question)
          if (question === 'cancel') throw new Refusal(code)
        },
      })
    expect(await refusing('-2011')).toEqual({ kind: 'notOpen' })
    expect(queries).toEqual(['cancel', 'cancel'])
    expect(await refusing('-1003')).toMatchObject({ kind: 'unknown' })
  })
})
