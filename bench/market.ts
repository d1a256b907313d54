/** Simulated market for benchmarks: follows the clock, or stops after half a minute, and counts its events. */

import { setTimeout } from 'node:timers/promises'
import type { InstrumentSpec } from '../server/adapters/exchanges/simulated/instrument-specs.ts'
import { minuteHistory } from '../server/adapters/exchanges/simulated/minute-history.ts'
import { createSimulatedMarket, type SimulatedMarket } from '../server/adapters/exchanges/simulated/simulated-market.ts'
import { type Instant, MINUTE_MS } from '../server/core/instant.ts'
import { type Ticks, ticks } from '../server/domain/market/instrument.ts'
import type { InstrumentEvent, MarketEvent } from '../server/domain/market/market-event.ts'
import type { Clock, MarketSink, MarketSource } from '../server/engine/model/ports.ts'

export interface BenchMarketParts {
  readonly specs: readonly InstrumentSpec[]
  readonly live: boolean
  readonly clock: Clock
  /** Called with the market before its first event. */
  readonly onOpen: (market: SimulatedMarket) => void
  /** Called with every event before the engine receives it. */
  readonly observe: (event: InstrumentEvent) => void
}

/** Market source of the engine, and what it has published so far. */
export interface BenchMarket {
  readonly source: MarketSource
  /** Resolves when the engine has received the first half minute. */
  readonly opened: Promise<void>
  /** Number of events delivered so far. */
  readonly publishedCount: () => number
  readonly bestBid: (symbol: string) => Ticks
}

const SEED = 1
const HOUR_MS = 60 * MINUTE_MS
/** Interval within a tick at which a share of its events is delivered, to avoid one burst per tick. */
const SLICE_MS = 10
const TICK_MS = 100
const LEAD_MS = MINUTE_MS / 2

export const openMarket = (parts: BenchMarketParts): BenchMarket => {
  const { specs, live, clock, onOpen } = parts
  const startMs = Math.floor(clock() / MINUTE_MS) * MINUTE_MS - LEAD_MS
  const market = createSimulatedMarket({ seed: SEED, startMs, specs })
  const { promise: opened, resolve } = Promise.withResolvers<void>()
  let publishedCount = 0

  const publish = async (sink: MarketSink, event: MarketEvent): Promise<void> => {
    while (!sink.offer(event)) await sink.room()
  }

  const publishAll = async (sink: MarketSink, events: readonly InstrumentEvent[]): Promise<void> => {
    for (const event of events) {
      parts.observe(event)
      await publish(sink, event)
    }
    publishedCount += events.length
  }

  /** Follows the clock, with the events of each tick spread over the tick. */
  const follow = async (sink: MarketSink, signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const events = market.advanceTo(clock())
      const share = Math.ceil(events.length / (TICK_MS / SLICE_MS))
      for (let from = 0; from < events.length && !signal.aborted; from += share) {
        await publishAll(sink, events.slice(from, from + share))
        await setTimeout(SLICE_MS, undefined, { signal }).catch(() => {})
      }
      if (events.length === 0) await setTimeout(SLICE_MS, undefined, { signal }).catch(() => {})
    }
  }

  const run: MarketSource['run'] = async (sink, _since, signal) => {
    onOpen(market)
    for (const event of opening(specs, startMs)) await publish(sink, event)
    await publishAll(sink, market.advanceTo(startMs + LEAD_MS))
    if (live) await publishAll(sink, market.advanceTo(clock()))
    resolve()
    if (live) await follow(sink, signal)
  }

  return {
    source: {
      origin: 'SIMULATOR',
      market: 'bench',
      resumes: false,
      instruments: specs.map(({ instrument }) => instrument),
      run,
      requestBook: market.requestBook,
    },
    opened,
    publishedCount: () => publishedCount,
    bestBid: (symbol) => market.book(symbol)?.best('BUY')?.price ?? ticks(1),
  }
}

function* opening(specs: readonly InstrumentSpec[], startMs: Instant): Generator<MarketEvent> {
  for (const spec of specs) {
    const { symbol } = spec.instrument
    yield { kind: 'instrument', instrument: spec.instrument }
    const span = { fromMs: startMs - HOUR_MS, toMs: startMs }
    for (const candle of minuteHistory(SEED, spec, span)) yield { kind: 'history', candle }
    yield { kind: 'stream', change: { symbol, state: 'live', sinceMs: startMs } }
  }
}
