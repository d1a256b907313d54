/** Instruments for benchmarks: as many copies of the simulated market's instruments as a given event rate needs. */

import { INSTRUMENT_SPECS, type InstrumentSpec } from '../server/adapters/exchanges/simulated/instrument-specs.ts'

/** Normal number of events per second of the simulated market's three instruments. */
const EVENTS_PER_SECOND = 60

/**
 * Returns the instruments of the simulated market, and copies of them under other names until the event rate is
 * reached.
 */
export const manySpecs = (eventsPerSecond: number): InstrumentSpec[] =>
  Array.from({ length: Math.ceil(eventsPerSecond / EVENTS_PER_SECOND) }, (_, copy) =>
    INSTRUMENT_SPECS.map((spec) => (copy === 0 ? spec : named(spec, `${copy}${spec.instrument.symbol}`))),
  ).flat()

const named = (spec: InstrumentSpec, symbol: string): InstrumentSpec => ({
  ...spec,
  instrument: { ...spec.instrument, symbol },
})
