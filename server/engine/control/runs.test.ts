import { describe, expect, it } from 'vitest'
import { bringTo, listOutcomes, openControlFloor, stopEngine } from '../../../test/support/control-floor.ts'
import { INSTRUCTED } from '../../../test/support/trading-floor.ts'
import { step } from '../run/step.ts'

const HOST = { type: 'HOST', sub: null, sid: null, ip: null } as const
const GOING_DOWN = { kind: 'beginShutdown', instructed: { ...INSTRUCTED, actor: HOST } } as const

describe('going down', () => {
  it('accepts no more increasing orders, and ends stopped with running still desired', () => {
    const floor = openControlFloor()
    floor.command(GOING_DOWN)
    expect(floor.state.ledger.control).toMatchObject({ state: 'STOPPING', desired: 'RUNNING', by: HOST })
    floor.place({})
    expect(floor.state.ledger.orders.size).toBe(0)
    floor.command({ kind: 'endRun', runId: 'run_A' })
    expect(floor.state.ledger.control.state).toBe('STOPPED')
    expect(listOutcomes(floor, ['SHUTDOWN'])).toEqual(['SHUTDOWN INTENT'])
    floor.place({})
    expect(floor.state.ledger.orders.size).toBe(0)
  })

  it('twice over is going down once', () => {
    const floor = openControlFloor()
    floor.command(GOING_DOWN)
    floor.command(GOING_DOWN)
    expect(listOutcomes(floor, ['SHUTDOWN'])).toEqual(['SHUTDOWN INTENT'])
  })

  it('does not clear a stop', () => {
    const floor = openControlFloor()
    stopEngine(floor)
    floor.command(GOING_DOWN)
    floor.command({ kind: 'endRun', runId: 'run_A' })
    floor.command({ kind: 'startRun', runId: 'run_B', market: 'test', mode: 'PAPER' })
    expect(floor.state.ledger).toMatchObject({ latch: { code: 'EMERGENCY_STOP' }, control: { state: 'HALTED' } })
  })

  it('can still be stopped', () => {
    const floor = openControlFloor()
    bringTo(floor, 'STOPPING')
    stopEngine(floor)
    expect(floor.state.ledger.control.state).toBe('HALTED')
  })
})

describe('a store that fails', () => {
  it('stops the engine once, and its recovery does not clear the stop', () => {
    const floor = openControlFloor()
    for (const failure of ['the disk is full', 'the audit is broken', null]) {
      step(floor.state, { kind: 'store', failure, atMs: floor.nowMs })
    }
    expect(floor.state.session.storeFailure).toBeNull()
    expect(floor.state.ledger.latch).toMatchObject({
      code: 'STORE_FAILED',
      reason: 'the disk is full',
      by: { type: 'ENGINE' },
    })
  })
})
