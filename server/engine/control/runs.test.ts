import { describe, expect, it } from 'vitest'
import { bringTo, listOutcomes, openControlHarness, stopEngine } from '../../../test/support/control-floor.ts'
import { INSTRUCTED } from '../../../test/support/trading-floor.ts'
import { step } from '../run/step.ts'

const HOST = { type: 'HOST', sub: null, sid: null, ip: null } as const
const GOING_DOWN = { kind: 'beginShutdown', instructed: { ...INSTRUCTED, actor: HOST } } as const

describe('shutdown', () => {
  it('accepts no more increasing orders, and ends stopped with running still desired', () => {
    const harness = openControlHarness()
    harness.command(GOING_DOWN)
    expect(harness.state.ledger.control).toMatchObject({ state: 'STOPPING', desired: 'RUNNING', by: HOST })
    harness.place({})
    expect(harness.state.ledger.orders.size).toBe(0)
    harness.command({ kind: 'endRun', runId: 'run_A' })
    expect(harness.state.ledger.control.state).toBe('STOPPED')
    expect(listOutcomes(harness, ['SHUTDOWN'])).toEqual(['SHUTDOWN INTENT'])
    harness.place({})
    expect(harness.state.ledger.orders.size).toBe(0)
  })

  it('when repeated is one shutdown', () => {
    const harness = openControlHarness()
    harness.command(GOING_DOWN)
    harness.command(GOING_DOWN)
    expect(listOutcomes(harness, ['SHUTDOWN'])).toEqual(['SHUTDOWN INTENT'])
  })

  it('does not clear a stop', () => {
    const harness = openControlHarness()
    stopEngine(harness)
    harness.command(GOING_DOWN)
    harness.command({ kind: 'endRun', runId: 'run_A' })
    harness.command({ kind: 'startRun', runId: 'run_B', market: 'test', mode: 'PAPER' })
    expect(harness.state.ledger).toMatchObject({ latch: { code: 'EMERGENCY_STOP' }, control: { state: 'HALTED' } })
  })

  it('can still be stopped', () => {
    const harness = openControlHarness()
    bringTo(harness, 'STOPPING')
    stopEngine(harness)
    expect(harness.state.ledger.control.state).toBe('HALTED')
  })
})

describe('a failing store', () => {
  it('stops the engine once, and its recovery does not clear the stop', () => {
    const harness = openControlHarness()
    for (const failure of ['the disk is full', 'the audit is broken', null]) {
      step(harness.state, { kind: 'store', failure, atMs: harness.nowMs })
    }
    expect(harness.state.session.storeFailure).toBeNull()
    expect(harness.state.ledger.latch).toMatchObject({
      code: 'STORE_FAILED',
      reason: 'the disk is full',
      by: { type: 'ENGINE' },
    })
  })
})
