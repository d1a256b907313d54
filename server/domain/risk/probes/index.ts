import { DATA_PROBES } from './data-probes.ts'
import { LOSS_PROBES, PRICE_PROBES, RATE_PROBES } from './order-probes.ts'
import type { Probe } from './probe.ts'
import { SIZE_PROBES } from './size-probes.ts'

/** One probe for every limit of the constitution that is enforced. What is only recorded, `closingCollarBps`, has none. */
export const PROBES: readonly Probe[] = [
  ...PRICE_PROBES,
  ...SIZE_PROBES,
  ...RATE_PROBES,
  ...LOSS_PROBES,
  ...DATA_PROBES,
].toSorted((a, b) => (a.gateId < b.gateId ? -1 : a.gateId > b.gateId ? 1 : 0))
