/** Sections of the evidence record: the saved part of each record, and how it is restored at startup. */

import { printDecimal } from '../../core/decimal.ts'
import { listFields, readFields, type StateFields, writeFields } from '../../core/state-fields.ts'
import type { InstrumentMarket } from '../../domain/market/instrument-market.ts'
import type { Market } from '../../domain/market/market.ts'
import {
  BASELINE_VERSION,
  LIQUIDATIONS_VERSION,
  readBaseline,
  readLiquidationBaseline,
  resumeBaseline,
  resumeLiquidationBaseline,
} from '../../domain/microstructure/micro-reading.ts'
import { type CarriedReadings, readingsToSave } from './carried-readings.ts'
import type { EvidenceSection } from './evidence-record.ts'
import type { PacketKeeper } from './go-live-records.ts'
import type { MarketMemory } from './market-memory.ts'
import type { ProtectionRecord } from './protection-record.ts'
import type { StatusHistory } from './status-history.ts'

/** Section of observed and operational time of the last day, and the last incident. A restart is not an incident. */
export const statusSection = (history: StatusHistory): EvidenceSection =>
  fieldSection({ name: 'status', version: 1 }, { history: listFields(history, 'components', 'minutes', 'incident') })

interface Named {
  readonly name: string
  readonly version: number
}

/** Creates a section whose state is fields of mutable objects. */
const fieldSection = (named: Named, state: StateFields): EvidenceSection => ({
  ...named,
  save: () => readFields(state),
  resume: (saved) => writeFields(state, saved),
})

/** Section of exposure without a stop and of lost stops, with the number of the last journal row that it includes. */
export const protectionSection = (record: ProtectionRecord): EvidenceSection => {
  const state: StateFields = {
    record: listFields(record, 'filledAtMs', 'lastFillAtMs', 'latencies', 'uncovered', 'exposure', 'longest'),
    since: listFields(record, 'sinceMs'),
    stops: listFields(record.stops, 'relied', 'lost'),
  }
  return {
    name: 'protection',
    version: 1,
    save: () => ({ ...readFields(state), seq: record.seq }),
    resume(saved) {
      writeFields(state, saved)
      record.seq = (saved as Partial<Pick<ProtectionRecord, 'seq'>>).seq ?? null
    },
  }
}

/** Section of sampled latencies: round trips and message delays. */
export const latencySection = ({ roundTrips, lags }: MarketMemory): EvidenceSection =>
  fieldSection(
    { name: 'latency', version: 1 },
    { roundTrips: listFields(roundTrips, 'values', 'count'), lags: listFields(lags, 'values', 'count') },
  )

/** Section of the last decision packets. */
export const packetSection = (packets: PacketKeeper): EvidenceSection => ({
  name: 'packets',
  version: 1,
  save: () => packets.stored() ?? null,
  resume: (saved) => packets.resume(saved),
})

/** Section of windowed counts. */
export const readingsSection = (carried: CarriedReadings, now: () => number): EvidenceSection => ({
  name: 'readings',
  version: 1,
  save: () => readingsToSave(carried, now()),
  resume(saved) {
    if (!(saved instanceof Map)) throw new TypeError('the saved readings have an unknown format')
    for (const [name, earlier] of saved) carried.earlier.set(name, earlier)
  },
})

/** Section of the baselines of one market. With a different tick or lot size, they are invalid and restart empty. */
export const marketSection = (market: Market, { instrument: { symbol } }: InstrumentMarket): EvidenceSection => ({
  name: `market/${symbol}`,
  version: BASELINE_VERSION,
  save() {
    const entry = market.instruments.get(symbol)
    return entry && { grid: gridKey(entry), booksLost: entry.booksLost, baseline: readBaseline(entry.micro) }
  },
  resume(saved) {
    const entry = market.instruments.get(symbol)
    const { grid, booksLost, baseline } = saved as Partial<{ grid: string; booksLost: number[]; baseline: unknown }>
    if (!entry || grid !== gridKey(entry)) return
    if (!Array.isArray(booksLost)) throw new TypeError('the saved market has no booksLost')
    resumeBaseline(entry.micro, baseline)
    entry.booksLost.splice(0, entry.booksLost.length, ...booksLost)
  },
})

/** Section of the liquidations of one market and of the time in which they were observed. */
export const liquidationSection = (market: Market, { instrument: { symbol } }: InstrumentMarket): EvidenceSection => ({
  name: `liquidations/${symbol}`,
  version: LIQUIDATIONS_VERSION,
  save() {
    const entry = market.instruments.get(symbol)
    return entry && { grid: gridKey(entry), baseline: readLiquidationBaseline(entry.micro) }
  },
  resume(saved) {
    const entry = market.instruments.get(symbol)
    const { grid, baseline } = saved as Partial<{ grid: string; baseline: unknown }>
    if (entry && grid === gridKey(entry)) resumeLiquidationBaseline(entry.micro, baseline)
  },
})

const gridKey = ({ instrument: { price, quantity } }: InstrumentMarket): string =>
  `${printDecimal(price.step)} ${printDecimal(quantity.step)}`
