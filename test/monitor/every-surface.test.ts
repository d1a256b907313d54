import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { SURFACES as CONTRACTS, relativeRank } from '../../contract/monitor/index.ts'
import type { DecisionPacket } from '../../contract/monitor/live-readiness-decision-packet.ts'
import type { Report } from '../../contract/monitor/surface.ts'
import { createFaultRecord } from '../../server/evidence/records/watch-record.ts'
import {
  INPUT_NAMES,
  INPUTS,
  type InputName,
  type TruthInputs,
  type TruthSnapshot,
} from '../../server/monitor/frame/inputs.ts'
import { NO_FAULTS } from '../../server/monitor/frame/open-faults.ts'
import { reportsOn } from '../../server/monitor/frame/reports.ts'
import { SURFACES } from '../../server/monitor/surfaces/index.ts'
import { startTestPlatform, type TestPlatform } from '../support/platform.ts'
import { runs } from '../support/runs.ts'
import { expectValid } from '../support/truth-samples.ts'
import { expectCauses } from '../support/verdict-table.ts'

/** Rank of a verdict above that of insufficient evidence. */
const verdictRank = (surface: string, verdict: string): number =>
  relativeRank(surface, verdict) ?? expect.fail(`${verdict} is no verdict of ${surface}`)

/** The snapshot as one that comes after it would be, which knows what was found wrong on it. */
const remembered = (snapshot: TruthSnapshot): TruthSnapshot => {
  const { section, faults, onMade } = createFaultRecord()
  section.resume(snapshot.inputs.openFaults?.value ?? NO_FAULTS, { fromMs: 0, toMs: 0 })
  reportsOn(snapshot, SURFACES, onMade).all()
  const openFaults = { value: faults(), observedAtMs: snapshot.takenAtMs }
  return { ...snapshot, inputs: { ...snapshot.inputs, openFaults } }
}

const verdictsOn = (snapshot: TruthSnapshot): ReadonlyMap<string, Report> =>
  new Map(
    reportsOn(snapshot, SURFACES)
      .all()
      .map((report) => [report.surface, report]),
  )

const without = (snapshot: TruthSnapshot, name: InputName): TruthSnapshot => {
  const { [name]: _lost, ...inputs } = snapshot.inputs
  return { ...snapshot, inputs }
}

const grownOld = (snapshot: TruthSnapshot, name: InputName): TruthSnapshot => {
  const observed = snapshot.inputs[name]
  const observedAtMs = snapshot.takenAtMs - INPUTS[name].maxAgeMs(snapshot.constitution) - 1
  return observed ? { ...snapshot, inputs: { ...snapshot.inputs, [name]: { ...observed, observedAtMs } } } : snapshot
}

/** Losing something never makes a verdict better: neither one of a surface nor one of a gate. */
const expectNoBetter = (lost: TruthSnapshot, before: ReadonlyMap<string, Report>, what: string): void => {
  const after = verdictsOn(lost)
  for (const { surface, verdict } of after.values()) {
    const was = before.get(surface)?.verdict ?? ''
    expect([what, surface, was, verdict, verdictRank(surface, verdict) <= verdictRank(surface, was)]).toEqual([
      what,
      surface,
      was,
      verdict,
      true,
    ])
  }
  const gates = readGates(before)
  for (const [id, status] of readGates(after)) {
    if (gates.has(id))
      expect([what, id, GATES.indexOf(status) <= GATES.indexOf(gates.get(id) ?? '')]).toEqual([what, id, true])
  }
}

/** From the worst to the best. */
const GATES: readonly string[] = ['FAIL', 'MISSING', 'PASS']

const readGates = (reports: ReadonlyMap<string, Report>): ReadonlyMap<string, string> => {
  const packet = reports.get('live-readiness-decision-packet')?.data as DecisionPacket | null
  return new Map(packet?.gates.map(({ id, status }) => [id, status]))
}

/** Returns the same market and account with everything wrong that can be wrong. */
const worsened = (snapshot: TruthSnapshot): TruthSnapshot => {
  const { inputs, takenAtMs } = snapshot
  const worse: Record<string, unknown> = {
    latch: { engaged: true, stopId: null, at: null },
    reconciliation: { differences: 2 },
    store: { failure: 'disk full', commitP99Ms: 9_000, freeDiskBytes: 1 },
    clock: { checked: true, offsetMs: 9_000, errorMs: 1 },
    audit: inputs.audit && { ...inputs.audit.value, broken: 'cut' },
    auditVerification: { size: 9, checkpoints: 1, findings: 2, first: 'CHAIN_BROKEN' },
    venueBudget: inputs.venueBudget && {
      ...inputs.venueBudget.value,
      rejected1h: { http429: 1, http418: 1, venueCode: 1 },
    },
    ownConduct: inputs.ownConduct && { ...inputs.ownConduct.value, selfTrades: 1 },
    restart: inputs.restart && { ...inputs.restart.value, damage: 'a page is damaged' },
    feeds: inputs.feeds?.value.map((feed) => ({ ...feed, bookState: 'STALE', bookAgeMs: 90_000, markAgeMs: 90_000 })),
    constitutionProbes: inputs.constitutionProbes && {
      ...inputs.constitutionProbes.value,
      articles: inputs.constitutionProbes.value.articles.map((article) => ({ ...article, enforced: false })),
    },
    custody: inputs.custody && {
      ...inputs.custody.value,
      secrets: { ...inputs.custody.value.secrets, modesOk: false },
    },
  }
  const observed = Object.entries(worse).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, { value, observedAtMs: takenAtMs }] as const],
  )
  return { ...snapshot, inputs: { ...inputs, ...Object.fromEntries(observed) } }
}

