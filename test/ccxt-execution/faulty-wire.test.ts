import { describe, expect, it } from 'vitest'
import { createRandom, type Random } from '../../server/core/random.ts'
import { lots, ticks } from '../../server/domain/market/instrument.ts'
import type { OrderTerms } from '../../server/domain/order/order.ts'
import { NO_WIRE_FAULTS, type WireFaultPlan } from '../../venue/exchange/faults/wire-fault-plan.ts'
import type { LocalExchange } from '../../venue/exchange/ports.ts'
import { BINANCE, BYBIT, type Place } from './places.ts'
import { openTradingClient, type TradingClient } from './trading-client.ts'

const EVERYTHING_GOES_WRONG: Partial<WireFaultPlan> = {
  requestLost: 0.1,
  responseLost: 0.05,
  responseCut: 0.1,
  responseEmpty: 0.1,
  serverErrors: 0.1,
  timeouts: 0.1,
  unavailable: 0.1,
  rateLimitStorm: { probability: 0.005, fromMs: 50, toMs: 200 },
  banStorm: { probability: 0.005, fromMs: 50, toMs: 200 },
}

const ORDERS = 150
/** Orders sent at a time: few enough to arrive within the receive window on a busy machine. */
const SIMULTANEOUS = 30
/** Number of unconfirmed orders that the allowance of a minute lets be resolved by queries. */
const SETTLED = 20

interface Scene {
  readonly trader: TradingClient
  readonly books: LocalExchange
  /** In ticks. */
  readonly price: number
  /** Held to from now on. */
  setFaults(faults: Partial<WireFaultPlan>): void
}

/** The adapter at an exchange on whose wire nothing goes wrong yet. */
const begin = async ({ id, keys, open }: Place, atEnd: (task: () => Promise<void>) => void): Promise<Scene> => {
  const plan = { ...NO_WIRE_FAULTS, seed: 11 }
  const opened: LocalExchange[] = []
  const between = (exchange: LocalExchange): LocalExchange => {
    opened.push(exchange)
    return exchange
  }
  const stage = await open({ faults: plan, balance: '10000000', between })
  const trader = await openTradingClient({ id, keys, url: stage.url })
  atEnd(async () => {
    await trader.close()
    await stage.close()
  })
  await trader.connected()
  const [books] = opened
  if (!books) throw new Error('the exchange was not opened')
  const price = Math.round(Number((await trader.client.rest.fetchTicker('BTC/USDT:USDT')).last) * 10)
  return { trader, books, price, setFaults: (faults) => void Object.assign(plan, NO_WIRE_FAULTS, { seed: 11 }, faults) }
}

/** Orders that are taken, that rest, that are refused, and that only reduce. */
const anyTerms = (random: Random, price: number): Partial<OrderTerms> => {
  const near = (part: number) => ticks(Math.round(price * part))
  const kinds: readonly Partial<OrderTerms>[] = [
    { price: near(0.9) },
    { price: near(1.02), timeInForce: 'IOC', quantity: lots(1) },
    { type: 'MARKET', price: null, quantity: lots(1) },
    { price: near(0.9), side: 'SELL', reduceOnly: true, timeInForce: 'FOK' },
    { price: near(0.9), quantity: lots(900_000) },
    { type: 'STOP_MARKET', side: 'SELL', trigger: { price: near(0.8), by: 'MARK' }, reduceOnly: true },
    { type: 'STOP_MARKET', side: 'SELL', trigger: { price: near(1.2), by: 'LAST' }, reduceOnly: true },
  ]
  return kinds[Math.floor(random() * kinds.length)] ?? {}
}

/** Returns the client order IDs under which the exchange has, or had, an order. */
const namesIn = (books: LocalExchange): ReadonlySet<string> =>
  new Set(
    books.store
      .readRecords(10_000)
      .filter(({ key }) => books.records.findOrder(key) !== undefined)
      .map(({ clientId }) => clientId),
  )

describe.concurrent.each([BINANCE, BYBIT])('with arbitrary faults on the wire to $name', (place) => {
  it('an order reported as rejected or unsent is never at the exchange, and one reported as accepted always is', async ({
    onTestFinished,
  }) => {
    const { trader, books, price, setFaults } = await begin(place, onTestFinished)
    const random = createRandom(3)
    setFaults(EVERYTHING_GOES_WRONG)
    const submit = async (index: number) => {
      const id = `tE0001${String(index).padStart(26, '0')}`
      const outcome = await trader.submit(anyTerms(random, price), id)
      return { id, kind: outcome === 'notSent' ? outcome : outcome.kind }
    }
    const outcomes: Awaited<ReturnType<typeof submit>>[] = []
    while (outcomes.length < ORDERS) {
      const simultaneous = Array.from({ length: SIMULTANEOUS }, (_, index) => submit(outcomes.length + index))
      outcomes.push(...(await Promise.all(simultaneous)))
    }
    setFaults({})
    const names = namesIn(books)
    const wrong = outcomes.filter(({ id, kind }) => (kind === 'accepted') !== names.has(id) && kind !== 'unknown')
    expect(wrong).toEqual([])
    for (const kind of ['accepted', 'rejected', 'unknown']) expect(outcomes.map((one) => one.kind)).toContain(kind)
    const doubtful = outcomes.filter(({ kind }) => kind === 'unknown')
    expect(doubtful.some(({ id }) => names.has(id))).toBe(true)
    expect(doubtful.some(({ id }) => !names.has(id))).toBe(true)
    for (const { id } of doubtful.slice(0, SETTLED)) {
      const { kind } = await trader.query(id)
      expect([id, kind]).toEqual([id, names.has(id) ? 'found' : 'notFound'])
    }
  })
})
