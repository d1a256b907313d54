/** Metrics of feeds, exchange, store, process, API and engine. */

import { CONTROL_STATES } from '../../domain/control/control-state.ts'
import type { TruthInputs, TruthSnapshot } from '../frame/inputs.ts'
import { counters, flag, gauge, gauges, type MetricFamily, toSeconds } from './metric-family.ts'

/** Builds the feed metrics of each instrument. */
export const feedMetrics = (feeds: TruthInputs['feeds']): MetricFamily[] => [
  gauges(
    'feed_book_age_seconds',
    'Age of the order book.',
    feeds.map(({ symbol, bookAgeMs }) => ({ labels: { symbol }, value: toSeconds(bookAgeMs) })),
  ),
  gauges(
    'feed_mark_age_seconds',
    'Age of the mark price.',
    feeds.map(({ symbol, markAgeMs }) => ({ labels: { symbol }, value: toSeconds(markAgeMs) })),
  ),
  gauges(
    'feed_book_synced',
    '1 when the order book is synchronised.',
    feeds.map(({ symbol, bookState }) => ({ labels: { symbol }, value: flag(bookState === 'SYNCED') })),
  ),
]

/** Builds the metrics of the exchange connection. */
export const exchangeMetrics = ({ inputs }: TruthSnapshot): MetricFamily[] => {
  const { privateStream, reconciliation, clock } = inputs
  return [
    gauge(
      'private_stream_connected',
      '1 when the private stream of orders and fills is connected.',
      flag(privateStream && privateStream.value.state === 'connected'),
    ),
    gauge('account_differences', 'Differences between the ledger and the exchange.', reconciliation?.value.differences),
    gauge(
      'clock_offset_seconds',
      'Offset of the local clock from the exchange clock.',
      toSeconds(clock?.value.offsetMs),
    ),
    gauge('clock_error_seconds', 'Uncertainty of the clock offset.', toSeconds(clock?.value.errorMs)),
  ]
}

/** Builds the metrics of the durability of decisions. */
export const storeMetrics = ({ inputs: { store, audit } }: TruthSnapshot): MetricFamily[] => [
  gauge(
    'store_commit_p99_seconds',
    'Latency of durable commits, 99th percentile.',
    toSeconds(store?.value.commitP99Ms),
  ),
  gauge('store_failed', '1 when the store cannot be written.', flag(store && store.value.failure !== null)),
  gauge('disk_free_bytes', 'Free space on the disk of the data directory.', store?.value.freeDiskBytes),
  gauge('audit_entries', 'Entries in the audit log.', audit?.value.size),
  gauge(
    'audit_broken',
    '1 when verification of the audit log has found a fault.',
    flag(audit && audit.value.broken !== null),
  ),
  gauge(
    'audit_spooled',
    '1 when audit entries are waiting in the spool.',
    flag(audit && audit.value.status !== 'RECORDED'),
  ),
]

/** Builds the metrics of the running build and its resource usage. */
export const processMetrics = (figures: TruthInputs['processFigures'], build: string): MetricFamily[] => {
  const { version, nodeVersion: node, loopDelay } = figures
  return [
    gauges('build_info', 'Version and build digest of the running program.', [
      { labels: { version, node, build }, value: 1 },
    ]),
    gauge('process_start_time_seconds', 'Start time of the process.', figures.startedAtMs / 1_000),
    gauge('process_resident_memory_bytes', 'Resident memory of the process.', figures.residentBytes),
    gauges('process_heap_bytes', 'Heap memory of the process.', [
      { labels: { kind: 'used' }, value: figures.heapUsedBytes },
      { labels: { kind: 'total' }, value: figures.heapTotalBytes },
    ]),
    counters('process_cpu_seconds_total', 'CPU time of the process.', [
      { labels: { mode: 'user' }, value: figures.cpuUserSec },
      { labels: { mode: 'system' }, value: figures.cpuSystemSec },
    ]),
    gauges('event_loop_delay_seconds', 'Event loop delay over the last seconds.', [
      { labels: { stat: 'mean' }, value: loopDelay?.meanSec },
      { labels: { stat: 'p99' }, value: loopDelay?.p99Sec },
      { labels: { stat: 'max' }, value: loopDelay?.maxSec },
    ]),
  ]
}

