import { describe, expect, it } from 'vitest'
import {
  audited,
  bringTo,
  type ControlFloor,
  openControlFloor,
  pauseEngine,
  rulesWith,
} from '../../../test/support/control-floor.ts'
import { MARK, openFloor } from '../../../test/support/trading-floor.ts'

const readState = ({ state }: Pick<ControlFloor, 'state'>): string => state.ledger.control.state

/** Returns the states it passed through, in order. */
const listStates = ({ facts }: Pick<ControlFloor, 'facts'>): string[] =>
  facts.flatMap((fact) => (fact.kind === 'controlChanged' ? [`${fact.state} ${fact.reason.code}`] : []))

describe('an engine that has started', () => {
  it('reconciles until it has read the exchange', () => {
    const floor = openFloor({}, null)
    floor.pass(10_000)
    expect(readState(floor)).toBe('RECONCILING')
  })

  it('runs automatically when that is configured and no user has paused', () => {
    const floor = openControlFloor()
    expect(listStates(floor)).toEqual(['RECONCILING STARTED', 'RUNNING AUTO_RESUMED'])
  })

  it('stays paused when it is not configured to run automatically', () => {
    const floor = openControlFloor(rulesWith({}, { autoResume: false }))
    expect(listStates(floor)).toEqual(['RECONCILING STARTED', 'PAUSED RECONCILED'])
    expect(floor.state.ledger.control.desired).toBe('RUNNING')
  })

  it('stays paused when a user has paused before', () => {
    const floor = openControlFloor()
    pauseEngine(floor)
    floor.command({ kind: 'startRun', runId: 'run_B', market: 'test', mode: 'PAPER' })
    floor.run(60_000)
    expect(listStates(floor).slice(-2)).toEqual(['RECONCILING STARTED', 'PAUSED RECONCILED'])
  })

  it('is not degraded by missing data for ten seconds', () => {
    const floor = openControlFloor()
    floor.publish({ kind: 'stream', state: 'lost' })
    floor.run(8_000)
    expect(readState(floor)).toBe('RUNNING')
    floor.run(4_000)
    expect(listStates(floor).at(-1)).toBe('DEGRADED PRIVATE_STREAM')
  })
})

describe('a running engine', () => {
  it('is degraded by a breaker that resets automatically, and names it', () => {
    const floor = openControlFloor()
    bringTo(floor, 'DEGRADED')
    expect(floor.state.ledger.control).toMatchObject({
      desired: 'RUNNING',
      reason: { code: 'PRIVATE_STREAM', message: expect.stringContaining('reads nothing') },
    })
    expect(audited(floor).at(-1)).toMatchObject({
      action: 'STATE_CHANGE',
      before: 'RUNNING',
      after: 'DEGRADED',
      outcome: 'INTENT',
      actor: { type: 'ENGINE' },
    })
  })

  it('reports the current worst cause and the earlier ones while it is degraded', () => {
    const floor = openControlFloor()
    bringTo(floor, 'DEGRADED')
    const { sinceMs } = floor.state.ledger.control
    const degradedBy = () => {
      floor.run(1_500)
      return floor.state.ledger.control.reason
    }
    floor.publish({ kind: 'stream', state: 'connected' })
    Object.assign(floor.state.session.clock, { offsetMs: 12, errorMs: 2_065, dueAtMs: Number.POSITIVE_INFINITY })
    expect(degradedBy()).toEqual({
      code: 'CLOCK',
      message: expect.stringMatching(
        /2077 ms.*uncertainty 2065 ms: the exchange answers too slowly.*Red before: PRIVATE_STREAM\.$/,
      ),
    })
    floor.publish({ kind: 'stream', state: 'lost' })
    expect(degradedBy()).toEqual({
      code: 'PRIVATE_STREAM',
      message: expect.stringMatching(/Red before: CLOCK\.$/),
    })
    floor.publish({ kind: 'stream', state: 'connected' })
    Object.assign(floor.state.session.clock, { offsetMs: 0, errorMs: 1 })
    expect(degradedBy()).toEqual({
      code: 'RECOVERING',
      message: 'All breakers are well; trading resumes after one healthy minute. Red before: PRIVATE_STREAM, CLOCK.',
    })
    expect(floor.state.ledger.control).toMatchObject({ state: 'DEGRADED', sinceMs })
    expect(listStates(floor).slice(-4)).toEqual([
      'DEGRADED PRIVATE_STREAM',
      'DEGRADED CLOCK',
      'DEGRADED PRIVATE_STREAM',
      'DEGRADED RECOVERING',
    ])
  })

  it('runs again when all has been well for a minute, and not sooner', () => {
    const floor = openControlFloor()
    bringTo(floor, 'DEGRADED')
    floor.publish({ kind: 'stream', state: 'connected' })
    floor.run(30_000)
    floor.publish({ kind: 'stream', state: 'lost' })
    floor.run(2_000)
    floor.publish({ kind: 'stream', state: 'connected' })
    floor.run(58_000)
    expect(readState(floor)).toBe('DEGRADED')
    floor.run(4_000)
    expect(listStates(floor).at(-1)).toBe('RUNNING RECOVERED')
  })

  it('is paused after a quarter of an hour of degradation, until the host has reviewed it', () => {
    const floor = openControlFloor()
    bringTo(floor, 'DEGRADED')
    floor.run(15 * 60_000 - 2_000)
    expect(readState(floor)).toBe('DEGRADED')
    floor.run(4_000)
    expect(floor.state.ledger.control).toMatchObject({ state: 'PAUSED', desired: 'PAUSED' })
    floor.publish({ kind: 'stream', state: 'connected' })
    floor.run(120_000)
    expect(readState(floor)).toBe('PAUSED')
  })

  it('is paused by a loss, also while it is degraded, and nothing but the host brings it back', () => {
    const floor = openControlFloor(rulesWith({ maxDayLossPct: 0.01 }))
    floor.enter()
    bringTo(floor, 'DEGRADED')
    floor.mark(MARK * 0.995)
    floor.run(1_500)
    expect(floor.state.ledger.control).toMatchObject({
      state: 'PAUSED',
      desired: 'PAUSED',
      reason: { code: 'DAY_LOSS' },
    })
    expect(floor.facts.filter(({ kind }) => kind === 'breakerTripped')).toEqual([
      {
        kind: 'breakerTripped',
        breaker: 'DAY_LOSS',
        observed: expect.any(String),
        limit: '0.01',
        atMs: expect.any(Number),
      },
    ])
    floor.command({ kind: 'startRun', runId: 'run_B', market: 'test', mode: 'PAPER' })
    floor.mark(MARK)
    floor.publish({ kind: 'stream', state: 'connected' })
    floor.run(120_000)
    expect(readState(floor)).toBe('PAUSED')
  })

  it('is paused by a drawdown', () => {
    const floor = openControlFloor(rulesWith({ maxDrawdownPct: 0.01, maxDayLossPct: 50 }))
    floor.enter()
    floor.run(60_000)
    floor.mark(MARK * 0.995)
    floor.run(1_500)
    expect(listStates(floor).at(-1)).toBe('PAUSED DRAWDOWN')
  })
})

it.each(['PAUSED', 'HALTED', 'STOPPING'] as const)('what is %s is left as it is, however well all is', (state) => {
  const floor = openControlFloor()
  bringTo(floor, state)
  floor.run(90_000)
  expect(readState(floor)).toBe(state)
})
