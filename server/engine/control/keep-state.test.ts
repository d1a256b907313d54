import { describe, expect, it } from 'vitest'
import {
  audited,
  bringTo,
  type ControlHarness,
  confirmOnHost,
  openControlHarness,
  pauseEngine,
  rulesWith,
  stopEngine,
} from '../../../test/support/control-floor.ts'
import { MARK, openHarness } from '../../../test/support/trading-floor.ts'
import { applyFact, createLedger } from '../state/ledger.ts'
import { isLedgerFact } from '../state/ledger-facts.ts'

const readState = ({ state }: Pick<ControlHarness, 'state'>): string => state.ledger.control.state

/** Returns the states it passed through, in order. */
const listStates = ({ facts }: Pick<ControlHarness, 'facts'>): string[] =>
  facts.flatMap((fact) => (fact.kind === 'controlChanged' ? [`${fact.state} ${fact.reason.code}`] : []))

describe('an engine that has started', () => {
  it('reconciles until it has read the exchange', () => {
    const harness = openHarness({}, null)
    harness.pass(10_000)
    expect(readState(harness)).toBe('RECONCILING')
  })

  it('runs automatically when that is configured and no user has paused', () => {
    const harness = openControlHarness()
    expect(listStates(harness)).toEqual(['RECONCILING STARTED', 'RUNNING AUTO_RESUMED'])
  })

  it('stays paused when it is not configured to run automatically', () => {
    const harness = openControlHarness(rulesWith({}, { autoResume: false }))
    expect(listStates(harness)).toEqual(['RECONCILING STARTED', 'PAUSED RECONCILED'])
    expect(harness.state.ledger.control.desired).toBe('RUNNING')
  })

  it('stays paused when a user has paused before', () => {
    const harness = openControlHarness()
    pauseEngine(harness)
    harness.command({ kind: 'startRun', runId: 'run_B', market: 'test', mode: 'PAPER' })
    harness.run(60_000)
    expect(listStates(harness).slice(-2)).toEqual(['RECONCILING STARTED', 'PAUSED RECONCILED'])
  })

  it('is not degraded by missing data for ten seconds', () => {
    const harness = openControlHarness()
    harness.publish({ kind: 'stream', state: 'lost' })
    harness.run(8_000)
    expect(readState(harness)).toBe('RUNNING')
    harness.run(4_000)
    expect(listStates(harness).at(-1)).toBe('DEGRADED PRIVATE_STREAM')
  })
})

describe('a running engine', () => {
  it('is degraded by a breaker that resets automatically, and names it', () => {
    const harness = openControlHarness()
    bringTo(harness, 'DEGRADED')
    expect(harness.state.ledger.control).toMatchObject({
      desired: 'RUNNING',
      reason: { code: 'PRIVATE_STREAM', message: 'The private order stream is not connected.' },
    })
    expect(audited(harness).at(-1)).toMatchObject({
      action: 'STATE_CHANGE',
      before: 'RUNNING',
      after: 'DEGRADED',
      outcome: 'INTENT',
      actor: { type: 'ENGINE' },
    })
  })

  it('reports the current worst cause and the earlier ones while it is degraded', () => {
    const harness = openControlHarness()
    bringTo(harness, 'DEGRADED')
    const { sinceMs } = harness.state.ledger.control
    const degradedBy = () => {
      harness.run(1_500)
      return harness.state.ledger.control.reason
    }
    harness.publish({ kind: 'stream', state: 'connected' })
    Object.assign(harness.state.session.clock, { offsetMs: 12, errorMs: 2_065, dueAtMs: Number.POSITIVE_INFINITY })
    expect(degradedBy()).toEqual({
      code: 'CLOCK',
      message: expect.stringMatching(
        /2077 ms.*uncertainty 2065 ms: the exchange responds too slowly.*Previously unhealthy: PRIVATE_STREAM\.$/,
      ),
    })
    harness.publish({ kind: 'stream', state: 'lost' })
    expect(degradedBy()).toEqual({
      code: 'PRIVATE_STREAM',
      message: expect.stringMatching(/Previously unhealthy: CLOCK\.$/),
    })
    harness.publish({ kind: 'stream', state: 'connected' })
    Object.assign(harness.state.session.clock, { offsetMs: 0, errorMs: 1 })
    expect(degradedBy()).toEqual({
      code: 'RECOVERING',
      message:
        'All breakers are healthy; trading resumes after one healthy minute. Previously unhealthy: PRIVATE_STREAM, CLOCK.',
    })
    expect(harness.state.ledger.control).toMatchObject({ state: 'DEGRADED', sinceMs })
    expect(listStates(harness).slice(-4)).toEqual([
      'DEGRADED PRIVATE_STREAM',
      'DEGRADED CLOCK',
      'DEGRADED PRIVATE_STREAM',
      'DEGRADED RECOVERING',
    ])
  })

  it('resumes after one healthy minute, and not sooner', () => {
    const harness = openControlHarness()
    bringTo(harness, 'DEGRADED')
    harness.publish({ kind: 'stream', state: 'connected' })
    harness.run(30_000)
    harness.publish({ kind: 'stream', state: 'lost' })
    harness.run(2_000)
    harness.publish({ kind: 'stream', state: 'connected' })
    harness.run(58_000)
    expect(readState(harness)).toBe('DEGRADED')
    harness.run(4_000)
    expect(listStates(harness).at(-1)).toBe('RUNNING RECOVERED')
  })

  it('is paused after 15 minutes of degradation, until the host has reviewed it', () => {
    const harness = openControlHarness()
    bringTo(harness, 'DEGRADED')
    harness.run(15 * 60_000 - 2_000)
    expect(readState(harness)).toBe('DEGRADED')
    harness.run(4_000)
    expect(harness.state.ledger.control).toMatchObject({ state: 'PAUSED', desired: 'PAUSED' })
    harness.publish({ kind: 'stream', state: 'connected' })
    harness.run(120_000)
    expect(readState(harness)).toBe('PAUSED')
  })

  it('is paused by a loss, also while it is degraded, and only the host resumes it', () => {
    const harness = openControlHarness(rulesWith({ maxDayLossPct: 0.01 }))
    harness.enter()
    bringTo(harness, 'DEGRADED')
    harness.mark(MARK * 0.995)
    harness.run(1_500)
    expect(harness.state.ledger.control).toMatchObject({
      state: 'PAUSED',
      desired: 'PAUSED',
      reason: { code: 'DAY_LOSS' },
    })
    expect(harness.facts.filter(({ kind }) => kind === 'breakerTripped')).toEqual([
      {
        kind: 'breakerTripped',
        breaker: 'DAY_LOSS',
        observed: expect.any(String),
        limit: '0.01',
        atMs: expect.any(Number),
      },
    ])
    harness.command({ kind: 'startRun', runId: 'run_B', market: 'test', mode: 'PAPER' })
    harness.mark(MARK)
    harness.publish({ kind: 'stream', state: 'connected' })
    harness.run(120_000)
    expect(harness.state.ledger.control).toMatchObject({
      state: 'PAUSED',
      reason: { code: 'DAY_LOSS', message: expect.stringMatching(/^The daily loss is .* plimsoll resume\.$/) },
    })
  })

  it('is paused by a drawdown', () => {
    const harness = openControlHarness(rulesWith({ maxDrawdownPct: 0.01, maxDayLossPct: 50 }))
    harness.enter()
    harness.run(60_000)
    harness.mark(MARK * 0.995)
    harness.run(1_500)
    expect(listStates(harness).at(-1)).toBe('PAUSED DRAWDOWN')
  })
})

