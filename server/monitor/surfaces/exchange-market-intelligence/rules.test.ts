import { describe, expect, it } from 'vitest'
import {
  aFeed,
  aHistoryTruth,
  anExchange,
  aPicture,
  aPictureTruth,
  aVenueBudget,
  aVenueHealth,
} from '../../../../test/support/market-truth-samples.ts'
import { aConstitution } from '../../../../test/support/risk-samples.ts'
import { aSnapshot, type InputValues, report, TAKEN_AT_MS } from '../../../../test/support/truth-samples.ts'
import type { MarketPicture } from '../../../domain/microstructure/market-picture.ts'
import type { FeedTruth, HistoryTruth, PictureTruth } from '../../inputs/market.ts'
import { exchangeMarketIntelligenceTruth as surface } from './rules.ts'

const HEALTHY = {
  feeds: [aFeed()],
  clock: { checked: true, offsetMs: 5, errorMs: 10 },
  exchange: anExchange(),
  marketPicture: [aPictureTruth()],
  marketHistory: [aHistoryTruth()],
  venueHealth: aVenueHealth(),
  venueBudget: aVenueBudget(),
} satisfies InputValues

const judge = (changed: InputValues = {}, parts: Parameters<typeof aSnapshot>[1] = {}) =>
  report(surface, aSnapshot({ ...HEALTHY, ...changed }, parts))

const withPicture = (picture: Partial<MarketPicture>, truth: Partial<PictureTruth> = {}) =>
  judge({ marketPicture: [aPictureTruth({ ...truth, picture: aPicture(picture) })] })

const reasonCodes = (made: ReturnType<typeof judge>): string[] => made.reasons.map(({ code }) => code)
const missingCodes = (made: ReturnType<typeof judge>): string[] => made.missingEvidence.map(({ code }) => code)

const at = (ms: number): string => new Date(ms).toISOString()

const lag = (p99: number) => ({ p50: 10, p99, n: 500 })

const depth = (spreadBps: number, usd: number): Partial<MarketPicture> => {
  const sides = { bid: usd / 2, ask: usd / 2 }
  return { depth: { spreadBps, depthUsd10bps: sides, depthUsd50bps: sides, imbalance10bps: 0 } }
}

const median = (baselineDays: number) => ({ value: 1, n: Math.round(baselineDays * 1_440), baselineDays })

