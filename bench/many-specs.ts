import { INSTRUMENT_SPECS, type InstrumentSpec } from '../server/adapters/exchanges/simulated/instrument-specs.ts'

/** What the simulated market tells of its three instruments in a second, in ordinary times. */
const EVENTS_PER_SECOND = 60

/** The instruments of the simulated market and copies of them under other names, until they tell so many events a second. */
export const manySpecs = (eventsPerSecond: number): InstrumentSpec[] =>
  Array.from({ length: Math.ceil(eventsPerSecond / EVENTS_PER_SECOND) }, (_, copy) =>
    INSTRUMENT_SPECS.map((spec) => (copy === 0 ? spec : named(spec, `${copy}${spec.instrument.symbol}`))),
  ).flat()

const named = (spec: InstrumentSpec, symbol: string): InstrumentSpec => ({
  ...spec,
  instrument: { ...spec.instrument, symbol },
})
