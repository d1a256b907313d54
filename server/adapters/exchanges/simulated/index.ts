import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Decimal } from '../../../core/decimal.ts'
import { type Instant, MINUTE_MS, SECOND_MS } from '../../../core/instant.ts'
import type { Ticks } from '../../../domain/market/instrument.ts'
import { intervalStart } from '../../../domain/market/interval.ts'
import type { InstrumentEvent, MarketEvent, MarkPrice } from '../../../domain/market/market-event.ts'
import type { Clock, MarketSink, MarketSource } from '../../../engine/model/ports.ts'
import type { Matcher } from '../clearing/matcher.ts'
import { TICK_MS } from './agents/tick-view.ts'
import { pastFundings } from './funding.ts'
import { openHistory } from './history-ahead.ts'
import { INSTRUMENT_SPECS, type InstrumentSpec } from './instrument-specs.ts'
import { createMarkPrices } from './mark-prices.ts'
import { createMarketMatcher } from './market-matcher.ts'
import { instrumentOpening, marketReopening } from './market-opening.ts'
import { HISTORY_DAYS } from './minute-history.ts'
import { createReferencePrice } from './reference-price.ts'
import { createSimulatedMarket, type SimulatedMarket } from './simulated-market.ts'

/** Simulated exchange with trading agents: a market data source, and a matcher for our orders in the same market. */
export interface SimulatedExchange extends MarketSource {
  /**
   * Matches orders in the agents' order books. Orders may arrive before the market runs; resting ones wait for it to
   * open.
   */
  readonly matcher: Matcher
  /**
   * Passes every completed tick to `observer` from now on, before the sink receives it, beginning with the present
   * marks; there is one observer.
   */
  observe(observer: (event: InstrumentEvent) => void): void
  /** Returns mark price and funding at any instant, past or future. */
  markPriceAt(symbol: string, at: Instant): MarkPrice | undefined
  /** Starts computing the history in a thread, for a market whose candles are not stored; `run` then waits for it. */
  prepareHistory(): void
  /** Returns the terms of a settlement: the last rate of the period it ends, and the mark at its instant. */
  fundingAt(symbol: string, settledAtMs: Instant): { readonly rate: Decimal; readonly mark: Ticks } | undefined
}

export interface SimulatedExchangeOptions {
  /** A whole number; the same seed always gives the same market. */
  readonly seed: number
  readonly clock: Clock
  /** Traded symbols out of `INSTRUMENT_SPECS`; default all. */
  readonly symbols?: readonly string[] | undefined
  /** Days of history, counted from today's midnight. */
  readonly historyDays?: number | undefined
  /** Waits; may end early or reject when the signal aborts. */
  readonly timer?: (delayMs: number, signal: AbortSignal) => Promise<void>
}

/** Maximum delay that is simulated afterwards; after a longer suspension the market reopens. */
const CATCH_UP_MAX_MS = 10 * MINUTE_MS

/** Market time simulated at once, before other tasks run. */
const STRETCH_MS = 10_000

const wait = async (delayMs: number, signal: AbortSignal): Promise<void> => {
  if (delayMs === 0) await setImmediate()
  else await setTimeout(delayMs, undefined, { signal })
}

/** Offers events in order, waiting for room; true when the run continues after them. */
const offerAll = async (events: Iterable<MarketEvent>, sink: MarketSink, signal: AbortSignal): Promise<boolean> => {
  for (const event of events) {
    while (!signal.aborted && !sink.offer(event)) await sink.room()
    if (signal.aborted) return false
  }
  return !signal.aborted
}

/**
 * Creates the simulated exchange. Prices are a function of seed and time, so the market continues unchanged after a
 * restart. It opens at the start of the current minute and catches up with the clock. When the clock is up to ten
 * minutes ahead, everything missed is traded immediately; when it is further ahead, the streams are declared lost and a
 * new market is live from the start of the then current minute. When the clock steps back, the market pauses until that
 * time is reached again. Resting orders are added to each new market when it has caught up.
 */
