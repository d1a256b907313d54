import { describe, expect, it } from 'vitest'
import { anId, anOrder } from '../../../test/support/book-samples.ts'
import {
  bringTo,
  confirmOnHost,
  listOutcomes,
  openControlHarness,
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
    const harness = openControlHarness()
    if (before !== 'RUNNING') bringTo(harness, before)
    expect(pauseEngine(harness)).toEqual({ kind: 'pauseTaken', changed, previousState: before, entries: [] })
    expect(harness.state.ledger.control).toMatchObject({ state: after, desired: 'PAUSED' })
  })

  it('of an engine that is not running yet prevents it from starting automatically', () => {
    const state = anEngineState()
    const startRun = { kind: 'startRun', runId: 'run_A', market: 'test', mode: 'PAPER' } as const
    step(state, { kind: 'command', command: startRun, atMs: 1 })
    const { facts } = step(state, { kind: 'command', command: { kind: 'pause', instructed: INSTRUCTED }, atMs: 2 })
    expect(facts.map(({ kind }) => kind)).toEqual(['audited', 'controlChanged'])
    expect(state.ledger.control).toMatchObject({ state: 'RECONCILING', desired: 'PAUSED', by: INSTRUCTED.actor })
  })

  it('names its actor before it takes effect, and reports completion afterwards', () => {
    const harness = openControlHarness()
    pauseEngine(harness)
    expect(harness.facts.slice(-2).map(({ kind }) => kind)).toEqual(['audited', 'controlChanged'])
    harness.run(200)
    expect(listOutcomes(harness, ['PAUSE'])).toEqual(['PAUSE INTENT', 'PAUSE DONE'])
  })

  it('keeps manual resting orders and positions', () => {
    const harness = openControlHarness()
    harness.enter()
    harness.place({})
    harness.run(300)
    const before = harness.names()
    pauseEngine(harness)
    harness.run(3_000)
    expect([harness.names(), harness.position()?.quantity]).toEqual([before, 10])
  })

  it('is recorded again without effect when repeated', () => {
    const harness = openControlHarness()
    pauseEngine(harness)
    const facts = harness.facts.filter(({ kind }) => kind === 'controlChanged').length
    expect(pauseEngine(harness)).toMatchObject({ changed: false })
    expect(harness.facts.filter(({ kind }) => kind === 'controlChanged')).toHaveLength(facts)
    expect(listOutcomes(harness, ['PAUSE'])).toEqual(['PAUSE INTENT', 'PAUSE INTENT'])
  })

  it('lets users continue to trade', () => {
    const harness = openControlHarness()
    pauseEngine(harness)
    harness.enter()
    expect(harness.position()?.quantity).toBe(10)
  })

  it('is ended by the host only', () => {
    const harness = openControlHarness()
    pauseEngine(harness)
    harness.run(120_000)
    expect(harness.state.ledger.control.state).toBe('PAUSED')
    expect(confirmOnHost(harness, 'resume')).toEqual({ kind: 'done' })
    expect(harness.state.ledger.control).toMatchObject({ state: 'RUNNING', desired: 'RUNNING' })
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
    const harness = openControlHarness()
    const order = { ...resting, ...parts, terms: { ...resting.terms, ...('terms' in parts ? parts.terms : {}) } }
    applyFact(harness.state.ledger, { kind: 'externalOrderSeen', order, atMs: harness.nowMs })
    expect(pauseEngine(harness)).toMatchObject({ entries: taken ? [order.orderId] : [] })
    expect(harness.order(order.orderId).status).toBe(taken ? 'PENDING_CANCEL' : 'NEW')
  })

  it('are awaited for ten seconds, then the result is reported as incomplete', () => {
    const harness = openControlHarness()
    applyFact(harness.state.ledger, { kind: 'externalOrderSeen', order: resting, atMs: harness.nowMs })
    harness.manners.keepsOrders = true
    harness.manners.silent = true
    pauseEngine(harness)
    harness.run(9_900)
    expect(listOutcomes(harness, ['PAUSE'])).toEqual(['PAUSE INTENT'])
    harness.run(200)
    expect(listOutcomes(harness, ['PAUSE'])).toEqual(['PAUSE INTENT', 'PAUSE PARTIAL'])
  })
})
