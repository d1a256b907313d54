import type { TruthInputs } from '../frame/inputs.ts'
import type { TruthSnapshot } from '../frame/snapshot.ts'
import { counters, flag, gauge, gauges, type MetricFamily, toSeconds } from './metric-family.ts'

/** How well each instrument is seen. */
export const feedMetrics = (feeds: TruthInputs['feeds']): MetricFamily[] => [
  gauges(
    'feed_book_age_seconds',
    'How long ago the order book was heard of.',
    feeds.map(({ symbol, bookAgeMs }) => ({ labels: { symbol }, value: toSeconds(bookAgeMs) })),
  ),
  gauges(
    'feed_mark_age_seconds',
    'How long ago the mark price was heard of.',
    feeds.map(({ symbol, markAgeMs }) => ({ labels: { symbol }, value: toSeconds(markAgeMs) })),
  ),
  gauges(
    'feed_book_synced',
    'Whether the order book is whole.',
    feeds.map(({ symbol, bookState }) => ({ labels: { symbol }, value: flag(bookState === 'SYNCED') })),
  ),
]

/** How we stand to the exchange. */
export const exchangeMetrics = ({ inputs }: TruthSnapshot): MetricFamily[] => {
  const { privateStream, reconciliation, clock } = inputs
  return [
    gauge(
      'private_stream_connected',
      'Whether the stream of our own orders is up.',
      flag(privateStream && privateStream.value.state === 'connected'),
    ),
    gauge('account_differences', 'Where our books and the exchange do not agree.', reconciliation?.value.differences),
    gauge('clock_offset_seconds', 'Our clock against that of the exchange.', toSeconds(clock?.value.offsetMs)),
    gauge('clock_error_seconds', 'How far that may be off.', toSeconds(clock?.value.errorMs)),
  ]
}

/** How what is decided is made durable. */
export const storeMetrics = ({ inputs: { store, audit } }: TruthSnapshot): MetricFamily[] => [
  gauge('store_commit_p99_seconds', 'Durable commits: 99 of 100 are faster.', toSeconds(store?.value.commitP99Ms)),
  gauge('store_failed', 'Whether it cannot be written.', flag(store && store.value.failure !== null)),
  gauge('disk_free_bytes', 'Room where the data are.', store?.value.freeDiskBytes),
  gauge('audit_entries', 'Entries of the audit log.', audit?.value.size),
  gauge('audit_broken', 'Whether something is wrong with it.', flag(audit && audit.value.broken !== null)),
  gauge('audit_spooled', 'Whether entries wait beside it.', flag(audit && audit.value.status !== 'RECORDED')),
]

/** What runs, and what it takes of the machine. */
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
    gauges('event_loop_delay_seconds', 'How late it came to its timers in the last seconds.', [
      { labels: { stat: 'mean' }, value: loopDelay?.meanSec },
      { labels: { stat: 'p99' }, value: loopDelay?.p99Sec },
      { labels: { stat: 'max' }, value: loopDelay?.maxSec },
    ]),
  ]
}

/** How requests were answered. */
export const httpMetrics = ({ byClass, rateLimited }: TruthInputs['httpAnswers']): MetricFamily[] => [
  counters(
    'http_requests_total',
    'Requests that were answered, by the class of the status.',
    Object.entries(byClass).map(([code, value]) => ({ labels: { code }, value })),
  ),
  counters('http_rate_limited_total', 'Requests that were over a quota.', [{ value: rateLimited }]),
]

/** Who follows the stream. */
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