describe('exchange-market-intelligence-truth', () => {
  it('is normal when every test is done and none has failed', () => {
    const made = judge()
    expect([made.verdict, made.severity, made.reasons]).toEqual(['MARKET_NORMAL', 'OK', []])
    expect(made.summary).toBe(
      'Every test of 1 market has passed: the oldest order book is 100 ms old, the widest spread is 1.00 bps.',
    )
    expect(missingCodes(made)).toEqual([])
    const ours = judge({ venueBudget: aVenueBudget([]) })
    expect([ours.verdict, missingCodes(ours)]).toEqual(['MARKET_NORMAL', ['RATE_BUDGET']])
  })

  it.each<[string, FeedTruth[] | undefined, string]>([
    ['every feed is current', [aFeed()], 'INSUFFICIENT_EVIDENCE'],
    ['a feed is stale', [aFeed({ bookAgeMs: 2_001 })], 'FEED_STALE'],
    ['no order book has been received', [aFeed({ bookAgeMs: null })], 'FEED_STALE'],
    ['no mark price has been received', [aFeed({ markAgeMs: null })], 'FEED_STALE'],
    ['an order book is not synchronised', [aFeed({ bookState: 'RESYNCING' })], 'FEED_STALE'],
    ['no feed has been observed', [], 'FEED_STALE'],
    ['the feeds are unknown', undefined, 'FEED_STALE'],
  ])('after a stale feed and without the stored candles, when %s, is %s', (_what, feeds, verdict) => {
    const { marketHistory: _lost, feeds: _feeds, ...rest } = HEALTHY
    const fault = { verdict: 'FEED_STALE', summary: 'The BTCUSDT order book is 2.9 s old.', atMs: TAKEN_AT_MS - 5_000 }
    const openFaults = { surfaces: { 'exchange-market-intelligence-truth': fault }, parts: {} }
    expect(report(surface, aSnapshot({ ...rest, ...(feeds && { feeds }), openFaults })).verdict).toBe(verdict)
  })

  it('shows how late the messages of a recording were, beside any verdict', () => {
    const recordedLag = { messages: 40, minMs: -3.2, p50Ms: 12, p99Ms: 80.5, maxMs: 400 }
    const made = judge({ venueHealth: { ...aVenueHealth(), recordedLag } })
    expect(made.verdict).toBe('MARKET_NORMAL')
    expect(made.data).toMatchObject({
      venue: { recordedLagMs: { messages: 40, min: -3.2, p50: 12, p99: 80.5, max: 400 } },
    })
    expect(made.reasons).toMatchObject([{ code: 'RECORDED_LAG', severity: 'INFO', value: 12, unit: 'ms' }])
    expect(made.reasons[0]?.message).toContain('the clock of the recorder was behind')
    const stale = judge({
      venueHealth: { ...aVenueHealth(), recordedLag },
      feeds: [aFeed({ bookAgeMs: 90_000 })],
    })
    expect([stale.verdict, reasonCodes(stale)]).toEqual(['FEED_STALE', ['BOOK_STALE', 'RECORDED_LAG']])
  })

  it('names a lost connection before the prices that are old because of it', () => {
    const trouble = { detail: 'd', remedy: 'r', since: at(TAKEN_AT_MS) }
    const exchange = anExchange({ ...trouble, code: 'MARKET_STREAM' }, { ...trouble, code: 'UNREACHABLE' })
    const made = judge({ exchange, feeds: [aFeed({ bookAgeMs: 74_000 })] })
    expect(made.summary).toBe(
      'The exchange cannot be reached. The BTCUSDT order book is 74 s old; the limit is 2.0 s. There is one more sign.',
    )
    expect(reasonCodes(made)).toEqual(['EXCHANGE_UNREACHABLE', 'BOOK_STALE', 'MARKET_STREAM'])
  })

  it('shows every figure of a market', () => {
    expect(judge().data).toEqual({
      venue: {
        status: 'NORMAL',
        restLatencyMs: { p50: 10, p99: 40, n: 120 },
        wsLagMs: { p50: 12, p99: 60, n: 3_000 },
        recordedLagMs: null,
        clockOffsetMs: 5,
        clockErrorMs: 10,
        resyncs24h: 2,
        gaps24h: 0,
        observedSince: '2026-01-02T03:03:05.678Z',
        rateBudgetUsedPct: 25,
        instrumentFiltersVersion: '0123456789abcdef',
      },
      symbols: [
        {
          symbol: 'BTCUSDT',
          markPrice: '65000.1',
          basisBps: 2,
          fundingRate: '0.0001',
          fundingAnnualizedPct: 10.950000000000001,
          fundingPercentile30d: 0.6,
          nextFundingAt: '2026-01-02T03:05:05.678Z',
          fundingToCapRatio: 0.02,
          openInterest: '82000.5',
          oiChange1hPct: 0.5,
          oiChange24hPct: 3,
          priceChange1hPct: 0.4,
          oiPriceQuadrant: 'LONGS_OPENING',
          basis: 'HEURISTIC',
          spreadBps: 1,
          depthUsd10bps: { bid: '60000.00', ask: '40000.00' },
          depthUsd50bps: { bid: '300000.00', ask: '200000.13' },
          imbalance10bps: 0.2,
          rv1hPct: 0.5,
          rv24hPct: 2,
          rvPercentile30d: 0.5,
          parkinson24hPct: 1.9,
          adx14_1h: 25,
          regime: 'TREND_UP',
          baseline: {
            volatilityDays: 8,
            spreadDays: 8,
            spreadMedianBps: 1,
            depthDays: 8,
            depthMedianUsd10bps: '100000.00',
            fundingDays: 8,
          },
          feed: { bookAgeMs: 100, tradeAgeMs: 300, klineLagMs: 0, bookState: 'SYNCED', resyncs1h: 0 },
        },
      ],
    })
  })

  it.each<[string, Partial<FeedTruth>, string]>([
    ['a book within its limit', { bookAgeMs: 2_000 }, 'MARKET_NORMAL'],
    ['a book beyond it', { bookAgeMs: 2_001 }, 'FEED_STALE'],
    ['a mark within its limit', { markAgeMs: 5_000 }, 'MARKET_NORMAL'],
    ['a mark beyond it', { markAgeMs: 5_001 }, 'FEED_STALE'],
    ['a stream that has ended', { bookState: 'STALE' }, 'FEED_STALE'],
    ['a book that is put together anew', { bookState: 'RESYNCING' }, 'FEED_DEGRADED'],
  ])('with %s', (_, feed, verdict) => {
    expect(judge({ feeds: [aFeed(feed)] }).verdict).toBe(verdict)
  })

  it('names what is stale, with its age', () => {
    const made = judge({ feeds: [aFeed({ symbol: 'ETHUSDT', bookAgeMs: 12_000 }), aFeed()] })
    expect(made.summary).toBe('The ETHUSDT order book is 12 s old; the limit is 2.0 s.')
    expect(made.reasons).toMatchObject([{ code: 'BOOK_STALE', value: 12_000, threshold: 2_000, unit: 'ms' }])
    expect(judge({}, { agesMs: { feeds: 60_000 } })).toMatchObject({
      verdict: 'FEED_STALE',
      reasons: [{ code: 'MARKET_SILENT', value: 60_000, threshold: 5_000 }],
    })
  })

  it.each<[string, InputValues, string | null]>([
    ['a clock as far away as is allowed', { clock: { checked: true, offsetMs: -400, errorMs: 100 } }, null],
    ['a clock farther away', { clock: { checked: true, offsetMs: -401, errorMs: 100 } }, 'CLOCK_FAR'],
    [
      'as many lost books as are taken as they come',
      { venueHealth: aVenueHealth({ resyncs: [{ symbol: 'BTCUSDT', lastHour: 6, lastDay: 6 }] }) },
      null,
    ],
    [
      'more of them',
      { venueHealth: aVenueHealth({ resyncs: [{ symbol: 'BTCUSDT', lastHour: 7, lastDay: 7 }] }) },
      'BOOK_LOST_OFTEN',
    ],
    ['messages as slow as books may be old', { venueHealth: aVenueHealth({ wsLagMs: lag(2_000) }) }, null],
    ['slower messages', { venueHealth: aVenueHealth({ wsLagMs: lag(2_001) }) }, 'STREAM_SLOW'],
    ['a budget that is used up to its limit', { venueBudget: aVenueBudget([10, 69.9]) }, null],
    ['a budget that is near its limit', { venueBudget: aVenueBudget([70, 10]) }, 'RATE_BUDGET_NEAR_LIMIT'],
    ['a minute that is being closed', { marketPicture: [aPictureTruth({ klineLagMs: 60_000 })] }, null],
    ['a minute that does not close', { marketPicture: [aPictureTruth({ klineLagMs: 120_000 })] }, 'CANDLES_LATE'],
  ])('is degraded, or not, with %s', (_, changed, code) => {
    const made = judge(changed)
    expect([made.verdict, reasonCodes(made)]).toEqual(code ? ['FEED_DEGRADED', [code]] : ['MARKET_NORMAL', []])
  })

  it('is degraded by any trouble with the exchange, whose own text is not repeated', () => {
    const since = '2026-01-02T03:00:00.000Z'
    const trouble = { code: 'UNKNOWN_SYMBOL', detail: 'a secret', remedy: '', since } as const
    const made = judge({ exchange: anExchange(trouble) })
    expect([made.verdict, reasonCodes(made)]).toEqual(['FEED_DEGRADED', ['SYMBOL_NOT_LISTED']])
    expect(made.data).toMatchObject({ venue: { status: 'ERRORS' } })
    expect(JSON.stringify(made)).not.toContain('secret')
  })

  it.each<[string, Partial<HistoryTruth>, string]>([
    ['below', { rvPercentile: 0.949 }, 'MARKET_NORMAL'],
    ['at', { rvPercentile: 0.95 }, 'MARKET_STRESSED'],
  ])('is stressed, or not, with volatility %s its limit', (_, history, verdict) => {
    expect(judge({ marketHistory: [aHistoryTruth(history)] }).verdict).toBe(verdict)
  })

  it.each<[string, Partial<MarketPicture>, string | null]>([
    ['a spread of three times the median', depth(3, 100_000), null],
    ['a wider one', depth(3.001, 100_000), 'STRESS_SPREAD'],
    ['three tenths of the median depth', depth(1, 30_000), null],
    ['less depth', depth(1, 29_999), 'STRESS_DEPTH'],
    ['funding just below its limit', { fundingToCapRatio: 0.799 }, null],
    ['funding at its limit', { fundingToCapRatio: 0.8 }, 'STRESS_FUNDING'],
  ])('is stressed, or not, with %s', (_, picture, code) => {
    const made = withPicture(picture)
    expect([made.verdict, reasonCodes(made)]).toEqual(code ? ['MARKET_STRESSED', [code]] : ['MARKET_NORMAL', []])
  })

  it.each<[string, InputValues, { code: string; have: number; day: string }]>([
    [
      'a week of volatility',
      { marketHistory: [aHistoryTruth({ hours: 167, rvPercentile: 1 })] },
      { code: 'STRESS_VOLATILITY', have: 6.95, day: '2026-01-02' },
    ],
    [
      'a week of spreads',
      { marketPicture: [aPictureTruth({ picture: aPicture({ spreadMedian: median(6.999) }) })] },
      { code: 'STRESS_SPREAD', have: 6.99, day: '2026-01-02' },
    ],
    [
      'a week of depth',
      { marketPicture: [aPictureTruth({ picture: aPicture({ depthMedian: median(1) }) })] },
      { code: 'STRESS_DEPTH', have: 1, day: '2026-01-08' },
    ],
  ])('is insufficient without %s', (_, changed, { code, have, day }) => {
    const made = judge(changed)
    expect(made.verdict).toBe('INSUFFICIENT_EVIDENCE')
    expect(made.missingEvidence[0]).toMatchObject({ code, have, need: 7 })
    expect(made.missingEvidence[0]?.earliestAt?.slice(0, 10)).toBe(day)
    expect(made.summary).toContain(`have ${have} of 7 days of`)
  })

  it('is stressed when one test has failed even if another cannot be done', () => {
    const made = withPicture({ fundingToCapRatio: 0.9, spreadMedian: median(0) })
    expect([made.verdict, missingCodes(made)]).toEqual(['MARKET_STRESSED', ['STRESS_SPREAD']])
  })

  it('requires the days the host configured', () => {
    const constitution = aConstitution({ monitor: { baselineDays: 9 } })
    const made = judge({}, { constitution })
    expect(made.missingEvidence.slice(0, 3).map(({ code, have, need }) => [code, have, need])).toEqual([
      ['STRESS_VOLATILITY', 8, 9],
      ['STRESS_SPREAD', 8, 9],
      ['STRESS_DEPTH', 8, 9],
    ])
    expect(made.data).toMatchObject({ symbols: [{ rvPercentile30d: null, fundingPercentile30d: null }] })
  })

  it('is insufficient for an exchange without funding limits, or for a market that is not measured', () => {
    const unbound = withPicture({ fundingToCapRatio: null })
    expect([unbound.verdict, missingCodes(unbound)[0]]).toEqual(['INSUFFICIENT_EVIDENCE', 'STRESS_FUNDING'])
    const unmeasured = judge({ feeds: [aFeed(), aFeed({ symbol: 'ETHUSDT' })] })
    expect(unmeasured.missingEvidence[0]).toMatchObject({ code: 'MARKETS', have: 1, need: 2 })
    expect(judge({ feeds: [], marketPicture: [] }).verdict).toBe('INSUFFICIENT_EVIDENCE')
  })

  it('asks to wait for latencies, and for the exchange only while it does not respond', () => {
    const findRemedy = (...troubles: Parameters<typeof anExchange>) => {
      const venueHealth = aVenueHealth({ wsLagMs: { p50: null, p99: null, n: 0 } })
      const made = judge({ venueHealth, exchange: anExchange(...troubles) })
      return made.missingEvidence.find(({ code }) => code === 'STREAM_LAG')?.remedy
    }
    expect(findRemedy()).toBe('Keep the server running: the measurement takes time.')
    const trouble = { code: 'MARKET_STREAM', detail: 'd', remedy: 'r', since: at(TAKEN_AT_MS) } as const
    expect(findRemedy(trouble)).toMatch(/^Wait for the exchange to respond/)
  })

  it('reports what a replay cannot measure', () => {
    const truth = { fundingRate: null, fundingIntervalMs: null, nextFundingAtMs: null, openInterest: null }
    const made = report(
      surface,
      aSnapshot({
        ...HEALTHY,
        clock: { checked: false, offsetMs: null, errorMs: null },
        marketPicture: [
          aPictureTruth({ ...truth, picture: aPicture({ oiChange1hPct: null, oiPriceQuadrant: null, depth: null }) }),
        ],
        marketHistory: [aHistoryTruth({ adx14_1h: null, rv24hPct: null })],
        venueHealth: aVenueHealth({ wsLagMs: { p50: null, p99: null, n: 0 } }),
      }),
    )
    expect(missingCodes(made)).toEqual([
      'STRESS_SPREAD',
      'STRESS_DEPTH',
      'FUNDING_RATE',
      'NEXT_FUNDING_AT',
      'OPEN_INTEREST',
      'OI_CHANGE1H_PCT',
      'DEPTH_USD10BPS',
      'RV24H_PCT',
      'ADX14_1H',
      'STREAM_LAG',
    ])
    const remedies = new Map(made.missingEvidence.map(({ code, remedy }) => [code, remedy]))
    expect(['OI_CHANGE1H_PCT', 'STREAM_LAG'].map((code) => remedies.get(code))).toEqual([
      'Keep the server running: the measurement takes time.',
      'No action required: a recording has no latency.',
    ])
    expect(made.data).toMatchObject({
      symbols: [{ fundingAnnualizedPct: null, spreadBps: null, depthUsd10bps: null, regime: 'INSUFFICIENT_EVIDENCE' }],
    })
  })

  it.each(surface.needs)('returns nothing good without %s', (name) => {
    const whole: InputValues = HEALTHY
    const { [name]: _lost, ...rest } = whole
    const made = report(surface, aSnapshot(rest))
    expect([made.verdict, made.missingEvidence.length > 0]).toEqual(['INSUFFICIENT_EVIDENCE', true])
  })

  it('reports on a fresh start that it has no evidence', () => {
    const made = report(surface, aSnapshot({}))
    expect([made.verdict, made.data]).toEqual(['INSUFFICIENT_EVIDENCE', { venue: null, symbols: [] }])
    expect(missingCodes(made)).toEqual(expect.arrayContaining(['FEEDS', 'CLOCK', 'MARKET_PICTURE', 'VENUE_HEALTH']))
  })

  it('evaluates fifty markets together', () => {
    const symbols = Array.from({ length: 50 }, (_, index) => `C${index}USDT`)
    const snapshot = aSnapshot({
      ...HEALTHY,
      feeds: symbols.map((symbol) => aFeed({ symbol })),
      marketPicture: symbols.map((symbol) => aPictureTruth({ symbol })),
      marketHistory: symbols.map((symbol) => aHistoryTruth({ symbol })),
      venueHealth: aVenueHealth({ resyncs: symbols.map((symbol) => ({ symbol, lastHour: 0, lastDay: 0 })) }),
    })
    expect(report(surface, snapshot)).toMatchObject({ verdict: 'MARKET_NORMAL', generatedAt: at(TAKEN_AT_MS) })
  })
})
