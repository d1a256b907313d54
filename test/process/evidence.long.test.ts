import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { SURFACES as CONTRACTS, relativeRank } from '../../contract/monitor/index.ts'
import type { DecisionPacket } from '../../contract/monitor/live-readiness-decision-packet.ts'
import { INSUFFICIENT, type Report } from '../../contract/monitor/surface.ts'
import { SAVED_EVERY_MS } from '../../server/evidence/records/evidence-record.ts'
import type { Caller, Json } from '../support/order-stream.ts'
import { aDirectory, type Banner, kill, startServer } from '../support/process.ts'
import { aCallerOn, postStop, SOON, untilOpen, untilSwept } from '../support/stop-server.ts'

type Reports = ReadonlyMap<string, Report>

const readAll = async ({ token }: Caller, { url }: Banner): Promise<Reports> => {
  const headers = { authorization: `Bearer ${token}` }
  const read = async (surface: string): Promise<Report> =>
    (await (await fetch(`${url}/api/monitor/${surface}`, { headers })).json()) as Report
  const reports = await Promise.all(CONTRACTS.map(({ surface }) => read(surface)))
  return new Map(reports.map((report) => [report.surface, report]))
}

const verdictRank = (surface: string, verdict: string): number =>
  relativeRank(surface, verdict) ?? expect.fail(`${verdict} is no verdict of ${surface}`)

const packetIn = (reports: Reports) => reports.get('live-readiness-decision-packet')?.data as DecisionPacket

const STATUSES: readonly string[] = ['FAIL', 'MISSING', 'PASS']

/** The offset of a busy machine is measured anew, and may be good. */
const CLOCK = 'LR17'

/** No verdict is better than before, but where there was too little evidence, and no gate that failed does anything else. */
const expectNoBetter = (after: Reports, before: Reports): void => {
  for (const [surface, { verdict }] of after) {
    const was = before.get(surface)?.verdict ?? ''
    const isNoBetter = was === INSUFFICIENT || verdictRank(surface, verdict) <= verdictRank(surface, was)
    expect([surface, was, verdict, isNoBetter]).toEqual([surface, was, verdict, true])
  }
  const failed = packetIn(before).gates.filter(({ id, status }) => status === 'FAIL' && id !== CLOCK)
  for (const { id } of failed) {
    const now = packetIn(after).gates.find((gate) => gate.id === id)?.status ?? 'no gate'
    expect([id, STATUSES.indexOf(now)]).toEqual([id, 0])
  }
}

const pause = async ({ token }: Caller, { url }: Banner): Promise<number> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return (await fetch(`${url}/api/autotrading/pause`, { method: 'POST', headers, body: '{}' })).status
}

const drillsIn = (reports: Reports) => packetIn(reports).drills.map(({ kind, outcome }) => [kind, outcome])

const readReport = async (caller: Caller, { url }: Banner, surface: string): Promise<Report<string, Json>> => {
  const response = await fetch(`${url}/api/monitor/${surface}`, {
    headers: { authorization: `Bearer ${caller.token}` },
  })
  return (await response.json()) as Report<string, Json>
}

/** Within the quota of the caller. */
const SLOWLY = { timeout: 120_000, interval: 1_000 }

/** Resolves just after the evidence was saved for no other reason than the time since its last save. */
const untilSavedInTurn = async (caller: Caller, banner: Banner): Promise<void> => {
  let lastMs = Number.POSITIVE_INFINITY
  await vi.waitFor(async () => {
    const { data } = await readReport(caller, banner, 'restart-continuity-truth')
    const savedAtMs = Date.parse(data.evidence.savedAt)
    const passedMs = savedAtMs - lastMs
    lastMs = savedAtMs
    expect(passedMs).toBeGreaterThan(SAVED_EVERY_MS - 2_000)
  }, SLOWLY)
}