export const createSimulatedExchange = ({
  seed,
  clock,
  symbols,
  historyDays = HISTORY_DAYS,
  timer = wait,
}: SimulatedExchangeOptions): SimulatedExchange => {
  const specs = INSTRUMENT_SPECS.filter(({ instrument }) => symbols?.includes(instrument.symbol) ?? true)
  const { matcher, moveTo, withdraw } = createMarketMatcher()
  const history = openHistory({ seed, specs, days: historyDays })
  const markPrices = createMarkPriceList(seed, specs)
  let observer: ((event: InstrumentEvent) => void) | undefined
  let market: SimulatedMarket | undefined
  let joined = false

  const open = (startMs: Instant): SimulatedMarket => {
    joined = false
    withdraw()
    market = createSimulatedMarket({ seed, startMs, specs, observe: (event) => joined && observer?.(event) })
    return market
  }

  /**
   * Adds our account to the market only once it has caught up with the present: no one could have traded in between.
   */
  const join = (live: SimulatedMarket): void => {
    if (joined || clock() - live.timeMs >= TICK_MS) return
    joined = true
    moveTo(live)
    const lastMs = Math.floor((live.timeMs - 1) / SECOND_MS) * SECOND_MS
    for (const markPriceAt of markPrices.values()) {
      observer?.({ kind: 'markPrice', markPrice: markPriceAt(lastMs) })
    }
  }

  const fundingAt: SimulatedExchange['fundingAt'] = (symbol, settledAtMs) => {
    const rate = markPrices.get(symbol)?.(settledAtMs - 1).fundingRate
    const mark = markPrices.get(symbol)?.(settledAtMs).mark
    return rate && mark !== undefined ? { rate, mark } : undefined
  }

  const run: MarketSource['run'] = async (sink, since, signal) => {
    let live = open(intervalStart('1m', clock()))

    /** Returns the events to publish at `now`, or a first part of them. */
    const next = (now: Instant): Iterable<MarketEvent> => {
      if (now - live.timeMs <= CATCH_UP_MAX_MS) return live.advanceTo(Math.min(now, live.timeMs + STRETCH_MS))
      live = open(intervalStart('1m', now))
      return marketReopening(specs, live.timeMs)
    }

    const untilNextTick = (): number => Math.max(0, Math.min(TICK_MS, live.timeMs + TICK_MS - clock()))

    const openAll = async (startMs: Instant): Promise<boolean> => {
      for (const spec of specs) {
        const { symbol } = spec.instrument
        const candles = await history.read(spec, { sinceMs: since(symbol), startMs })
        const fundings = pastFundings(symbol, createReferencePrice(seed, spec).premium, startMs)
        if (!(await offerAll(instrumentOpening({ spec, candles, fundings, startMs }), sink, signal))) return false
      }
      return true
    }

    let going = await openAll(live.timeMs)
    while (going) {
      going = await offerAll(next(clock()), sink, signal)
      join(live)
      if (going) await timer(untilNextTick(), signal)
    }
  }

  return {
    origin: 'SIMULATOR',
    market: `simulated seed=${seed}`,
    resumes: true,
    instruments: specs.map(({ instrument }) => instrument),
    run: (sink, since, signal) =>
      run(sink, since, signal).catch((error: unknown) => {
        if (!signal.aborted) throw error
      }),
    requestBook: (symbol) => market?.requestBook(symbol),
    matcher,
    observe(wanted) {
      observer = wanted
    },
    markPriceAt: (symbol, at) => markPrices.get(symbol)?.(at),
    fundingAt,
    prepareHistory: () => history.prepare(intervalStart('1m', clock())),
  }
}

const createMarkPriceList = (
  seed: number,
  specs: readonly InstrumentSpec[],
): ReadonlyMap<string, (at: Instant) => MarkPrice> =>
  new Map(specs.map((spec) => [spec.instrument.symbol, createMarkPrices(seed, spec, createReferencePrice(seed, spec))]))
