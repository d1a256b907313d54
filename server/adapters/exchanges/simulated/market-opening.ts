import type { Instant } from '../../../core/instant.ts'
import { openOf } from '../../../domain/market/interval.ts'
import type { MarketEvent } from '../../../domain/market/market-event.ts'
import { INSTRUMENT_SPECS } from './instrument-specs.ts'
import { historyStart, minuteHistory } from './minute-history.ts'

export interface OpeningOptions {
  readonly seed: number
  /** From here on the streams are whole; on the minute. */
  readonly startMs: Instant
  /** The first minute wanted of a symbol's past; undefined is all there is. */
  readonly since: (symbol: string) => Instant | undefined
}

/** What is told before the market itself: each instrument, its past, and that its stream is live. */
export function* marketOpening({ seed, startMs, since }: OpeningOptions): Generator<MarketEvent> {
  for (const spec of INSTRUMENT_SPECS) {
    const { symbol } = spec.instrument
    yield { kind: 'instrument', instrument: spec.instrument }
    const fromMs = openOf('1m', since(symbol) ?? historyStart(startMs))
    for (const candle of minuteHistory(seed, spec, { fromMs, toMs: startMs })) yield { kind: 'history', candle }
    yield { kind: 'stream', change: { symbol, state: 'live', sinceMs: startMs } }
  }
}

/** What is told after a stretch in which nobody traded here: it is lost, and a new stream is live. */
export function* marketReopening(startMs: Instant): Generator<MarketEvent> {
  for (const { instrument } of INSTRUMENT_SPECS) {
    yield { kind: 'stream', change: { symbol: instrument.symbol, state: 'lost' } }
    yield { kind: 'stream', change: { symbol: instrument.symbol, state: 'live', sinceMs: startMs } }
  }
}
