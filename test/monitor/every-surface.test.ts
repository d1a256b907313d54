import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { SURFACES as CONTRACTS } from '../../contract/monitor/index.ts'
import { INSUFFICIENT, type Report, SEVERITIES } from '../../contract/monitor/surface.ts'
import { reportsOn } from '../../server/monitor/reports.ts'
import { SURFACES } from '../../server/monitor/surfaces/index.ts'
import { INPUT_NAMES, INPUTS, type InputName, type TruthInputs } from '../../server/monitor/truth-inputs.ts'
import type { TruthSnapshot } from '../../server/monitor/truth-snapshot.ts'
import { startTestPlatform, type TestPlatform } from '../support/platform.ts'
import { expectValid } from '../support/truth-samples.ts'

const NAMES = [
  'public-status-truth',
  'full-strategy-pattern-coverage',
  'exchange-market-intelligence-truth',
  'profitability-quality-scorecard',
  'rag-nlp-ml-boundary-truth',
  'frontend-route-truth',
  'operator-compact-truth',
  'live-readiness-decision-packet',
  'evidence-loop-closure-truth',
  'pre-dispatch-root-cause-truth',
  'runtime-constitution-truth',
  'candidate-quality-v3',
  'execution-throttle-truth',
  'anti-manipulation-truth',
  'restart-continuity-truth',
  'protection-blocker-truth',
  'messenger-dynamic-truth',
  'security-rbac-truth',
  'go-live-readiness-snapshot',
]

describe('the surfaces', () => {
  it('are the nineteen, each with its rules', () => {
    expect(CONTRACTS.map(({ surface }) => surface).toSorted()).toEqual(NAMES.toSorted())
    expect(SURFACES.map(({ contract }) => contract.surface).toSorted()).toEqual(NAMES.toSorted())
  })

  it.each(CONTRACTS)('$surface says when it has not seen enough, and never that it does not know', ({ verdicts }) => {
    expect(Object.keys(verdicts)).toContain(INSUFFICIENT)
    expect(Object.keys(verdicts).join()).not.toContain('UNKNOWN')
    for (const severity of Object.values(verdicts)) expect(SEVERITIES).toContain(severity)
  })
})

/** The place of a verdict among those of its surface: more is better. */
const rankOf = (surface: string, verdict: string): number =>
  Object.keys(CONTRACTS.find((contract) => contract.surface === surface)?.verdicts ?? {}).indexOf(verdict)

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

/** Losing something never makes a verdict better, unless that says that there is not enough. */
const expectNoBetter = (lost: TruthSnapshot, before: ReadonlyMap<string, Report>, what: string): void => {
  for (const { surface, verdict } of verdictsOn(lost).values()) {
    const was = rankOf(surface, before.get(surface)?.verdict ?? '')
    const most = Math.max(was, rankOf(surface, INSUFFICIENT))
    expect([what, surface, verdict, rankOf(surface, verdict) <= most]).toEqual([what, surface, verdict, true])
  }
}

/** What is looked at beside the snapshots, and takes the longest until it is there. */
const SEEN_LATE: InputName[] = ['account', 'codeGraph', 'evidenceLoop', 'marketHistory', 'refusals', 'trades']
const SOON = { timeout: 20_000, interval: 100 }

describe('every surface on a server that runs', () => {
  let server: TestPlatform
  const snapshots: [when: string, TruthSnapshot][] = []
  let tried: TruthInputs['constitutionProbes'] | undefined
  const inputs = (): TruthSnapshot['inputs'] => server.platform.monitor.reports().snapshot.inputs
  const take = (when: string): void => void snapshots.push([when, server.platform.monitor.reports().snapshot])

  beforeAll(async () => {
    server = await startTestPlatform()
    tried = server.platform.monitor.latest('constitutionProbes')
    take('at the start')
    await server.ready()
    const token = await server.token({ role: 'TRADER' })
    await server.post(
      '/api/v381/trading/order',
      { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', qty: '0.002' },
      token,
    )
    await vi.waitFor(() => expect(Object.keys(inputs())).toEqual(expect.arrayContaining(SEEN_LATE)), SOON)
    take('while it trades')
    await server.post('/api/emergency-stop', {}, token)
    await vi.waitFor(() => expect(inputs().latch?.value.engaged).toBe(true), SOON)
    take('after a stop')
  }, 90_000)
  afterAll(() => server.close())

  it('knows what was last found of one thing before anybody asks for a report', () => {
    expect(tried?.articles).not.toHaveLength(0)
    expect(snapshots[0]?.[1].inputs.constitutionProbes?.value).toBe(tried)
  })

  it('has the form it promises, and the same for the same snapshot', () => {
    for (const [, snapshot] of snapshots) {
      for (const contract of CONTRACTS) {
        const report = verdictsOn(snapshot).get(contract.surface)
        if (!report) throw new Error(`${contract.surface} is missing`)
        expectValid(contract, report)
      }
      expect([...verdictsOn(snapshot)]).toEqual([...verdictsOn(snapshot)])
    }
  })

  it('is never better for having lost something, or for its being old', () => {
    for (const [when, snapshot] of snapshots) {
      const before = verdictsOn(snapshot)
      for (const name of INPUT_NAMES) {
        expectNoBetter(without(snapshot, name), before, `${when}, without ${name}`)
        expectNoBetter(grownOld(snapshot, name), before, `${when}, with an old ${name}`)
      }
    }
  })

  it('says nothing good when it has seen nothing', () => {
    const [, snapshot] = snapshots[1] ?? expect.fail('no snapshot was taken')
    for (const { surface, verdict } of verdictsOn({ ...snapshot, inputs: {} }).values()) {
      expect([surface, rankOf(surface, verdict) <= rankOf(surface, INSUFFICIENT)]).toEqual([surface, true])
    }
  })

  it('changes nothing of what it is given', () => {
    const [, snapshot] = snapshots[1] ?? expect.fail('no snapshot was taken')
    const before = JSON.stringify(snapshot)
    verdictsOn(snapshot)
    expect(JSON.stringify(snapshot)).toBe(before)
  })
})
