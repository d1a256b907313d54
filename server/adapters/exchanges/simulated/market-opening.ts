/**
 * Events that precede the simulated market's own: instruments, history and stream states, at its opening and reopening.
 */

import type { Decimal } from '../../../core/decimal.ts'
import type { Instant } from '../../../core/instant.ts'
import type { Candle } from '../../../domain/market/candle.ts'
import type { MarketEvent } from '../../../domain/market/market-event.ts'
import { FUNDING_INTERVAL_MS, nextFundingAfter } from './funding.ts'
import type { InstrumentSpec } from './instrument-specs.ts'

/** Yields the events before an instrument is traded: itself, its candles and past funding rates, and its stream as live. */
export function* instrumentOpening({ spec, candles, startMs, fundingAt }: OpeningOptions): Generator<MarketEvent> {
  const { symbol } = spec.instrument
  yield { kind: 'instrument', instrument: spec.instrument }
  for (const candle of candles) yield { kind: 'history', candle }
  yield* pastFunding(symbol, startMs, fundingAt)
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
  /** Start of the complete stream, on the minute. */
  readonly startMs: Instant
  readonly fundingAt: (symbol: string, settledAtMs: Instant) => { readonly rate: Decimal } | undefined
}

function* pastFunding(
  symbol: string,
  startMs: Instant,
  fundingAt: OpeningOptions['fundingAt'],
): Generator<MarketEvent> {
  const lastMs = nextFundingAfter(startMs) - FUNDING_INTERVAL_MS
  for (let back = FUNDINGS - 1; back >= 0; back--) {
    const settledAtMs = lastMs - back * FUNDING_INTERVAL_MS
    const rate = fundingAt(symbol, settledAtMs)?.rate
    if (rate) yield { kind: 'funding', funding: { symbol, rate, settledAtMs, intervalMs: FUNDING_INTERVAL_MS } }
  }
}

/** Number of past settlements published: those of a month. */
const FUNDINGS = 90

/** Yields the events after a period without trading: the stream is lost, and a new one is live. */
export function* marketReopening(specs: readonly InstrumentSpec[], startMs: Instant): Generator<MarketEvent> {
  for (const { instrument } of specs) {
    yield { kind: 'stream', change: { symbol: instrument.symbol, state: 'lost' } }
    yield* live(instrument.symbol, startMs)
  }
}
