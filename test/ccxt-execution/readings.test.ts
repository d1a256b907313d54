import { describe, expect, it } from 'vitest'
import { NO_WIRE_FAULTS, type WireFaultPlan } from '../../venue/exchange/faults/wire-fault-plan.ts'
import { openStage } from '../venue-wire/venue-stage.ts'
import { BINANCE, BYBIT, type Place } from './places.ts'
import { openTradingClient } from './trading-client.ts'

/** The adapter at an exchange, on a wire that is as good as a test has it. */
const begin = async ({ id, keys, open }: Place, atEnd: (task: () => Promise<void>) => void) => {
  const plan = { ...NO_WIRE_FAULTS, seed: 5 }
  const stage = await open({ faults: plan })
  const trader = await openTradingClient({ id, keys, url: stage.url, haste: 4 })
  atEnd(async () => {
    await trader.close()
    await stage.close()
  })
  await trader.connected()
  // Data that is read only occasionally is read now.
  await trader.account()
  return { trader, setFaults: (faults: Partial<WireFaultPlan>) => void Object.assign(plan, faults) }
}

type Trader = Awaited<ReturnType<typeof openTradingClient>>

const question = (queryId: number) => ({ kind: 'readAccount', queryId, sinceMs: Date.now() - 60_000 }) as const

/** Returns the number of requests of a complete account reading. */
const requestsOfOne = async (trader: Trader): Promise<number> => {
  const { length } = trader.wire
  await trader.requestEvent(question(50), 'accountRead')
  return trader.wire.length - length
}

const READINGS = 20

describe.concurrent.each([BINANCE, BYBIT])('the readings of an account at $name', (place) => {
  it('mostly succeed over a wire that loses half of them when each is a single answer', async ({ onTestFinished }) => {
    const { trader, setFaults } = await begin(place, onTestFinished)
    setFaults({ readsFail: 0.05, responseCut: 0.03, responseEmpty: 0.03 })
    let read = 0
    for (let count = 0; count < READINGS; count++) if (await trader.account()) read++
    expect(read).toBeGreaterThan(READINGS * 0.7)
    expect(
      trader.troubles.filter(([state, code]) => state === 'raised' && code === 'UNREACHABLE').length,
    ).toBeGreaterThan(5)
  }, 120_000)

  it('are shared between identical concurrent queries', async ({ onTestFinished }) => {
    const { trader, setFaults } = await begin(place, onTestFinished)
    const whole = await requestsOfOne(trader)
    setFaults({ responseDelayed: { probability: 1, fromMs: 20, toMs: 20 } })
    const { length } = trader.wire
    trader.venue.send(question(51))
    await trader.until(() => trader.wire.length > length)
    trader.venue.send(question(51))
    const answers = await trader.until(() => {
      const accountReads = trader.of('accountRead').filter(({ queryId }) => queryId === 51)
      return accountReads.length === 2 && accountReads
    })
    expect(answers[0]?.snapshot).not.toBeNull()
    expect(answers[1]?.snapshot).toBe(answers[0]?.snapshot)
    expect(trader.wire.length - length).toBe(whole)
  })

  it('end when a new reading is requested, which waits only for the request in flight', async ({ onTestFinished }) => {
    const { trader, setFaults } = await begin(place, onTestFinished)
    const whole = await requestsOfOne(trader)
    setFaults({ responseDelayed: { probability: 1, fromMs: 50, toMs: 50 } })
    const { length } = trader.wire
    trader.venue.send(question(60))
    await trader.until(() => trader.wire.length > length)
    const { length: begun } = trader.wire
    const { queryId, snapshot } = await trader.requestEvent(question(61), 'accountRead')
    expect([queryId, snapshot, begun - length < whole]).toEqual([60, null, true])
    await trader.until(() => trader.of('accountRead').at(-1)?.queryId === 61)
    expect(trader.of('accountRead').at(-1)?.snapshot).not.toBeNull()
    expect(trader.wire.length - begun).toBe(whole)
  })
})

it('include an order in an unwatched symbol in the first reading', async ({ onTestFinished }) => {
  const stage = await openStage({})
  const ORDER = { symbol: 'ETHUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.1', price: '1000.00' }
  await stage.signed('POST', '/fapi/v1/order', ORDER)
  const trader = await openTradingClient({ url: stage.url })
  onTestFinished(async () => {
    await trader.close()
    await stage.close()
  })
  await trader.connected()
  for (let reading = 0; reading < 2; reading++) {
    expect((await trader.account())?.unwatched).toEqual([{ symbol: 'ETHUSDT', quantity: '0', orders: 1 }])
  }
})