/** Inputs read beside the snapshots, which take the longest to arrive. */
const LATE_INPUTS: InputName[] = ['account', 'codeGraph', 'evidenceLoop', 'marketHistory', 'refusals', 'trades']
const SOON = { timeout: 60_000, interval: 100 }

describe('every surface of a running server', () => {
  let server: TestPlatform
  const snapshots: [when: string, TruthSnapshot][] = []
  let tried: TruthInputs['constitutionProbes'] | undefined
  const inputs = (): TruthSnapshot['inputs'] => server.platform.monitor.reports().snapshot.inputs
  const take = (when: string): void => void snapshots.push([when, server.platform.monitor.reports().snapshot])

  beforeAll(async () => {
    server = await startTestPlatform({ symbols: 'BTCUSDT,ETHUSDT' })
    tried = server.platform.monitor.latest('constitutionProbes')
    take('at the start')
    await server.ready()
    const token = await server.token({ role: 'TRADER' })
    await server.post(
      '/api/v381/trading/order',
      { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', qty: '0.002' },
      token,
    )
    await vi.waitFor(() => expect(Object.keys(inputs())).toEqual(expect.arrayContaining(LATE_INPUTS)), SOON)
    take('while it trades')
    await server.post('/api/emergency-stop', {}, token)
    await vi.waitFor(() => expect(inputs().latch?.value.engaged).toBe(true), SOON)
    take('after a stop')
  }, 180_000)
  afterAll(() => server.close())

  it('has the last result of each reading before any report is requested', () => {
    expect(tried?.articles).not.toHaveLength(0)
    expect(snapshots[0]?.[1].inputs.constitutionProbes?.value).toBe(tried)
  })

  it('has the documented form, and is the same for the same snapshot', () => {
    for (const [, snapshot] of snapshots) {
      const reports = verdictsOn(snapshot)
      for (const contract of CONTRACTS) {
        const report = reports.get(contract.surface)
        if (!report) throw new Error(`${contract.surface} is missing`)
        expectValid(contract, report)
      }
      expect([...verdictsOn(snapshot)]).toEqual([...reports])
    }
  })

  it('is never better when evidence is missing or old', () => {
    for (const [when, snapshot] of snapshots) {
      const [before, after] = [verdictsOn(snapshot), remembered(snapshot)]
      for (const name of INPUT_NAMES) {
        expectNoBetter(without(after, name), before, `${when}, without ${name}`)
        expectNoBetter(grownOld(after, name), before, `${when}, with an old ${name}`)
      }
    }
  })

  it('is never better when evidence of a fault is lost', () => {
    const [, snapshot] = snapshots[1] ?? expect.fail('no snapshot was taken')
    const bad = worsened(snapshot)
    const [before, after] = [verdictsOn(bad), remembered(bad)]
    const verdicts = [...before.values()].filter(({ surface, verdict }) => verdictRank(surface, verdict) < 0)
    expect(verdicts.length).toBeGreaterThanOrEqual(8)
    for (const report of before.values()) expectCauses(report)
    const losable = INPUT_NAMES.filter((name) => name !== 'openFaults')
    for (const name of losable) expectNoBetter(without(after, name), before, `without ${name}`)
    const lostSome = fc.property(fc.subarray(losable), (names) => {
      expectNoBetter(names.reduce(without, after), before, `without ${names.join(', ')}`)
    })
    fc.assert(lostSome, { numRuns: runs(8) })
    expectNoBetter(
      { ...after, inputs: { openFaults: after.inputs.openFaults } } as TruthSnapshot,
      before,
      'with nothing',
    )
  })

  it('is at most insufficient when evidence of its window was lost', () => {
    const [, snapshot] = snapshots[1] ?? expect.fail('no snapshot was taken')
    const lost = { atMs: snapshot.takenAtMs - 1_000, reason: 'a page is damaged' }
    const value = { sinceMs: lost.atMs, lost, gaps: [], savedAtMs: null, failure: null }
    const inputs = { ...snapshot.inputs, evidenceRecord: { value, observedAtMs: snapshot.takenAtMs } }
    const after = verdictsOn({ ...snapshot, inputs })
    for (const surface of [
      'execution-throttle-truth',
      'exchange-market-intelligence-truth',
      'protection-blocker-truth',
    ]) {
      const report = after.get(surface)
      expect([surface, verdictRank(surface, report?.verdict ?? '') <= 0]).toEqual([surface, true])
      expect(report?.missingEvidence.map(({ code }) => code)).toContain('EVIDENCE_RECORD')
    }
  })

  it('reports nothing good without evidence', () => {
    const [, snapshot] = snapshots[1] ?? expect.fail('no snapshot was taken')
    for (const report of verdictsOn({ ...snapshot, inputs: {} }).values()) {
      const { surface, verdict } = report
      expectCauses(report)
      expect([surface, verdictRank(surface, verdict) <= 0]).toEqual([surface, true])
    }
  })

  it('does not change its input', () => {
    const [, snapshot] = snapshots[1] ?? expect.fail('no snapshot was taken')
    const before = JSON.stringify(snapshot)
    verdictsOn(snapshot)
    expect(JSON.stringify(snapshot)).toBe(before)
  })
})
