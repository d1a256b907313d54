import type { TruthInputs } from '../frame/inputs.ts'
import type { TruthSnapshot } from '../frame/snapshot.ts'
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
