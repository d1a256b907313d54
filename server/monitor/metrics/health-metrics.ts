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
    'Whether the order book is whole.',
    feeds.map(({ symbol, bookState }) => ({ labels: { symbol }, value: flag(bookState === 'SYNCED') })),
  ),
]

/** Builds the metrics of the exchange connection. */
export const exchangeMetrics = ({ inputs }: TruthSnapshot): MetricFamily[] => {
  const { privateStream, reconciliation, clock } = inputs
  return [
    gauge(
      'private_stream_connected',
      'Whether the stream of our own orders is up.',
      flag(privateStream && privateStream.value.state === 'connected'),
    ),
    gauge('account_differences', 'Differences between our ledger and the exchange.', reconciliation?.value.differences),
    gauge('clock_offset_seconds', 'Our clock against that of the exchange.', toSeconds(clock?.value.offsetMs)),
    gauge('clock_error_seconds', 'How far that may be off.', toSeconds(clock?.value.errorMs)),
  ]
}

/** Builds the metrics of the durability of decisions. */
export const storeMetrics = ({ inputs: { store, audit } }: TruthSnapshot): MetricFamily[] => [
  gauge('store_commit_p99_seconds', 'Durable commits: 99 of 100 are faster.', toSeconds(store?.value.commitP99Ms)),
  gauge('store_failed', 'Whether it cannot be written.', flag(store && store.value.failure !== null)),
  gauge('disk_free_bytes', 'Free space of the data disk.', store?.value.freeDiskBytes),
  gauge('audit_entries', 'Entries of the audit log.', audit?.value.size),
  gauge('audit_broken', 'Whether something is wrong with it.', flag(audit && audit.value.broken !== null)),
  gauge(
    'audit_spooled',
    '1 when audit entries are waiting in the spool.',
    flag(audit && audit.value.status !== 'RECORDED'),
  ),
]

/** Running build and its resource usage. */
export const processMetrics = (figures: TruthInputs['processFigures'], build: string): MetricFamily[] => {
  const { version, nodeVersion: node, loopDelay } = figures
  return [
    gauges('build_info', 'What runs.', [{ labels: { version, node, build }, value: 1 }]),
    gauge('process_start_time_seconds', 'When it was started.', figures.startedAtMs / 1_000),
    gauge('process_resident_memory_bytes', 'Memory the process has.', figures.residentBytes),
    gauges('process_heap_bytes', 'Memory of the heap.', [
      { labels: { kind: 'used' }, value: figures.heapUsedBytes },
      { labels: { kind: 'total' }, value: figures.heapTotalBytes },
    ]),
    counters('process_cpu_seconds_total', 'Time of processors it has taken.', [
      { labels: { mode: 'user' }, value: figures.cpuUserSec },
      { labels: { mode: 'system' }, value: figures.cpuSystemSec },
    ]),
    gauges('event_loop_delay_seconds', 'Timer delay of the process in the last seconds.', [
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
    'Requests that were answered, by the class of the status.',
    Object.entries(byClass).map(([code, value]) => ({ labels: { code }, value })),
  ),
  counters('http_rate_limited_total', 'Requests that were over a quota.', [{ value: rateLimited }]),
]

/** Builds the metrics of stream subscribers. */
export const streamMetrics = ({ connections, subscriptions, backlog, ended }: TruthInputs['streamStanding']) => [
  gauge('stream_connections', 'Connections to the stream.', connections),
  gauge('stream_subscriptions', 'Channels that are read, each as often as it is.', subscriptions),
  gauge('stream_backlog_messages', 'Messages that wait for clients and must not be lost.', backlog),
  counters(
    'stream_closed_total',
    'Connections that we have ended, by why.',
    Object.entries(ended).map(([reason, value]) => ({ labels: { reason }, value })),
  ),
]

type Engine = TruthInputs['engine']

/** Builds the metrics of autotrading: its state, permissions and activity. */
export const engineMetrics = (engine: Engine | undefined, latch: TruthInputs['latch'] | undefined): MetricFamily[] => [
  gauge('emergency_stop_engaged', 'Whether an emergency stop is engaged.', flag(latch?.engaged)),
  ...(engine ? [...stateMetrics(engine), ...hindranceMetrics(engine), ...activityMetrics(engine)] : []),
]

const stateMetrics = ({ state, stateSince, allowed, executionMode, lastOrderAt }: Engine): MetricFamily[] => [
  gauges(
    'engine_state',
    'The state the engine is in.',
    CONTROL_STATES.map((one) => ({ labels: { state: one }, value: flag(one === state) })),
  ),
  gauge('engine_state_since_timestamp_seconds', 'Since when it is in its state.', toInstantSeconds(stateSince)),
  gauges('execution_mode', 'Where orders go.', [{ labels: { mode: executionMode }, value: 1 }]),
  gauges(
    'authority',
    'What the engine may do now; the gates come on top.',
    Object.entries(allowed).map(([what, isAllowed]) => ({ labels: { what }, value: flag(isAllowed) })),
  ),
  gauge('last_order_timestamp_seconds', 'Time at which the last order was sent.', toInstantSeconds(lastOrderAt)),
]

const hindranceMetrics = ({ topBlockers, breakers, quarantines, exchange }: Engine): MetricFamily[] => [
  gauges(
    'blocker',
    'The five longest-standing blockers of autotrading entries.',
    topBlockers.map(({ gateId, code, kind }) => ({ labels: { gate: gateId, code, kind }, value: 1 })),
  ),
  gauges(
    'breaker_open',
    'Whether a breaker holds authority back.',
    breakers.map(({ id, state }) => ({ labels: { breaker: id }, value: flag(state !== 'ARMED') })),
  ),
  gauge('quarantined_strategies', 'Strategies that enter nothing until the host lets them.', quarantines.length),
  gauge('exchange_connected', '1 when the exchange sends updates of our orders.', flag(exchange.connected)),
  gauges(
    'exchange_trouble',
    'What is wrong between us and the exchange now.',
    [...new Set(exchange.troubles.map(({ code }) => code))].map((code) => ({ labels: { code }, value: 1 })),
  ),
]

const activityMetrics = ({ counters24h }: Engine): MetricFamily[] => [
  gauges(
    'events_24h',
    'What was done in the last 24 hours: signals, candidates, decisions, orders, fills.',
    Object.entries(counters24h).map(([kind, value]) => ({ labels: { kind }, value })),
  ),
]

const toInstantSeconds = (text: string | null): number | null => (text === null ? null : Date.parse(text) / 1_000)
