import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aTrade, NOON_MS, WEEK_START_MS } from '../../../test/support/market-samples.ts'
import { runs } from '../../../test/support/runs.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, SECOND_MS, type TimeRange } from '../../core/instant.ts'
import { clipRanges, mergeRanges } from '../../core/time-ranges.ts'
import { addTrade, type Candle, candleOfTrade, closeTime, mergeCandles } from './candle.ts'
import {
  beginObserving,
  buildFromHistory,
  buildFromTrade,
  type CandleBuilder,
  createCandleBuilder,
  GRACE_MS,
  noteHole,
  passTime,
  stopObserving,
} from './candle-builder.ts'
import { INTERVALS, intervalLength, intervalStart } from './interval.ts'
import type { Trade } from './trade-tape.ts'

type Action =
  | { readonly kind: 'trade'; readonly afterMs: number; readonly price: number; readonly hole: boolean }
  | { readonly kind: 'wait'; readonly afterMs: number }
  | { readonly kind: 'break'; readonly afterMs: number }

const upTo = (max: number) => fc.integer({ min: 0, max })
const soon = fc.oneof(upTo(3 * SECOND_MS), upTo(90 * SECOND_MS), upTo(15 * MINUTE_MS))
const later = fc.oneof(upTo(3 * MINUTE_MS), upTo(3 * HOUR_MS), upTo(3 * DAY_MS))

const anyAction = ({ holes }: { readonly holes: boolean }) =>
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('trade' as const),
        afterMs: soon,
        price: fc.integer({ min: 1, max: 50 }),
        hole: holes ? fc.boolean() : fc.constant(false),
      }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const), afterMs: soon }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('break' as const), afterMs: later }) },
  )

const anyStart = fc.constantFrom(NOON_MS, NOON_MS + 16_298, WEEK_START_MS, WEEK_START_MS - 10 * MINUTE_MS - 1)

const anyScript = (kinds: { readonly holes: boolean }) =>
  fc.record({ startMs: anyStart, actions: fc.array(anyAction(kinds), { maxLength: 25, size: 'max' }) })

/** A simulated market, the candles its builder published, and the data that was unknown at that time. */
interface World {
  readonly builder: CandleBuilder
  readonly startMs: Instant
  now: Instant
  observedMs: Instant
  readonly trades: Trade[]
  readonly unobserved: TimeRange[]
  /** Stretches without a known price; the last one is still open when `unpricedSinceMs` is set. */
  readonly unpriced: TimeRange[]
  unpricedSinceMs: Instant | undefined
  numbered: boolean
  readonly published: { readonly candle: Candle; readonly unobserved: TimeRange[]; readonly unknown: TimeRange[] }[]
}

const FAR_MS = Date.UTC(2100, 0, 1)

const publish = (world: World, candles: readonly Candle[]): void => {
  const open = world.unpricedSinceMs === undefined ? [] : [{ fromMs: world.unpricedSinceMs, toMs: FAR_MS }]
  const unobserved = mergeRanges(world.unobserved)
  const unknown = mergeRanges([...unobserved, ...world.unpriced, ...open])
  for (const candle of candles) world.published.push({ candle, unobserved, unknown })
}

const doTrade = (world: World, { price, hole }: Extract<Action, { kind: 'trade' }>): void => {
  const { builder, now } = world
  const last = world.trades.at(-1)
  if (hole && world.numbered && last) {
    world.unobserved.push({ fromMs: last.tradedAtMs, toMs: now + 1 })
    publish(world, noteHole(builder, now))
  }
  const trade = aTrade({ at: now, price })
  const closed = buildFromTrade(builder, trade)
  publish(world, closed)
  if (world.unpricedSinceMs !== undefined) world.unpriced.push({ fromMs: world.unpricedSinceMs, toMs: now })
  world.unpricedSinceMs = undefined
  world.numbered = true
  world.observedMs = now
  world.trades.push(trade)
}

const act = (world: World, action: Action): void => {
  world.now += action.afterMs
  switch (action.kind) {
    case 'trade':
      return doTrade(world, action)
    case 'wait':
      world.observedMs = world.now
      return publish(world, passTime(world.builder, world.now))
    case 'break':
      stopObserving(world.builder)
      world.unobserved.push({ fromMs: world.observedMs, toMs: world.now })
      world.unpricedSinceMs ??= world.observedMs
      world.numbered = false
      world.observedMs = world.now
      return publish(world, beginObserving(world.builder, world.now))
  }
}

const play = ({ startMs, actions }: { readonly startMs: Instant; readonly actions: readonly Action[] }): World => {
  const builder = createCandleBuilder('BTCUSDT')
  beginObserving(builder, startMs)
  const world: World = {
    builder,
    startMs,
    now: startMs,
    observedMs: startMs,
    trades: [],
    unobserved: [{ fromMs: 0, toMs: startMs }],
    unpriced: [],
    unpricedSinceMs: startMs,
    numbered: false,
    published: [],
  }
  for (const action of actions) act(world, action)
  return world
}

/** Ends everything that is still forming by a break longer than any candle. */
const end = (world: World): Candle[] => {
  act(world, { kind: 'break', afterMs: 8 * DAY_MS })
  return world.published.map(({ candle }) => candle)
}

const minuteCandles = (candles: readonly Candle[]): Candle[] => candles.filter(({ interval }) => interval === '1m')

const candleRange = (candle: Candle): TimeRange => ({ fromMs: candle.openMs, toMs: closeTime(candle) })