it('retains refusals by a quota that were reported before a kill', { timeout: 300_000 }, async () => {
  const dataDir = aDirectory()
  const first = await startServer(['--data-dir', dataDir])
  const [busy, reader] = [await aCallerOn(dataDir, 'busy'), await aCallerOn(dataDir, 'reader')]
  const readThrottle = (banner: Banner) => readReport(reader, banner, 'execution-throttle-truth')
  await untilOpen(first.banner)
  await untilSavedInTurn(reader, first.banner)
  expect((await readThrottle(first.banner)).verdict).toBe('WITHIN_LIMITS')
  const headers = { authorization: `Bearer ${busy.token}` }
  const read = async () => (await fetch(`${first.banner.url}/api/auth/sessions`, { headers })).status
  await vi.waitFor(async () => expect(await Promise.all(Array.from({ length: 50 }, read))).toContain(429), SOON)
  const until = async (isMet: (report: Report) => boolean): Promise<Report> =>
    vi.waitFor(async () => {
      const report = await readThrottle(first.banner)
      expect([report.summary, isMet(report)]).toEqual([report.summary, true])
      return report
    }, SLOWLY)
  const reported = await until(({ verdict }) => verdict === 'THROTTLED')
  await until(({ generatedAt }) => generatedAt > reported.generatedAt)
  await kill(first)

  const second = await startServer(['--data-dir', dataDir])
  await untilOpen(second.banner)
  await vi.waitFor(async () => {
    const { verdict } = await readThrottle(second.banner)
    expect([verdict, verdict === INSUFFICIENT]).toEqual([verdict, false])
  }, SLOWLY)
  expect((await readThrottle(second.banner)).verdict).toBe('THROTTLED')
})

it('retains its findings over a kill and a restart, starts without its evidence, and records the drills', {
  timeout: 240_000,
}, async () => {
  const dataDir = aDirectory()
  const first = await startServer(['--data-dir', dataDir])
  const caller = await aCallerOn(dataDir, 'alice')
  await untilOpen(first.banner)
  await vi.waitFor(async () => expect(await pause(caller, first.banner)).toBe(429), SOON)
  await postStop(caller, first.banner)
  await untilSwept(caller, first.banner)
  const before = await vi.waitFor(async () => {
    const reports = await readAll(caller, first.banner)
    expect(drillsIn(reports)).toEqual([['EMERGENCY_STOP', 'COMPLETE']])
    expect(reports.get('execution-throttle-truth')?.verdict).toBe('BREACHED')
    return reports
  }, SOON)
  expect(packetIn(before).drills[0]).toMatchObject({ executionMode: 'PAPER', by: expect.any(String) })
  expect(packetIn(before).gates.find(({ id }) => id === 'LR25')?.status).toBe('FAIL')
  await kill(first)

  const second = await startServer(['--data-dir', dataDir])
  expectNoBetter(await readAll(caller, second.banner), before)
  await untilOpen(second.banner)
  const after = await vi.waitFor(async () => {
    const reports = await readAll(caller, second.banner)
    expect(drillsIn(reports)).toEqual([
      ['KILL', 'COMPLETE'],
      ['EMERGENCY_STOP', 'COMPLETE'],
    ])
    return reports
  }, SOON)
  expectNoBetter(after, before)
  second.child.kill('SIGTERM')
  expect(await second.ended).toBe(0)

  const third = await startServer(['--data-dir', dataDir])
  expectNoBetter(await readAll(caller, third.banner), after)
  third.child.kill('SIGTERM')
  expect(await third.ended).toBe(0)

  const [market = expect.fail('no market')] = readdirSync(dataDir).filter((name) => name.endsWith('-paper'))
  writeFileSync(join(dataDir, market, 'evidence.sqlite'), 'no database')
  const fourth = await startServer(['--data-dir', dataDir])
  await untilOpen(fourth.banner)
  const lost = await readAll(caller, fourth.banner)
  const throttle = lost.get('execution-throttle-truth')
  expect(throttle?.verdict).toBe(INSUFFICIENT)
  expect(throttle?.missingEvidence.map(({ code }) => code)).toContain('EVIDENCE_RECORD')
  expect(drillsIn(lost)).toEqual([])
  expect(fourth.err()).toContain('evidence of earlier runs is lost')
})
