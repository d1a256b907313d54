/**
 * Events that precede the simulated market's own: instruments, history and stream states, at its opening and reopening.
 */

import type { Instant } from '../../../core/instant.ts'
import type { Candle } from '../../../domain/market/candle.ts'
import type { MarketEvent, PastFunding } from '../../../domain/market/market-event.ts'
import type { InstrumentSpec } from './instrument-specs.ts'

/** Yields the events before an instrument is traded: itself, its candles and past funding rates, and its stream as live. */
export function* instrumentOpening({ spec, candles, fundings, startMs }: OpeningOptions): Generator<MarketEvent> {
  const { symbol } = spec.instrument
  yield { kind: 'instrument', instrument: spec.instrument }
  for (const candle of candles) yield { kind: 'history', candle }
  for (const funding of fundings) yield { kind: 'funding', funding }
  yield* live(symbol, startMs)
}

/** The agents trade without margin: that nothing is liquidated is known, not assumed. */
function* live(symbol: string, sinceMs: Instant): Generator<MarketEvent> {
  yield { kind: 'stream', change: { symbol, state: 'live', sinceMs } }
  yield { kind: 'liquidationStream', symbol, sinceMs }
}

export interface OpeningOptions {
  readonly spec: InstrumentSpec
  /** Past one-minute candles up to `startMs`. */
  readonly candles: Iterable<Candle>
  /** Past settlements, oldest first. */
  readonly fundings: readonly PastFunding[]
  /** Start of the complete stream, on the minute. */
  readonly startMs: Instant
}

/** Yields the events after a period without trading: the stream is lost, and a new one is live. */
export function* marketReopening(specs: readonly InstrumentSpec[], startMs: Instant): Generator<MarketEvent> {
  for (const { instrument } of specs) {
    yield { kind: 'stream', change: { symbol: instrument.symbol, state: 'lost' } }
    yield* live(instrument.symbol, startMs)
  }
}
