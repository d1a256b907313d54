import { computeDigest } from '../../core/digest.ts'
import { DAY_MS, HOUR_MS, type Instant, SECOND_MS } from '../../core/instant.ts'
import type { InstrumentMarket } from '../../domain/market/instrument-market.ts'
import type { EngineState } from '../../engine/state/turn.ts'
import type { VenueHealthTruth } from '../../monitor/inputs/exchange.ts'
import { instrumentFilters } from '../../views/tickers.ts'
import type { TruthSources } from '../evidence-sources.ts'
import type { Reader, Reading } from '../reader.ts'
import type { MarketMemory } from '../records/market-memory.ts'
import { addSample, durationQuantiles } from '../records/samples.ts'

type HealthSources = Pick<TruthSources, 'state' | 'marketMemory' | 'bootedAtMs'> & {
  readonly host: Pick<TruthSources['host'], 'recordedLag'>
}

/** Samples every connection to and from the exchange each second and returns the aggregates. */
export const venueHealthReader = {
  at: 'BACKGROUND',
  everyMs: SECOND_MS,
  read({ state, marketMemory, bootedAtMs, host }: HealthSources, nowMs: Instant): Reading<VenueHealthTruth> {
    const entries = [...state.market.instruments.values()]
    if (entries.length === 0) return undefined
    sampleRoundTrip(state, marketMemory)
    for (const entry of entries) sampleLag(state, marketMemory, entry)
    return {
      value: {
        restLatencyMs: durationQuantiles(marketMemory.roundTrips),
        wsLagMs: durationQuantiles(marketMemory.lags),
        recordedLag: host.recordedLag,
        resyncs: entries.map((entry) => countResyncs(entry, nowMs)),
        observedSinceMs: bootedAtMs,
        filtersVersion: computeDigest(entries.map(filtersIn)).slice(0, VERSION_LENGTH),
      },
      observedAtMs: nowMs,
      sampleSize: entries.length,
    }
  },
} satisfies Reader<VenueHealthTruth>

const VERSION_LENGTH = 16

/** The error of a clock is half the way there and back. */
const sampleRoundTrip = ({ session: { clock } }: EngineState, memory: MarketMemory): void => {
  if (clock.errorMs === null || clock.atMs === memory.roundTripAtMs) return
  memory.roundTripAtMs = clock.atMs
  addSample(memory.roundTrips, 2 * clock.errorMs)
}

/**
 * Returns no lag where the market has its own clock, as in a replay, because its times and ours are unrelated; nor for
 * data stored before this start, which is not a current message.
 */
const sampleLag = (
  { rules, session: { clock } }: EngineState,
  { receivedAtMs, lags }: MarketMemory,
  { instrument: { symbol }, stream, observedAtMs, exchangeTimeMs }: InstrumentMarket,
): void => {
  if (!rules.clockChecked || observedAtMs === undefined || exchangeTimeMs === undefined) return
  if (receivedAtMs.get(symbol) === observedAtMs) return
  receivedAtMs.set(symbol, observedAtMs)
  if (stream === 'live') addSample(lags, observedAtMs + (clock.offsetMs ?? 0) - exchangeTimeMs)
}

const countResyncs = ({ instrument: { symbol }, booksLost }: InstrumentMarket, nowMs: Instant) => {
  const within = (ms: number): number => booksLost.filter((atMs) => atMs > nowMs - ms).length
  return { symbol, lastHour: within(HOUR_MS), lastDay: within(DAY_MS) }
}

const filtersIn = ({ instrument }: InstrumentMarket) => ({
  symbol: instrument.symbol,
  ...instrumentFilters(instrument),
})
