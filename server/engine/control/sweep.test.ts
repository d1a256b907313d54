import { describe, expect, it } from 'vitest'
import { anId } from '../../../test/support/book-samples.ts'
import {
  audited,
  confirmOnHost,
  listOutcomes,
  openControlFloor,
  pauseEngine,
  stopEngine,
} from '../../../test/support/control-floor.ts'
import { aStop } from '../../../test/support/trading-facts.ts'
import { anAccount, answerRead, INSTRUCTED, MARK } from '../../../test/support/trading-floor.ts'
import { ticks } from '../../domain/market/instrument.ts'
import { venueClientId } from '../../domain/order/venue-client-id.ts'
import { createInbox } from '../run/inbox.ts'
import { step } from '../run/step.ts'
import { applyFact, createLedger, isLedgerFact } from '../state/ledger.ts'
import { createSession, createSweep } from '../state/session.ts'

const ENGINE = { type: 'ENGINE', sub: null, sid: null, ip: null } as const

describe('an emergency stop', () => {
  it('cancels what could become a position, and keeps stop and target of the open one', () => {
    const floor = openControlFloor()
    floor.place({
      type: 'MARKET',
      price: null,
      timeInForce: 'IOC',
      takeProfit: { price: ticks(MARK + 9_000), by: 'MARK' },
    })
    floor.run(500)
    const retained = floor.names()
    floor.place({ price: ticks(MARK - 3_000) })
    floor.place({ side: 'SELL', price: ticks(MARK + 4_000), reduceOnly: true })
    floor.run(500)
    expect(floor.names()).toHaveLength(4)
    stopEngine(floor)
    floor.run(6_000)
    expect(floor.names()).toEqual(retained)
    expect(floor.state.ledger.latch).toMatchObject({ completedAtMs: expect.any(Number) })
    expect([floor.state.ledger.latch?.cancelling.size, floor.state.ledger.latch?.retained.size]).toEqual([2, 2])
  })

  it('halts immediately, no longer wants to run, and reports that first', () => {
    const floor = openControlFloor()
    expect(stopEngine(floor)).toMatchObject({ kind: 'stopTaken', alreadyLatched: false })
    expect(floor.state.ledger.control).toMatchObject({ state: 'HALTED', desired: 'PAUSED', by: { type: 'USER' } })
    const kinds = floor.facts.map(({ kind }) => kind)
    expect(kinds.slice(-3)).toEqual(['audited', 'latchEngaged', 'controlChanged'])
  })

  it('blocks everything that increases risk and allows everything that reduces it', () => {
    const floor = openControlFloor()
    floor.enter()
    stopEngine(floor)
    floor.sent.length = 0
    floor.place({})
    floor.place({ type: 'MARKET', side: 'SELL', price: null, timeInForce: 'IOC', reduceOnly: true })
    floor.run(100)
    expect(floor.sent.flatMap((request) => (request.kind === 'submit' ? [request.submission.terms.side] : []))).toEqual(
      ['SELL'],
    )
  })

  it('is complete when two readings of the account, two seconds apart, show that nothing is left', () => {
    const floor = openControlFloor()
    floor.place({})
    floor.run(300)
    stopEngine(floor)
    floor.run(1_900)
    expect(floor.state.session.sweep.complete).toBe(false)
    floor.run(2_500)
    expect(floor.state.session.sweep.complete).toBe(true)
    expect(floor.facts.filter(({ kind }) => kind === 'stopCompleted')).toHaveLength(1)
    expect(listOutcomes(floor, ['EMERGENCY_STOP'])).toEqual(['EMERGENCY_STOP INTENT', 'EMERGENCY_STOP DONE'])
  })

  it('keeps asking for a cancel that is not answered, and is not complete before', () => {
    const floor = openControlFloor()
    floor.place({})
    floor.run(300)
    floor.manners.keepsOrders = true
    stopEngine(floor)
    floor.run(20_000)
    expect(floor.sent.filter(({ kind }) => kind === 'cancel').length).toBeGreaterThan(4)
    expect(floor.state.session.sweep.complete).toBe(false)
    floor.manners.keepsOrders = false
    floor.run(12_000)
    expect([floor.names(), floor.state.session.sweep.complete]).toEqual([[], true])
  })

  it('cancels an order that was in flight when it was engaged, as soon as the exchange has it', () => {
    const floor = openControlFloor()
    floor.manners.silent = true
    floor.place({})
    floor.run(200)
    const [sent] = floor.sent.flatMap((request) => (request.kind === 'submit' ? [request.submission] : []))
    stopEngine(floor)
    floor.run(4_000)
    expect(sent && [...floor.state.ledger.orders.values()].at(-1)?.status).toBe('OUTCOME_UNKNOWN')
    floor.manners.silent = false
    if (sent) floor.open.set(sent.venueClientId, sent)
    floor.run(13_000)
    expect([floor.names(), floor.state.session.sweep.complete]).toEqual([[], true])
  })

  it.each([
    ['a person', 'EMERGENCY_STOP', 'USER', []],
    ['the host', 'STOP_FILE', 'HOST', []],
    ['the engine', 'QTY_MISMATCH', 'ENGINE', ['by-hand-1']],
  ] as const)('of %s leaves of orders placed by hand %o', (_who, code, type, left) => {
    const floor = openControlFloor()
    floor.placeByHand()
    stopEngine(floor, { code, by: { ...ENGINE, type } })
    floor.run(8_000)
    expect(floor.names()).toEqual(left)
    expect(floor.state.session.sweep.complete).toBe(true)
  })

  it('takes nothing back where another engine has taken over', () => {
    const floor = openControlFloor()
    floor.place({})
    const foreign = floor.placeByHand({}, venueClientId('ENTRY', 99, '0'.repeat(26)))
    floor.run(31_000)
    expect(floor.state.ledger.latch).toMatchObject({ code: 'FOREIGN_EPOCH', by: { type: 'ENGINE' } })
    expect(floor.names()).toContain(foreign)
    expect(floor.names()).toHaveLength(2)
  })

  it('treats an order placed by hand later as intended, once it is complete', () => {
    const floor = openControlFloor()
    stopEngine(floor)
    floor.run(6_000)
    const later = floor.placeByHand()
    floor.run(40_000)
    expect(floor.names()).toEqual([later])
    expect(confirmOnHost(floor, 'clearStop')).toEqual({ kind: 'done' })
  })

  it('cancels orders placed by hand since, when it is requested again', () => {
    const floor = openControlFloor()
    stopEngine(floor)
    floor.run(8_000)
    floor.placeByHand()
    stopEngine(floor)
    floor.run(8_000)
    expect(floor.names()).toEqual([])
  })

  it('keeps its id when it is requested again, does more but never less, and restarts its check', () => {
    const floor = openControlFloor()
    stopEngine(floor)
    floor.run(6_000)
    const again = stopEngine(floor, { stopId: 'stp_00000000000000000000000002', flatten: 'REDUCE_ONLY' })
    expect(again).toMatchObject({ kind: 'stopTaken', alreadyLatched: true, stopId: floor.state.ledger.latch?.stopId })
    expect(floor.state.session.sweep.complete).toBe(false)
    stopEngine(floor, { flatten: 'NONE' })
    expect(floor.state.ledger.latch?.flatten).toBe('REDUCE_ONLY')
    expect(listOutcomes(floor, ['EMERGENCY_STOP'])).toEqual([
      'EMERGENCY_STOP INTENT',
      'EMERGENCY_STOP DONE',
      'EMERGENCY_STOP REPEATED',
      'EMERGENCY_STOP REPEATED',
    ])
  })

  it('of the engine becomes a person’s when a person requests it as well', () => {
    const floor = openControlFloor()
    stopEngine(floor, { code: 'STORE_FAILED', by: ENGINE })
    expect(floor.state.ledger.latch).toMatchObject({ by: { type: 'ENGINE' }, code: 'STORE_FAILED' })
    stopEngine(floor)
    expect(floor.state.ledger.latch).toMatchObject({ by: { type: 'USER' }, code: 'STORE_FAILED' })
  })

  it('holds over a restart, and is swept anew', () => {
    const floor = openControlFloor()
    stopEngine(floor)
    floor.run(6_000)
    const ledger = createLedger()
    for (const fact of floor.facts) if (isLedgerFact(fact)) applyFact(ledger, fact)
    const state = { ...floor.state, ledger, session: createSession() }
    const command = { kind: 'startRun', runId: 'run_B', market: 'test', mode: 'PAPER' } as const
    const { facts } = step(state, { kind: 'command', command, atMs: floor.nowMs })
    const states = facts.flatMap((fact) => (fact.kind === 'controlChanged' ? [fact.state] : []))
    expect(states).toEqual(['RECONCILING', 'HALTED'])
    expect([ledger.latch?.code, state.session.sweep.complete]).toEqual(['EMERGENCY_STOP', false])
  })

  it('leaves orders placed by hand after its first completion, until it is requested again', () => {
    const floor = openControlFloor()
    stopEngine(floor)
    floor.run(6_000)
    const name = floor.placeByHand()
    floor.run(35_000)
    floor.state.session.sweep = createSweep()
    floor.run(6_000)
    expect(floor.names()).toEqual([name])
    stopEngine(floor)
    floor.run(6_000)
    expect(floor.names()).toEqual([])
  })

  it('ignores a reading requested before the round began, and requests another', () => {
    const floor = openControlFloor()
    const { reconciliation } = floor.state.session
    floor.manners.silent = true
    reconciliation.dueAtMs = floor.nowMs
    floor.run(200)
    const early = floor.sent.findLast((request) => request.kind === 'readAccount')
    stopEngine(floor)
    floor.run(100)
    floor.sent.length = 0
    if (early) answerRead(floor.publish, early, { account: anAccount(), serverTimeMs: null })
    floor.manners.silent = false
    floor.run(300)
    expect(floor.sent.filter(({ kind }) => kind === 'readAccount')).toHaveLength(1)
    expect(floor.state.session.sweep.cleanRounds).toBe(1)
  })

  it('records actor, reason and extension when it is requested again, and answers both callers', () => {
    const floor = openControlFloor()
    stopEngine(floor)
    floor.run(6_000)
    const admin = { type: 'USER', sub: 'usr_admin', sid: null, ip: null } as const
    const instructed = { ...INSTRUCTED, actor: admin, auditId: anId('aud', 77), reason: 'close it all' }
    const stop = floor.state.ledger.latch ?? aStop()
    floor.command({ kind: 'emergencyStop', stop, flatten: 'REDUCE_ONLY', instructed })
    floor.run(6_000)
    const auditFields = { actor: admin, auditId: instructed.auditId, action: 'EMERGENCY_STOP' }
    expect(audited(floor).filter(({ auditId }) => auditId === instructed.auditId)).toMatchObject([
      { ...auditFields, before: 'HALTED, flatten NONE', after: 'HALTED, flatten REDUCE_ONLY', reason: 'close it all' },
      { ...auditFields, outcome: 'DONE' },
    ])
  })

  it('is accepted in every state, and pausing it changes only the desired state', () => {
    const floor = openControlFloor()
    stopEngine(floor)
    expect(pauseEngine(floor)).toMatchObject({ changed: false, previousState: 'HALTED' })
    expect(floor.state.ledger.control.state).toBe('HALTED')
  })
})

it('goes before every other command in the queue, and pauses with it', () => {
  const inbox = createInbox(() => 1)
  const submit = (command: Parameters<typeof inbox.submit>[0]): void => void inbox.submit(command).catch(() => {})
  submit({ kind: 'cancelOrder', orderId: 'ord_1', instructed: INSTRUCTED })
  submit({ kind: 'resume', displayed: '', instructed: INSTRUCTED })
  inbox.tick({ commitP99Ms: 1, freeDiskBytes: 1 })
  submit({ kind: 'pause', instructed: INSTRUCTED })
  const kinds = Array.from({ length: 4 }, () => inbox.take()?.event).map((event) =>
    event?.kind === 'command' ? event.command.kind : event?.kind,
  )
  expect(kinds).toEqual(['pause', 'cancelOrder', 'resume', 'timer'])
})
