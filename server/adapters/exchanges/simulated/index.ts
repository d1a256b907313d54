import { setImmediate, setTimeout } from 'node:timers/promises'
import { type Instant, MINUTE_MS } from '../../../core/instant.ts'
import { openOf } from '../../../domain/market/interval.ts'
import type { MarketEvent } from '../../../domain/market/market-event.ts'
import type { Clock, MarketSink, MarketSource } from '../../../engine/ports.ts'
import { TICK_MS } from './agents/tick-view.ts'
import { INSTRUMENT_SPECS } from './instrument-specs.ts'
import { marketOpening, marketReopening } from './market-opening.ts'
import { createSimulatedMarket, type SimulatedMarket } from './simulated-market.ts'

export interface SimulatedExchangeOptions {
  /** A whole number; the same seed is the same market for ever. */
  readonly seed: number
  readonly clock: Clock
  /** Waits; may end early or reject when the signal aborts. */
  readonly timer?: (delayMs: number, signal: AbortSignal) => Promise<void>
}

/** A process that slept longer than this does not make up for it. */
const CATCH_UP_MAX_MS = 10 * MINUTE_MS

/** Market time that is made up for at a stretch, before others get their turn. */
const STRETCH_MS = 10_000

const wait = async (delayMs: number, signal: AbortSignal): Promise<void> => {
  if (delayMs === 0) await setImmediate()
  else await setTimeout(delayMs, undefined, { signal })
}

/** Offers events in order, waiting for room; true when the run goes on after them. */
const offerAll = async (events: Iterable<MarketEvent>, sink: MarketSink, signal: AbortSignal): Promise<boolean> => {
  for (const event of events) {
    while (!signal.aborted && !sink.offer(event)) await sink.room()
    if (signal.aborted) return false
  }
  return !signal.aborted
}

/**
 * The simulated exchange: prices are a function of seed and time, so after a restart the market is where it should be.
 * It opens at the start of the current minute and catches up with the clock. When the clock has run ahead by up to ten
 * minutes, everything missed is traded at once; when by more, the streams are declared lost and a new market is live
 * from the start of the minute it is then. When the clock steps back, the market stands still until it is reached again.
 */
export const createSimulatedExchange = ({ seed, clock, timer = wait }: SimulatedExchangeOptions): MarketSource => {
  let market: SimulatedMarket | undefined

  const open = (startMs: Instant): SimulatedMarket => {
    market = createSimulatedMarket({ seed, startMs })
    return market
  }

  const run: MarketSource['run'] = async (sink, since, signal) => {
    let live = open(openOf('1m', clock()))

    /** What there is to tell at `now`, or a first stretch of it. */
    const next = (now: Instant): Iterable<MarketEvent> => {
      if (now - live.timeMs <= CATCH_UP_MAX_MS) return live.advanceTo(Math.min(now, live.timeMs + STRETCH_MS))
      live = open(openOf('1m', now))
      return marketReopening(live.timeMs)
    }

    const untilNextTick = (): number => Math.max(0, Math.min(TICK_MS, live.timeMs + TICK_MS - clock()))

    let going = await offerAll(marketOpening({ seed, startMs: live.timeMs, since }), sink, signal)
    while (going) {
      going = await offerAll(next(clock()), sink, signal)
      if (going) await timer(untilNextTick(), signal)
    }
  }

  return {
    origin: 'SIMULATOR',
    market: `simulated seed=${seed}`,
    resumes: true,
    instruments: INSTRUMENT_SPECS.map(({ instrument }) => instrument),
    run: (sink, since, signal) =>
      run(sink, since, signal).catch((error: unknown) => {
        if (!signal.aborted) throw error
      }),
    requestBook: (symbol) => market?.requestBook(symbol),
  }
}
