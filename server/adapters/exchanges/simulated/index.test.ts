import { describe, expect, it } from 'vitest'
import { HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from '../../../core/instant.ts'
import { lots, ticks } from '../../../domain/market/instrument.ts'
import type { MarketEvent } from '../../../domain/market/market-event.ts'
import type { MarketSink } from '../../../engine/model/ports.ts'
import { createSimulatedExchange, type SimulatedExchange } from './index.ts'

const MINUTE_START_MS = Date.UTC(2026, 10, 21, 9, 41)
const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT']

interface Stage {
  readonly nowMs: Instant
  /** Clock advances, one per wait, whatever was requested; then the run ends. */
  readonly waits?: readonly number[]
  /** Number of events the sink accepts before it requires a pause; it always accepts more after the pause. */
  readonly roomFor?: number
  readonly sinceMs?: Instant
  readonly before?: (source: SimulatedExchange) => void
  readonly onWait?: (waits: number, source: SimulatedExchange) => void
}

/** Runs the exchange against a clock that only its own waiting advances, and returns its events. */
const listen = async ({ nowMs, waits = [], roomFor = Number.POSITIVE_INFINITY, sinceMs, before, onWait }: Stage) => {
  const abort = new AbortController()
  const events: MarketEvent[] = []
  let now = nowMs
  let waited = 0
  let room = roomFor
  let pauses = 0
  const source = createSimulatedExchange({
    seed: 9,
    clock: () => now,
    timer: async () => {
      const moved = waits[waited]
      waited++
      onWait?.(waited, source)
      if (moved === undefined) abort.abort()
      else now += moved
    },
  })
  const sink: MarketSink = {
    offer(event) {
      if (room === 0) return false
      room--
      events.push(event)
      return true
    },
    async room() {
      pauses++
      room = roomFor
    },
  }
  before?.(source)
  await source.run(sink, () => sinceMs ?? MINUTE_START_MS - 2 * MINUTE_MS, abort.signal)
  return { events, pauses, source, now }
}

const listKinds = (events: readonly MarketEvent[]): string[] => events.map(({ kind }) => kind)

const listChanges = (events: readonly MarketEvent[]) =>
  events.flatMap((event) => (event.kind === 'stream' ? [event.change] : []))

const withoutGrids = (events: readonly MarketEvent[]) => events.filter(({ kind }) => kind !== 'instrument')

const findLastTime = (events: readonly MarketEvent[]): number =>
  Math.max(...events.map((event) => (event.kind === 'bookDelta' ? event.delta.exchangeTimeMs : 0)))

describe('createSimulatedExchange', () => {
  it('reports its identity', () => {
    const source = createSimulatedExchange({ seed: 42, clock: () => 0 })
    expect([source.origin, source.market, source.resumes]).toEqual(['SIMULATOR', 'simulated seed=42', true])
    expect(source.instruments.map(({ symbol }) => symbol)).toEqual(SYMBOLS)
  })

  it('publishes the same events when its history is computed ahead', async () => {
    const stage = { nowMs: MINUTE_START_MS + SECOND_MS }
    const { events } = await listen({ ...stage, before: ({ prepareHistory }) => prepareHistory() })
    expect(events).toEqual((await listen(stage)).events)
  })

  it('publishes each instrument, its history and its stream, and then trades up to now', async () => {
    const { events } = await listen({ nowMs: MINUTE_START_MS + 30 * SECOND_MS })
    const opening = ['instrument', 'history', 'history', 'stream', 'liquidationStream']
    const fundings = events.flatMap((event) => (event.kind === 'funding' ? [event.funding] : []))
    const withoutFunding = events.filter(({ kind }) => kind !== 'funding')
    expect(listKinds(withoutFunding).slice(0, 15)).toEqual([...opening, ...opening, ...opening])
    expect(fundings).toHaveLength(3 * 90)
    expect(Math.max(...fundings.map(({ settledAtMs }) => settledAtMs))).toBeLessThanOrEqual(MINUTE_START_MS)
    expect(listChanges(events)).toEqual(SYMBOLS.map((symbol) => ({ symbol, state: 'live', sinceMs: MINUTE_START_MS })))
    expect(listKinds(withoutFunding).slice(15, 17)).toEqual(['bookSnapshot', 'markPrice'])
  })

  it('publishes seven days and today when nothing is known yet', async () => {
    const abort = new AbortController()
    const opens: number[] = []
    const sink: MarketSink = {
      offer(event) {
        if (event.kind === 'history') opens.push(event.candle.openMs)
        if (event.kind === 'stream') abort.abort()
        return true
      },
      room: async () => {},
    }
    const source = createSimulatedExchange({ seed: 9, clock: () => MINUTE_START_MS + 5 })
    await source.run(sink, () => undefined, abort.signal)
    expect([opens[0], opens.at(-1)]).toEqual([Date.UTC(2026, 10, 14), MINUTE_START_MS - MINUTE_MS])
  })

  it('catches up with the clock and then keeps up with it', async () => {
    const { events, now } = await listen({ nowMs: MINUTE_START_MS + 59_000, waits: [0, 0, 0, 0, 0, 100, 250, 100] })
    expect(now).toBe(MINUTE_START_MS + 59_450)
    expect(findLastTime(events)).toBe(MINUTE_START_MS + 59_399)
  })

  it('loses nothing and keeps the order when there is no room', async () => {
    const stage = { nowMs: MINUTE_START_MS + 5 * SECOND_MS, waits: [SECOND_MS] }
    const free = await listen(stage)
    const held = await listen({ ...stage, roomFor: 7 })
    expect(withoutGrids(held.events)).toEqual(withoutGrids(free.events))
    expect(held.pauses).toBeGreaterThan(50)
  })

  it('makes up for a sleep of a few minutes', async () => {
    const naps = [5 * MINUTE_MS, ...new Array<number>(40).fill(0)]
    const { events } = await listen({ nowMs: MINUTE_START_MS + SECOND_MS, waits: naps })
    expect(listChanges(events)).toHaveLength(SYMBOLS.length)
    expect(findLastTime(events)).toBe(MINUTE_START_MS + SECOND_MS + 5 * MINUTE_MS - 1)
  })

  it('reports a long sleep as lost and is live again from the minute it wakes in, with new order books', async () => {
    const naps = [3 * HOUR_MS, 0, 0, 0]
    const { events } = await listen({ nowMs: MINUTE_START_MS + SECOND_MS, waits: naps })
    const sinceMs = MINUTE_START_MS + 3 * HOUR_MS
    expect(listChanges(events).slice(SYMBOLS.length)).toEqual(
      SYMBOLS.flatMap((symbol) => [
        { symbol, state: 'lost' },
        { symbol, state: 'live', sinceMs },
      ]),
    )
    const snapshots = events.flatMap((event) => (event.kind === 'bookSnapshot' ? [event.snapshot] : []))
    expect(snapshots.map(({ exchangeTimeMs }) => exchangeTimeMs)).toEqual(
      [MINUTE_START_MS, sinceMs].flatMap((at) => SYMBOLS.map(() => at)),
    )
    expect(findLastTime(events)).toBe(sinceMs + SECOND_MS - 1)
  })

  it('pauses while the clock has stepped back', async () => {
    const { events } = await listen({ nowMs: MINUTE_START_MS + SECOND_MS, waits: [-HOUR_MS, 0, 0] })
    expect(findLastTime(events)).toBe(MINUTE_START_MS + SECOND_MS - 1)
  })

  it('publishes an order book again on request', async () => {
    const { events } = await listen({
      nowMs: MINUTE_START_MS + SECOND_MS,
      waits: [100],
      onWait: (waits, source) => {
        if (waits === 1) source.requestBook('SOLUSDT')
      },
    })
    const snapshots = events.flatMap((event) => (event.kind === 'bookSnapshot' ? [event.snapshot.symbol] : []))
    expect(snapshots).toEqual([...SYMBOLS, 'SOLUSDT'])
  })

  it('ends immediately when it is aborted, before it began or while it waits for room or for time', async () => {
    const source = createSimulatedExchange({ seed: 9, clock: () => MINUTE_START_MS + 50 })
    const taking: MarketSink = { offer: () => true, room: async () => {} }
    await source.run(taking, () => MINUTE_START_MS, AbortSignal.abort())

    const whileFull = new AbortController()
    await source.run(
      { offer: () => false, room: async () => whileFull.abort() },
      () => MINUTE_START_MS,
      whileFull.signal,
    )

    const whileWaiting = new AbortController()
    const running = source.run(taking, () => MINUTE_START_MS, whileWaiting.signal)
    setImmediate(() => whileWaiting.abort())
    await running
  })

  it('accepts orders before it runs, keeps them through a long sleep, and passes each tick to the observer first', async () => {
    const notifications: string[] = []
    const listener = {
      traded: () => void notifications.push('traded'),
      rested: () => void notifications.push('rested'),
      ended: () => void notifications.push('ended'),
    }
    const order = { symbol: 'SOLUSDT', side: 'BUY', price: ticks(100), quantity: lots(7) } as const
    const observed: number[] = []
    const { events } = await listen({
      nowMs: MINUTE_START_MS + SECOND_MS,
      waits: [100, 3 * HOUR_MS, 0, 0, 1_000],
      before(source) {
        source.observe((event) => observed.push(event.kind === 'markPrice' ? event.markPrice.exchangeTimeMs : 0))
        source.matcher.place({ ...order, key: 'rest', timeInForce: 'GTC' }, listener)
      },
    })
    const mine = events.flatMap((event) =>
      event.kind === 'bookDelta' && event.delta.bids.some(({ price, quantity }) => price === 100 && quantity === 7)
        ? [event.delta.exchangeTimeMs]
        : [],
    )
    const backMs = MINUTE_START_MS + 3 * HOUR_MS
    expect(mine).toEqual([MINUTE_START_MS + SECOND_MS + 99, backMs + SECOND_MS + 199])
    expect(notifications).toEqual(['rested', 'rested'])
    const [joinedMs, rejoinedMs] = [MINUTE_START_MS, backMs + SECOND_MS]
    expect([...new Set(observed)].filter((at) => at > 0)).toEqual([
      joinedMs,
      joinedMs + SECOND_MS,
      rejoinedMs,
      rejoinedMs + SECOND_MS,
    ])
  })

  it('passes the latest mark of every instrument to the observer before anything can be traded', async () => {
    const observedEvents: MarketEvent[] = []
    const { events } = await listen({
      nowMs: MINUTE_START_MS + 2_500,
      before: (source) => source.observe((event) => observedEvents.push(event)),
    })
    const marks = events.filter((event) => event.kind === 'markPrice')
    expect(observedEvents).toEqual(
      SYMBOLS.map((symbol) => marks.findLast(({ markPrice }) => markPrice.symbol === symbol)),
    )
  })

  it('fills none of our orders in a market that is still catching up', async () => {
    const notifications: string[] = []
    await listen({
      nowMs: MINUTE_START_MS + SECOND_MS,
      waits: [100, 3 * HOUR_MS, 0, 0],
      onWait(waits, source) {
        const order = { key: `${waits}`, symbol: 'SOLUSDT', side: 'BUY', price: null, quantity: lots(1) } as const
        source.matcher.place(
          { ...order, timeInForce: 'IOC' },
          {
            traded: (key) => void notifications.push(`${key} traded`),
            rested: () => {},
            ended: (key) => void notifications.push(`${key} ended`),
          },
        )
      },
    })
    expect(notifications).toEqual(['1 traded', '2 traded', '3 ended', '4 traded', '5 traded'])
  })

  it('returns the mark price and funding of any instant, as published or to be published', async () => {
    const { events, source } = await listen({ nowMs: MINUTE_START_MS + 3 * SECOND_MS, waits: [0] })
    const marks = events.flatMap((event) => (event.kind === 'markPrice' ? [event.markPrice] : []))
    expect(marks.length).toBeGreaterThan(3)
    for (const mark of marks) expect(source.markPriceAt(mark.symbol, mark.exchangeTimeMs)).toEqual(mark)
    expect(source.markPriceAt('NOSUCHUSDT', MINUTE_START_MS)).toBeUndefined()
  })

  it('runs only the chosen symbols, with the same trades as among all others', () => {
    const all = createSimulatedExchange({ seed: 9, clock: () => 0 })
    const one = createSimulatedExchange({ seed: 9, clock: () => 0, symbols: ['ETHUSDT'] })
    expect(one.instruments.map(({ symbol }) => symbol)).toEqual(['ETHUSDT'])
    expect(one.markPriceAt('ETHUSDT', MINUTE_START_MS)).toEqual(all.markPriceAt('ETHUSDT', MINUTE_START_MS))
    expect(one.markPriceAt('BTCUSDT', MINUTE_START_MS)).toBeUndefined()
  })

  it('settles funding at the rate of the last second, and the mark of the instant', () => {
    const source = createSimulatedExchange({ seed: 9, clock: () => 0 })
    const settledAtMs = Date.UTC(2026, 10, 21, 16)
    const before = source.markPriceAt('BTCUSDT', settledAtMs - SECOND_MS)
    expect(before?.nextFundingAtMs).toBe(settledAtMs)
    expect(source.fundingAt('BTCUSDT', settledAtMs)).toEqual({
      rate: before?.fundingRate,
      mark: source.markPriceAt('BTCUSDT', settledAtMs)?.mark,
    })
    expect(source.fundingAt('NOSUCHUSDT', settledAtMs)).toBeUndefined()
  })

  it('passes on a fault that is not an abort', async () => {
    const failing: MarketSink = {
      offer: () => {
        throw new Error('the sink broke')
      },
      room: async () => {},
    }
    const source = createSimulatedExchange({ seed: 9, clock: () => MINUTE_START_MS })
    await expect(source.run(failing, () => MINUTE_START_MS, new AbortController().signal)).rejects.toThrow(
      'the sink broke',
    )
  })
})
