import { describe, expect, it } from 'vitest'
import { anId, anOrder } from '../../../test/support/book-samples.ts'
import {
  bringTo,
  confirmOnHost,
  listOutcomes,
  openControlFloor,
  pauseEngine,
} from '../../../test/support/control-floor.ts'
import { anEngineState } from '../../../test/support/engine-state.ts'
import { INSTRUCTED } from '../../../test/support/trading-floor.ts'
import type { ControlState } from '../../domain/control/control-state.ts'
import { step } from '../run/step.ts'
import { applyFact } from '../state/ledger.ts'

describe('a pause', () => {
  it.each<[ControlState, boolean, ControlState]>([
    ['RUNNING', true, 'PAUSED'],
    ['DEGRADED', true, 'PAUSED'],
    ['PAUSED', false, 'PAUSED'],
    ['HALTED', false, 'HALTED'],
    ['STOPPING', false, 'STOPPING'],
    ['RECONCILING', false, 'RECONCILING'],
  ])('of an engine that is %s changes it: %s, and it is %s then', (before, changed, after) => {
    const floor = openControlFloor()
    if (before !== 'RUNNING') bringTo(floor, before)
    expect(pauseEngine(floor)).toEqual({ kind: 'pauseTaken', changed, previousState: before, entries: [] })
    expect(floor.state.ledger.control).toMatchObject({ state: after, desired: 'PAUSED' })
  })

  it('of an engine that is not running yet keeps it from starting automatically', () => {
    const state = anEngineState()
    const startRun = { kind: 'startRun', runId: 'run_A', market: 'test', mode: 'PAPER' } as const
    step(state, { kind: 'command', command: startRun, atMs: 1 })
    const { facts } = step(state, { kind: 'command', command: { kind: 'pause', instructed: INSTRUCTED }, atMs: 2 })
    expect(facts.map(({ kind }) => kind)).toEqual(['audited', 'controlChanged'])
    expect(state.ledger.control).toMatchObject({ state: 'RECONCILING', desired: 'PAUSED', by: INSTRUCTED.actor })
  })

  it('names its actor before it takes effect, and reports completion afterwards', () => {
    const floor = openControlFloor()
    pauseEngine(floor)
    expect(floor.facts.slice(-2).map(({ kind }) => kind)).toEqual(['audited', 'controlChanged'])
    floor.run(200)
    expect(listOutcomes(floor, ['PAUSE'])).toEqual(['PAUSE INTENT', 'PAUSE DONE'])
  })

  it('keeps what people have resting, and their positions', () => {
    const floor = openControlFloor()
    floor.enter()
    floor.place({})
    floor.run(300)
    const before = floor.names()
    pauseEngine(floor)
    floor.run(3_000)
    expect([floor.names(), floor.position()?.quantity]).toEqual([before, 10])
  })

  it('twice over changes nothing, and is recorded', () => {
    const floor = openControlFloor()
    pauseEngine(floor)
    const facts = floor.facts.filter(({ kind }) => kind === 'controlChanged').length
    expect(pauseEngine(floor)).toMatchObject({ changed: false })
    expect(floor.facts.filter(({ kind }) => kind === 'controlChanged')).toHaveLength(facts)
    expect(listOutcomes(floor, ['PAUSE'])).toEqual(['PAUSE INTENT', 'PAUSE INTENT'])
  })

  it('lets people trade on', () => {
    const floor = openControlFloor()
    pauseEngine(floor)
    floor.enter()
    expect(floor.position()?.quantity).toBe(10)
  })

  it('ends with the host alone', () => {
    const floor = openControlFloor()
    pauseEngine(floor)
    floor.run(120_000)
    expect(floor.state.ledger.control.state).toBe('PAUSED')
    expect(confirmOnHost(floor, 'resume')).toEqual({ kind: 'done' })
    expect(floor.state.ledger.control).toMatchObject({ state: 'RUNNING', desired: 'RUNNING' })
  })
})

describe('the entries of autotrading', () => {
  const resting = anOrder({
    status: 'NEW',
    origin: 'AUTOTRADING',
    venueClientId: `tE0001${'0'.repeat(26)}`,
    orderId: anId('ord', 7),
  })

  it.each([
    ['that rests', {}, true],
    ['that only reduces', { terms: { reduceOnly: true } }, false],
    ['of a person', { origin: 'API' as const }, false],
  ])('cancels %s: %o %s', (_name, parts, taken) => {
    const floor = openControlFloor()
    const order = { ...resting, ...parts, terms: { ...resting.terms, ...('terms' in parts ? parts.terms : {}) } }
    applyFact(floor.state.ledger, { kind: 'externalOrderSeen', order, atMs: floor.nowMs })
    expect(pauseEngine(floor)).toMatchObject({ entries: taken ? [order.orderId] : [] })
    expect(floor.order(order.orderId).status).toBe(taken ? 'PENDING_CANCEL' : 'NEW')
  })

  it('are waited for ten seconds, then the result is that not all is known', () => {
    const floor = openControlFloor()
    applyFact(floor.state.ledger, { kind: 'externalOrderSeen', order: resting, atMs: floor.nowMs })
    floor.manners.keepsOrders = true
    floor.manners.silent = true
    pauseEngine(floor)
    floor.run(9_900)
    expect(listOutcomes(floor, ['PAUSE'])).toEqual(['PAUSE INTENT'])
    floor.run(200)
    expect(listOutcomes(floor, ['PAUSE'])).toEqual(['PAUSE INTENT', 'PAUSE PARTIAL'])
  })
})
