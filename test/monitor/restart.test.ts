import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { relativeRank } from '../../contract/monitor/index.ts'
import type { DecisionPacket } from '../../contract/monitor/live-readiness-decision-packet.ts'
import type { Report } from '../../contract/monitor/surface.ts'
import type { Json } from '../support/order-stream.ts'
import { startTestPlatform, type TestPlatform } from '../support/platform.ts'

const SOON = { timeout: 60_000, interval: 100 }

const directory = mkdtempSync(join(tmpdir(), 'plimsoll-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const until = ({ platform }: TestPlatform, surface: string, verdict: string): Promise<Report<string, Json>> =>
  vi.waitFor(() => {
    const report = platform.monitor.find(surface) as Report<string, Json>
    expect([report.verdict, report.summary]).toEqual([verdict, expect.any(String)])
    return report
  }, SOON)

/** Counted beside the snapshots, from what the first run has stored until its very end: that is measured anew, not lost. */
const COUNTED_LATER = [
  'pre-dispatch-root-cause-truth',
  'candidate-quality-v3',
  'evidence-loop-closure-truth',
  'full-strategy-pattern-coverage',
]

/** From the worst to the best. */
const GATES: readonly string[] = ['FAIL', 'MISSING', 'PASS']

/** Of every surface the place of its verdict, and of every readiness gate that of its status: more is better. */
const readRanks = ({ platform }: TestPlatform): ReadonlyMap<string, number> => {
  const reports = platform.monitor.reports().all()
  const packet = reports.find(({ surface }) => surface === 'live-readiness-decision-packet')?.data as DecisionPacket
  return new Map([
    ...reports.flatMap(({ surface, verdict }) =>
      COUNTED_LATER.includes(surface) ? [] : [[surface, rankVerdict(surface, verdict)] as const],
    ),
    ...packet.gates.map(({ id, status }) => [id, GATES.indexOf(status)] as const),
  ])
}

const rankVerdict = (surface: string, verdict: string): number =>
  relativeRank(surface, verdict) ?? expect.fail(`${verdict} is no verdict of ${surface}`)

const findCheck = ({ data }: Report<string, Json>, wanted: string) => data.checks.find(({ id }: Json) => id === wanted)

it('a second start reports how the first one ended, and that nothing has changed since', {
  timeout: 180_000,
}, async () => {
  const first = await startTestPlatform({
    dataDir: directory,
    timeframes: '1m',
    historyDays: '2',
    symbols: 'BTCUSDT,ETHUSDT',
  })
  await first.ready()
  const fresh = await until(first, 'restart-continuity-truth', 'SAFE_TO_AUTO_RESUME')
  expect([fresh.data.boot.previousExit, findCheck(fresh, 'RC06')]).toMatchObject([null, { measured: 'FIRST_START' }])
  const before = readRanks(first)
  await first.close()

  const second = await startTestPlatform({
    dataDir: directory,
    timeframes: '1m',
    historyDays: '2',
    symbols: 'BTCUSDT,ETHUSDT',
  })
  for (const [name, rank] of readRanks(second)) {
    const was = before.get(name) ?? Number.POSITIVE_INFINITY
    expect([name, was, rank <= was]).toEqual([name, was, true])
  }
  await second.ready()
  const again = await until(second, 'restart-continuity-truth', 'SAFE_TO_AUTO_RESUME')
  expect(again.data).toMatchObject({
    boot: {
      previousExit: 'CLEAN',
      previousState: expect.stringMatching(/^(RUNNING|DEGRADED)$/),
      downtimeMs: expect.any(Number),
    },
    effectiveAction: 'RESUME',
  })
  expect(findCheck(again, 'RC05')).toMatchObject({ status: 'PASS', measured: 2 })
  expect(findCheck(again, 'RC07')).toMatchObject({ status: 'PASS', measured: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(again.data.boot.bootId).not.toBe(fresh.data.boot.bootId)

  const status = await vi.waitFor(async () => {
    const report = await until(second, 'public-status-truth', 'OPERATIONAL')
    expect(report.data.observedSec24h).toBeGreaterThan(0)
    return report
  }, SOON)
  for (const { since } of status.data.components) expect(since).toEqual(expect.any(String))
  expect(status.data.uptime24hPct).toBeNull()

  await second.post('/api/autotrading/pause', {}, await second.token({ role: 'TRADER' }))
  expect((await until(second, 'restart-continuity-truth', 'OPERATOR_REQUIRED')).data).toMatchObject({
    boot: { desiredState: 'PAUSED', desiredStateAtStart: 'RUNNING' },
    effectiveAction: 'STAY_PAUSED',
  })
  await second.close()
})