it.each(['PAUSED', 'HALTED', 'STOPPING'] as const)('remains %s however healthy everything is', (state) => {
  const harness = openControlHarness()
  bringTo(harness, state)
  harness.run(90_000)
  expect(readState(harness)).toBe(state)
})

describe('an engine that has paused itself', () => {
  const pauseByDegradation = (): ControlHarness => {
    const harness = openControlHarness()
    bringTo(harness, 'DEGRADED')
    harness.run(15 * 60_000 + 4_000)
    expect(readPause(harness)).toMatchObject({ state: 'PAUSED', reason: { code: 'PRIVATE_STREAM' } })
    return harness
  }
  const readPause = ({ state: { ledger } }: ControlHarness) => ledger.control
  const restart = (harness: ControlHarness): void => {
    harness.command({ kind: 'startRun', runId: 'run_B', market: 'test', mode: 'PAPER' })
    harness.publish({ kind: 'stream', state: 'connected' })
    harness.run(60_000)
  }

  it('reports the cause after every restart, and recovers it from the journal', () => {
    const harness = pauseByDegradation()
    const { reason } = readPause(harness)
    restart(harness)
    expect(readPause(harness)).toMatchObject({ state: 'PAUSED', by: { type: 'ENGINE' }, reason })
    const recovered = createLedger()
    for (const fact of harness.facts) if (isLedgerFact(fact)) applyFact(recovered, fact)
    expect(recovered.pause).toEqual(harness.state.ledger.pause)
    restart(harness)
    expect(readPause(harness)).toMatchObject({ state: 'PAUSED', by: { type: 'ENGINE' }, reason })
  })

  it('reports the cause after an emergency stop was cleared', () => {
    const harness = pauseByDegradation()
    const { reason } = readPause(harness)
    stopEngine(harness)
    harness.run(6_000)
    confirmOnHost(harness, 'clearStop')
    harness.publish({ kind: 'stream', state: 'connected' })
    harness.run(60_000)
    expect(readPause(harness)).toMatchObject({ state: 'PAUSED', reason })
  })

  it('no longer reports it once a person has resumed and paused it', () => {
    const harness = pauseByDegradation()
    restart(harness)
    expect(confirmOnHost(harness, 'resume')).toEqual({ kind: 'done' })
    expect(harness.state.ledger.pause).toBeNull()
    pauseEngine(harness)
    restart(harness)
    restart(harness)
    expect(readPause(harness)).toMatchObject({
      state: 'PAUSED',
      reason: { code: 'RECONCILED', message: expect.stringMatching(/ Reason of the pause: to think$/) },
    })
  })
})
