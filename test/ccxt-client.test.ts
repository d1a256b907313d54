import { setTimeout } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { type Client, openClient } from '../server/adapters/exchanges/ccxt/client.ts'
import { getDialect } from '../server/adapters/exchanges/ccxt/exchanges/index.ts'
import { createTroubles } from '../server/adapters/exchanges/ccxt/troubles.ts'
import { NO_WIRE_FAULTS } from '../venue/exchange/faults/wire-fault-plan.ts'
import { API_KEY, API_SECRET, openStage, type VenueStage } from './venue-wire/venue-stage.ts'

const BTC = 'BTC/USDT:USDT'
const opened: { close(): Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((one) => one.close())))

const createTestClient = async ({ url }: VenueStage, apiKey = API_KEY) => {
  const troubles = createTroubles(Date.now, () => {})
  const client = await openClient({
    dialect: getDialect('binanceusdm'),
    url,
    practice: false,
    keys: { apiKey, secret: API_SECRET, password: null },
    recvWindowMs: 3_000,
    clock: Date.now,
    monotonic: () => performance.now(),
    delay: (ms) => setTimeout(ms),
    troubles,
  })
  opened.push(client)
  return { client, troubles }
}

const startStage = async (options: Parameters<typeof openStage>[0] = {}): Promise<VenueStage> => {
  const stage = await openStage(options)
  opened.push(stage)
  return stage
}

const place = (client: Client, price: string, how: Partial<Parameters<Client['call']>[1]> = {}) =>
  client.call(
    (rest) => rest.createOrder(BTC, 'limit', 'buy', '0.01' as never, price as never, { timeInForce: 'GTC' }),
    {
      urgency: 'TRADE',
      ...how,
    },
  )

describe('a call to an exchange', () => {
  it('is rejected when the exchange returns a code that has no other meaning', async () => {
    const { client } = await createTestClient(await startStage())
    const unknown = client.call((rest) => rest.fetchOrder('1', BTC), { urgency: 'ACCOUNT' })
    expect(await unknown).toMatchObject({ kind: 'refused', fault: { code: '-2013' } })
  })

  it('counts as unsent when it is held up before any byte is written', async () => {
    const stage = await startStage()
    const { client } = await createTestClient(stage)
    expect(await place(client, '40000', { getBlocker: () => 'LATCHED' })).toEqual({
      kind: 'notSent',
      reason: 'LATCHED',
    })
    expect((await stage.signed('GET', '/fapi/v1/allOrders', { symbol: 'BTCUSDT' })).body).toEqual([])
  })

  it('is signed with the instant it is given', async () => {
    const { client, troubles } = await createTestClient(await startStage())
    const late = await place(client, '40000', { signedAtMs: Date.now() - 60_000 })
    expect(late).toMatchObject({ kind: 'refused', fault: { code: '-1021' } })
    expect([...troubles.present.keys()]).toEqual(['CLOCK'])
  })

  it('has an unknown outcome after a server error that may have followed its execution', async () => {
    const { client } = await createTestClient(
      await startStage({ faults: { ...NO_WIRE_FAULTS, seed: 3, serverErrors: 1 } }),
    )
    expect(await place(client, '40000')).toMatchObject({ kind: 'unclear', reason: expect.stringContaining('-1000') })
  })

  it('reveals no address, key or signature in its error messages', async () => {
    const stage = await openStage()
    const { client } = await createTestClient(stage)
    await stage.close()
    const called = await place(client, '40000')
    expect(called).toMatchObject({ kind: 'unclear', reason: expect.stringContaining('ECONNREFUSED') })
    expect(JSON.stringify(called)).not.toMatch(/http|signature|kkkk|ssss/)
  })

  it('reports trouble when the key is refused, and clears it when the key is accepted', async () => {
    const stage = await startStage()
    const { client, troubles } = await createTestClient(stage, 'x'.repeat(64))
    const balance = () => client.call((rest) => rest.fetchBalance(), { urgency: 'ACCOUNT' })
    expect(await balance()).toMatchObject({ kind: 'refused' })
    expect([...troubles.present.values()]).toMatchObject([
      { code: 'KEY_REFUSED', remedy: expect.stringMatching(/keys add/) },
    ])
    client.rest.apiKey = API_KEY
    expect(await balance()).toMatchObject({ kind: 'answered' })
    expect([...troubles.present.keys()]).toEqual([])
  })
})

it('sums the used weight as numbers although the library returns strings', async () => {
  const { client } = await createTestClient(await startStage())
  const kinds = new Set<string>()
  for (let count = 0; count < 40; count++) {
    kinds.add((await client.call((rest) => rest.fetchPositions([BTC]), { urgency: 'TRADE' })).kind)
  }
  expect([...kinds]).toEqual(['answered'])
})
