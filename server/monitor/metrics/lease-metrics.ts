import { flag, gauge, gauges, type MetricFamily, toSeconds } from './metric-family.ts'

/**
 * Builds the metrics of an account in a shared store, as its gateway sees them: the lease, the standbys, the bus, and the
 * time since the active engine last published its state.
 */
export const leaseMetrics = ({ entry, silentMs, buses }: LeaseFigures): MetricFamily[] => [
  gauge(
    'engine_silent_seconds',
    'Time since the active engine last published its state to this gateway.',
    toSeconds(silentMs),
  ),
  gauges(
    'bus_connected',
    '1 while a process receives notifications over the bus; otherwise it reads changes from the store up to half a second later.',
    Object.entries(buses).flatMap(([process, bus]) =>
      bus ? [{ labels: { process }, value: flag(bus.state === 'CONNECTED') }] : [],
    ),
  ),
  ...(entry ? entryMetrics(entry) : []),
]

interface LeaseFigures {
  /** Undefined while the shared store does not respond. */
  readonly entry: LeaseEntry | undefined
  readonly silentMs: number
  /** Bus of the active engine, null while it does not report, and of this gateway. */
  readonly buses: Readonly<Record<'engine' | 'gateway', { readonly state: string } | null>>
}

interface LeaseEntry {
  readonly epoch: number
  /** Null while no engine holds the lease. */
  readonly host: string | null
  readonly standbys: readonly { readonly host: string; readonly batchesBehind: number }[]
}

const entryMetrics = ({ epoch, host, standbys }: LeaseEntry): MetricFamily[] => [
  gauge('lease_held', '1 while an engine holds the lease of the account.', flag(host !== null)),
  gauge('lease_epoch', 'Epoch of the newest lease; it increases with every takeover.', epoch),
  gauge('standbys', 'Standby engines that follow the account.', standbys.length),
  gauges(
    'standby_batches_behind',
    'Log batches that a standby has not copied yet.',
    standbys.map((standby) => ({ labels: { host: standby.host }, value: standby.batchesBehind })),
  ),
]
