import { INSTRUMENT_SPECS, type InstrumentSpec } from '../server/adapters/exchanges/simulated/instrument-specs.ts'

/** Normal number of events per second of the simulated market's three instruments. */
const EVENTS_PER_SECOND = 60

/**
 * Returns the simulated market's instruments and copies of them under other names, enough for this many events a
 * second.
 */
export const manySpecs = (eventsPerSecond: number): InstrumentSpec[] =>
  Array.from({ length: Math.ceil(eventsPerSecond / EVENTS_PER_SECOND) }, (_, copy) =>
    INSTRUMENT_SPECS.map((spec) => (copy === 0 ? spec : named(spec, `${copy}${spec.instrument.symbol}`))),
  ).flat()

const named = (spec: InstrumentSpec, symbol: string): InstrumentSpec => ({
  ...spec,
  instrument: { ...spec.instrument, symbol },
})
