import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished, vi } from 'vitest'
import type { Report } from '../../contract/monitor/surface.ts'
import type { Flags } from '../../server/config/settings.ts'
import type { Json } from '../support/order-stream.ts'
import { json, SLOW_HOST_LIMITS, startTestPlatform, type TestPlatform } from '../support/platform.ts'
import {
  recordingLine,
  wireDepth,
  wireMarkPrice,
  wireQuote,
  wireSnapshot,
  wireTrade,
  writeRecording,
} from '../support/recording.ts'
import { expectVerdicts } from '../support/verdict-table.ts'
import { openStage } from '../venue-wire/venue-stage.ts'

/** Timeout for a busy machine, on which the engine may be degraded first. Shorter intervals would exceed the quota. */
const SOON = { timeout: 60_000, interval: 400 }
/** Between the orders of one that is tried again and again. */
const OFTEN = { timeout: 60_000, interval: 20 }
/** Timeout of several waits in succession. */
const LONG = { timeout: 150_000 }

const directory = mkdtempSync(join(tmpdir(), 'plimsoll-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const writeJsonFile = (name: string, content: object): string => {
  const path = join(directory, name)
  writeFileSync(path, JSON.stringify(content))
  return path
}

/**
 * Short bars: the strategies know enough as soon as the history is read. They need 28 hours, at any time of the day.
 * The first symbol is left to people.
 */
const SHORT_BARS = { timeframes: '1m', historyDays: '2', symbols: 'BTCUSDT,ETHUSDT' }

/** Every answer is late, so that no stop is verified between two snapshots. */
const LONGER_THAN_A_SNAPSHOT = { probability: 1, fromMs: 1_400, toMs: 1_500 }

/** Starts a server in a situation, with a reader of its monitor. */
const begin = async (flags: Flags = {}) => {
  const server = await startTestPlatform({ autotrading: 'off', ...flags })
  onTestFinished(() => server.close())
  const atStart = server.platform.monitor.reports()
  const token = await server.token({ role: 'TRADER', tier: 'PRO' })
  const fetchReport = async (surface: string): Promise<Report<string, Json>> =>
    json(await server.get(`/api/monitor/${surface}`, token))
  return { server, token, fetchReport, until: createUntil(fetchReport), atStart }
}

const createUntil =
  (fetchReport: (surface: string) => Promise<Report<string, Json>>) =>
  (surface: string, verdict: string): Promise<Report<string, Json>> =>
    vi.waitFor(async () => {
      const report = await fetchReport(surface)
      expect([report.verdict, report.summary]).toEqual([verdict, expect.any(String)])
      return report
    }, SOON)

const buy = async (server: TestPlatform, token: string): Promise<void> => {
  await vi.waitFor(async () => {
    const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', qty: '0.002' }
    const response = await server.post('/api/v381/trading/order', order, token)
    expect([response.status, (await json(response)).detail]).toEqual([201, undefined])
  }, SOON)
}

const missingCodes = ({ missingEvidence }: Report): string[] => missingEvidence.map(({ code }) => code)

it('on a fresh start names what is unknown, and rates nothing as good', LONG, async () => {
  const { fetchReport, atStart } = await begin({ historyDays: '14' })
  expectVerdicts('fresh', atStart)
  const scorecard = await fetchReport('profitability-quality-scorecard')
  expect(scorecard.verdict).toBe('INSUFFICIENT_EVIDENCE')
  expect(scorecard.missingEvidence.length).toBeGreaterThan(0)
  expect((await fetchReport('live-readiness-decision-packet')).verdict).not.toBe('GO')
})

it('reports all clear with every position protected, then an emergency stop and its remedy', LONG, async () => {
  const { server, token, fetchReport, until } = await begin(SHORT_BARS)
  await server.ready()
  await until('public-status-truth', 'OPERATIONAL')
  await until('protection-blocker-truth', 'NO_POSITIONS')
  await buy(server, token)
  const { data } = await until('protection-blocker-truth', 'ALL_PROTECTED')
  expect(data.positions).toMatchObject([{ symbol: 'BTCUSDT', coveragePct: 100, blocker: null, fallback: 'NONE' }])
  expect(await fetchReport('profitability-quality-scorecard')).toMatchObject({
    verdict: 'INSUFFICIENT_EVIDENCE',
    missingEvidence: expect.arrayContaining([expect.objectContaining({ code: 'CLOSED_TRADES', have: 0, need: 30 })]),
  })
  await until('runtime-constitution-truth', 'CONFORMS')
  await vi.waitFor(() => expectVerdicts('well', server.platform.monitor.reports()), SOON)

  await server.post('/api/emergency-stop', {}, token)
  const status = await until('public-status-truth', 'EMERGENCY_STOPPED')
  expect(status.data.nextStep).toContain('plimsoll stop clear')
  await until('protection-blocker-truth', 'ALL_PROTECTED')
  await vi.waitFor(() => expectVerdicts('stopped', server.platform.monitor.reports()), SOON)
  expect((await fetchReport('operator-compact-truth')).data).toMatchObject({
    engine: { state: 'HALTED', latchEngaged: true },
    nextAction: { code: 'EMERGENCY_STOP', text: expect.stringContaining('plimsoll stop clear') },
  })
  const inShort = await json(await server.get('/api/monitor/public-status-truth'))
  expect(Object.keys(inShort).toSorted()).toEqual([
    'generatedAt',
    'mutationAuthority',
    'reasons',
    'schemaVersion',
    'severity',
    'summary',
    'surface',
    'verdict',
  ])
})

it('after the market has ended reports that no data arrives, and that no state is known to be good', LONG, async () => {
  const market = [wireDepth(10), wireQuote(), wireMarkPrice(), wireSnapshot(), wireTrade(1), wireTrade(2)]
  const { fetchReport, until } = await begin({
    replay: writeRecording(market.map((each) => recordingLine(each))),
    speed: 'max',
  })
  const stale = await until('exchange-market-intelligence-truth', 'FEED_STALE')
  expect(stale.reasons[0]).toMatchObject({ value: expect.any(Number), threshold: expect.any(Number) })
  expect(stale.data.venue.recordedLagMs).toMatchObject({ messages: 6, min: expect.any(Number) })
  expect(stale.reasons.at(-1)).toMatchObject({ code: 'RECORDED_LAG', severity: 'INFO' })
  const status = await until('public-status-truth', 'INSUFFICIENT_EVIDENCE')
  expect(missingCodes(status)).toContain('FEEDS')
  expect(status.reasons).toContainEqual(
    expect.objectContaining({ code: 'INPUT_STALE', value: expect.any(Number), threshold: 5_000, unit: 'ms' }),
  )
  expect(status.data.tradingAvailability).not.toBe('AVAILABLE')
  expect(await fetchReport('operator-compact-truth')).toMatchObject({
    verdict: 'INSUFFICIENT_EVIDENCE',
    freshness: { status: 'PARTIAL', staleInputs: expect.arrayContaining(['market.feed']) },
    reasons: [{ code: 'FEED_STALE', severity: 'BLOCK', evidenceIds: [expect.any(String)] }],
    data: { nextAction: { code: 'FEED_STALE' } },
  })
})

it('while a position has no stop reports which, for how long, and that action is required', LONG, async () => {
  const { server, token, until } = await begin({
    faults: writeJsonFile('faults.json', { stopsVanish: 1, responseDelayed: LONGER_THAN_A_SNAPSHOT }),
    constitution: writeJsonFile('constitution.json', {
      data: { ...SLOW_HOST_LIMITS, maxClockErrorMs: 5_000 },
      protection: { budgetMs: 1, fallbackAfterMs: 15_000 },
    }),
  })
  await server.ready()
  const { platform } = server
  await vi.waitFor(() => {
    const { data } = platform.monitor.find('restart-continuity-truth') as Report<string, Json>
    expect(data.checks).toContainEqual(expect.objectContaining({ id: 'RC10', status: 'PASS' }))
  }, SOON)
  await buy(server, token)
  const unprotected = await vi.waitFor(() => {
    const reports = platform.monitor.reports()
    expect(reports.all().map(({ verdict }) => verdict)).toContain('UNPROTECTED')
    return reports
  }, OFTEN)
  expectVerdicts('unprotected', unprotected)
  const { data, reasons } = await until('protection-blocker-truth', 'UNPROTECTED')
  expect(data.positions).toMatchObject([{ symbol: 'BTCUSDT', budgetMs: 1 }])
  expect(reasons[0]).toMatchObject({ severity: 'CRITICAL', unit: 'ms', threshold: 1 })
  await until('operator-compact-truth', 'ACT_NOW')
})

it(
  'while the exchange is unreachable reports since when prices are old, and no good state of the market',
  LONG,
  async () => {
    const exchange = await openStage()
    const far = { exchange: 'binanceusdm', exchangeUrl: exchange.url, execution: 'paper', symbols: 'BTCUSDT' }
    const { server, until } = await begin({ ...far, historyDays: undefined })
    await server.ready()
    await until('public-status-truth', 'OPERATIONAL')
    await exchange.close()
    await until('exchange-market-intelligence-truth', 'FEED_STALE')
    await vi.waitFor(() => expectVerdicts('unreachable', server.platform.monitor.reports()), SOON)
  },
)
