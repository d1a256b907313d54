import { describe, expect, it } from 'vitest'
import { SURFACES } from '../../../contract/monitor/index.ts'
import { type MetricText, readMetrics } from '../../../test/support/read-metrics.ts'
import { aSnapshot, type InputValues } from '../../../test/support/truth-samples.ts'
import { reportsOn } from '../frame/reports.ts'
import { candidateQualityV3 } from '../surfaces/candidate-quality/rules.ts'
import { printFamilies } from './metric-family.ts'
import { metricsText } from './metrics-text.ts'

const AT = '2026-01-02T03:04:00.678Z'

const WELL: InputValues = {
  store: { failure: null, commitP99Ms: 2.5, freeDiskBytes: 2 ** 40 },
  clock: { checked: true, offsetMs: -20, errorMs: 10 },
  latch: { engaged: false, stopId: null, at: null },
  feeds: [
    { symbol: 'BTCUSDT', bookState: 'SYNCED', bookAgeMs: 80, markAgeMs: 700 },
    { symbol: 'ETHUSDT', bookState: 'RESYNCING', bookAgeMs: null, markAgeMs: 900 },
  ],
  privateStream: { state: 'connected' },
  reconciliation: { differences: 0 },
  httpAnswers: { byClass: { '2xx': 40, '3xx': 1, '4xx': 3, '5xx': 0 }, rateLimited: 2 },
  streamStanding: { connections: 3, subscriptions: 12, backlog: 4, ended: { SLOW_CONSUMER: 1 } },
  processFigures: {
    version: '0.1.0',
    nodeVersion: 'v24.21.0',
    startedAtMs: 1_767_323_000_000,
    residentBytes: 150_000_000,
    heapUsedBytes: 40_000_000,
    heapTotalBytes: 60_000_000,
    cpuUserSec: 1.5,
    cpuSystemSec: 0.25,
    loopDelay: { meanSec: 0.0002, p99Sec: 0.004, maxSec: 0.02 },
  },
  candidates: { marketNow: AT, candidates: [], leftOff: 0 },
}

const readFamilies = (inputs: InputValues, agesMs = {}) =>
  readMetrics(metricsText(reportsOn(aSnapshot(inputs, { agesMs }), [candidateQualityV3])))

const readSamples = (families: ReadonlyMap<string, MetricText>, name: string) =>
  Object.fromEntries(families.get(`plimsoll_${name}`)?.samples ?? [])

describe('the text of the metrics', () => {
  it('returns the available metrics in base units, each family once, with its help text', () => {
    const families = readFamilies(WELL)
    for (const [name, { type, help }] of families) {
      expect(name).toMatch(/^plimsoll_[a-z0-9_]+$/)
      expect(type).toBe(name.endsWith('_total') ? 'counter' : 'gauge')
      expect(help).toMatch(/\.$/)
    }
    expect(readSamples(families, 'store_commit_p99_seconds')).toEqual({ '': 0.0025 })
    expect(readSamples(families, 'clock_offset_seconds')).toEqual({ '': -0.02 })
    expect(readSamples(families, 'emergency_stop_engaged')).toEqual({ '': 0 })
    expect(readSamples(families, 'feed_mark_age_seconds')).toEqual({
      '{symbol="BTCUSDT"}': 0.7,
      '{symbol="ETHUSDT"}': 0.9,
    })
    expect(readSamples(families, 'feed_book_synced')).toEqual({ '{symbol="BTCUSDT"}': 1, '{symbol="ETHUSDT"}': 0 })
    expect(readSamples(families, 'http_requests_total')).toEqual({
      '{code="2xx"}': 40,
      '{code="3xx"}': 1,
      '{code="4xx"}': 3,
      '{code="5xx"}': 0,
    })
    expect(readSamples(families, 'http_rate_limited_total')).toEqual({ '': 2 })
    expect(readSamples(families, 'stream_connections')).toEqual({ '': 3 })
    expect(readSamples(families, 'stream_closed_total')).toEqual({ '{reason="SLOW_CONSUMER"}': 1 })
    expect(readSamples(families, 'event_loop_delay_seconds')).toEqual({
      '{stat="mean"}': 0.0002,
      '{stat="p99"}': 0.004,
      '{stat="max"}': 0.02,
    })
    expect(readSamples(families, 'build_info')).toEqual({
      [`{version="0.1.0",node="v24.21.0",build="${'b'.repeat(64)}"}`]: 1,
    })
  })

  it('omits missing values and never reports them as zero', () => {
    const families = readFamilies(WELL)
    expect(readSamples(families, 'feed_book_age_seconds')).toEqual({ '{symbol="BTCUSDT"}': 0.08 })
    expect(families.has('plimsoll_equity_usdt')).toBe(false)
    expect([...readFamilies({}).keys()]).toEqual([
      'plimsoll_snapshot_timestamp_seconds',
      'plimsoll_surface_verdict_rank',
      'plimsoll_surface_severity',
      'plimsoll_evidence_fresh',
    ])
    expect(Object.values(readSamples(readFamilies({}), 'evidence_fresh')).every((value) => value === 0)).toBe(true)
  })

  it('ranks surface verdicts around insufficient evidence', () => {
    const ranked = readSamples(readFamilies(WELL), 'surface_verdict_rank')
    expect(ranked).toEqual({ '{surface="candidate-quality-v3",verdict="INSUFFICIENT_EVIDENCE"}': 0 })
    expect(readSamples(readFamilies(WELL), 'surface_severity')).toEqual({ '{surface="candidate-quality-v3"}': 2 })
    expect(SURFACES.length).toBeGreaterThan(0)
  })

  it('reports the age of every input', () => {
    const families = readFamilies(WELL, { clock: 130_000 })
    expect(readSamples(families, 'evidence_age_seconds')).toMatchObject({
      '{input="clock"}': 130,
      '{input="store"}': 0,
    })
    expect(readSamples(families, 'evidence_fresh')).toMatchObject({
      '{input="clock"}': 0,
      '{input="store"}': 1,
    })
  })
})

describe('a metric', () => {
  it('escapes quotes, backslashes and line ends in its labels and its help', () => {
    const text = printFamilies([
      {
        name: 'odd',
        type: 'gauge',
        help: 'It is\nodd \\ "quoted".',
        samples: [
          { labels: { name: 'a"b\\c\nd' }, value: 1 },
          { labels: { name: 'gone' }, value: Number.NaN },
          { labels: { name: 'far' }, value: Number.POSITIVE_INFINITY },
        ],
      },
    ])
    expect(text).toBe(
      '# HELP plimsoll_odd It is\\nodd \\\\ "quoted".\n# TYPE plimsoll_odd gauge\nplimsoll_odd{name="a\\"b\\\\c\\nd"} 1\n',
    )
    expect(readSamples(readMetrics(text), 'odd')).toEqual({ '{name="a\\"b\\\\c\\nd"}': 1 })
  })
})