/** Builds the metrics of HTTP responses. */
export const httpMetrics = ({ byClass, rateLimited }: TruthInputs['httpAnswers']): MetricFamily[] => [
  counters(
    'http_requests_total',
    'HTTP responses by status class, except those to probes.',
    Object.entries(byClass).map(([code, value]) => ({ labels: { code }, value })),
  ),
  counters('http_rate_limited_total', 'Requests rejected because a quota was exceeded.', [{ value: rateLimited }]),
]

/** Builds the metric of requests that a gateway did not count together with the others. */
export const quotaMetric = (uncounted: number): MetricFamily =>
  counters(
    'http_quota_local_total',
    'Requests counted against the quota of this gateway alone, because the shared store did not respond in time.',
    [{ value: uncounted }],
  )

/** Builds the metrics of stream subscribers. */
export const streamMetrics = ({ connections, subscriptions, backlog, ended }: TruthInputs['streamStanding']) => [
  gauge('stream_connections', 'Open WebSocket connections.', connections),
  gauge('stream_subscriptions', 'Channel subscriptions over all connections.', subscriptions),
  gauge('stream_backlog_messages', 'Messages queued for clients that read too slowly.', backlog),
  counters(
    'stream_closed_total',
    'Connections closed by the server, by reason.',
    Object.entries(ended).map(([reason, value]) => ({ labels: { reason }, value })),
  ),
]

type Engine = TruthInputs['engine']

export const emergencyStopMetric = (isEngaged: boolean | undefined): MetricFamily =>
  gauge('emergency_stop_engaged', '1 while an emergency stop is engaged.', flag(isEngaged))

/** Builds the metrics of autotrading: its state, permissions and activity. */
export const engineMetrics = (engine: Engine | undefined, latch: TruthInputs['latch'] | undefined): MetricFamily[] => [
  emergencyStopMetric(latch?.engaged),
  ...(engine ? [...stateMetrics(engine), ...hindranceMetrics(engine), ...activityMetrics(engine)] : []),
]

const stateMetrics = ({ state, stateSince, allowed, executionMode, lastOrderAt }: Engine): MetricFamily[] => [
  gauges(
    'engine_state',
    '1 for the current state of the engine.',
    CONTROL_STATES.map((one) => ({ labels: { state: one }, value: flag(one === state) })),
  ),
  gauge('engine_state_since_timestamp_seconds', 'Time of the last engine state change.', toInstantSeconds(stateSince)),
  gauges('execution_mode', '1 for the active execution mode.', [{ labels: { mode: executionMode }, value: 1 }]),
  gauges(
    'authority',
    '1 for each kind of order that the engine state permits, before gates.',
    Object.entries(allowed).map(([what, isAllowed]) => ({ labels: { what }, value: flag(isAllowed) })),
  ),
  gauge('last_order_timestamp_seconds', 'Time of the last order sent.', toInstantSeconds(lastOrderAt)),
]

const hindranceMetrics = ({ topBlockers, breakers, quarantines, exchange }: Engine): MetricFamily[] => [
  gauges(
    'blocker',
    'The five longest-standing blockers of autotrading entries.',
    topBlockers.map(({ gateId, code, kind }) => ({ labels: { gate: gateId, code, kind }, value: 1 })),
  ),
  gauges(
    'breaker_open',
    '1 while a circuit breaker is tripped.',
    breakers.map(({ id, state }) => ({ labels: { breaker: id }, value: flag(state !== 'ARMED') })),
  ),
  gauge(
    'quarantined_strategies',
    'Strategies in quarantine: no entries until they are rearmed on the host.',
    quarantines.length,
  ),
  gauge('exchange_connected', '1 when the exchange sends updates of our orders.', flag(exchange.connected)),
  gauges(
    'exchange_trouble',
    '1 for each current problem with the exchange connection.',
    [...new Set(exchange.troubles.map(({ code }) => code))].map((code) => ({ labels: { code }, value: 1 })),
  ),
]

const activityMetrics = ({ counters24h }: Engine): MetricFamily[] => [
  gauges(
    'events_24h',
    'Signals, candidates, decisions, orders and fills in the last 24 hours.',
    Object.entries(counters24h).map(([kind, value]) => ({ labels: { kind }, value })),
  ),
]

const toInstantSeconds = (text: string | null): number | null => (text === null ? null : Date.parse(text) / 1_000)