const within = (ranges: readonly TimeRange[], { fromMs, toMs }: TimeRange): TimeRange[] =>
  clipRanges(mergeRanges(ranges), fromMs, toMs)

describe('a candle builder with any stream', () => {
  it('lists all unobserved time as missing, and observed time only for lack of a price', () => {
    fc.assert(
      fc.property(anyScript({ holes: true }), (script) => {
        const world = play(script)
        end(world)
        for (const { candle, unobserved, unknown } of world.published) {
          const range = candleRange(candle)
          expect(candle.missing).toEqual(mergeRanges(candle.missing))
          expect(within([...candle.missing, ...within(unobserved, range)], range)).toEqual(candle.missing)
          expect(within([...candle.missing, ...within(unknown, range)], range)).toEqual(within(unknown, range))
        }
      }),
      { numRuns: runs(75) },
    )
  })

  it('leaves no instant that is neither in a candle nor in a gap', () => {
    fc.assert(
      fc.property(anyScript({ holes: true }), (script) => {
        const world = play(script)
        publish(world, passTime(world.builder, world.now))
        const overMs = intervalStart('1m', world.now - GRACE_MS)
        const published = minuteCandles(world.published.map(({ candle }) => candle)).map(candleRange)
        const fromMs = Math.max(script.startMs, intervalStart('1w', world.now))
        const expected = fromMs < overMs ? [{ fromMs, toMs: overMs }] : []
        expect(clipRanges(mergeRanges([...published, ...world.builder.gaps]), fromMs, overMs)).toEqual(expected)
      }),
      { numRuns: runs(75) },
    )
  })

  it('publishes each candle once, in order of time, a minute before the candles it completes and the shorter first', () => {
    fc.assert(
      fc.property(anyScript({ holes: true }), (script) => {
        const published = end(play(script))
        const inOrder = published.toSorted(
          (a, b) => closeTime(a) - closeTime(b) || intervalLength(a.interval) - intervalLength(b.interval),
        )
        const places = (candles: readonly Candle[]) => candles.map(({ interval, openMs }) => `${interval} ${openMs}`)
        expect(places(published)).toEqual(places(inOrder))
        expect(new Set(places(published)).size).toBe(published.length)
      }),
      { numRuns: runs(75) },
    )
  })

  it('counts every trade in its minute and shows every other minute flat', () => {
    fc.assert(
      fc.property(anyScript({ holes: true }), (script) => {
        const world = play(script)
        const minutes = minuteCandles(end(world))
        const trades = Map.groupBy(world.trades, ({ tradedAtMs }) => intervalStart('1m', tradedAtMs))
        for (const minute of minutes) {
          const { missing: _, ...figures } = minute
          const [first, ...rest] = trades.get(minute.openMs) ?? []
          const before = world.trades.findLast(({ tradedAtMs }) => tradedAtMs < minute.openMs)?.price
          const expected = first
            ? rest.reduce(addTrade, candleOfTrade(first, '1m', minute.openMs))
            : { open: before, high: before, low: before, close: before, volume: 0, turnover: 0n, tradeCount: 0 }
          const { missing: __, ...expectedFigures } = { missing: [], ...expected }
          expect(figures).toMatchObject(expectedFigures)
          expect(minute.low <= Math.min(minute.open, minute.close)).toBe(true)
          expect(minute.high >= Math.max(minute.open, minute.close)).toBe(true)
        }
        for (const openMs of trades.keys()) expect(minutes.some((minute) => minute.openMs === openMs)).toBe(true)
      }),
      { numRuns: runs(50) },
    )
  })

  it('opens every candle of every interval at the first trade in it', () => {
    fc.assert(
      fc.property(anyScript({ holes: true }), (script) => {
        const world = play(script)
        for (const candle of end(world)) {
          const { fromMs, toMs } = candleRange(candle)
          const traded = world.trades.filter(({ tradedAtMs }) => tradedAtMs >= fromMs && tradedAtMs < toMs)
          const prices = traded.map(({ price }) => price)
          if (prices.length === 0) continue
          expect(candle.open).toBe(prices[0])
          expect(candle.volume).toBe(prices.length)
          if (candle.missing.length > 0) continue
          expect([candle.high, candle.low, candle.close]).toEqual([
            Math.max(...prices),
            Math.min(...prices),
            prices.at(-1),
          ])
        }
      }),
      { numRuns: runs(50) },
    )
  })

  it('merges its minutes into the same candles it publishes for every longer interval', () => {
    fc.assert(
      fc.property(anyScript({ holes: true }), (script) => {
        const published = end(play(script))
        for (const interval of INTERVALS.slice(1)) {
          const groups = Map.groupBy(minuteCandles(published), ({ openMs }) => intervalStart(interval, openMs))
          const expected = [...groups].map(([openMs, list]) => ({ ...list.reduce(mergeCandles), interval, openMs }))
          const figures = (candles: readonly Candle[]) => candles.map((candle) => ({ ...candle, missing: [] }))
          expect(figures(published.filter((candle) => candle.interval === interval))).toEqual(figures(expected))
        }
      }),
      { numRuns: runs(50) },
    )
  })

  it('publishes the same longer candles when it is given its own minutes as history', () => {
    fc.assert(
      fc.property(anyScript({ holes: false }), (script) => {
        const world = play(script)
        const published = end(world)
        const again = createCandleBuilder('BTCUSDT')
        const retold = minuteCandles(published).flatMap((minute) => buildFromHistory(again, minute))
        retold.push(...beginObserving(again, world.now))
        expect(retold).toEqual(published)
      }),
      { numRuns: runs(50) },
    )
  })
})
