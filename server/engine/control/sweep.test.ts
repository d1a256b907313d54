import { describe, expect, it } from 'vitest'
import { anId } from '../../../test/support/book-samples.ts'
import {
  audited,
  confirmOnHost,
  listOutcomes,
  openControlHarness,
  pauseEngine,
  stopEngine,
} from '../../../test/support/control-floor.ts'
import { aStop } from '../../../test/support/trading-facts.ts'
import { anAccount, answerRead, INSTRUCTED, MARK } from '../../../test/support/trading-floor.ts'
import { ticks } from '../../domain/market/instrument.ts'
import { venueClientId } from '../../domain/order/venue-client-id.ts'
import { createInbox } from '../run/inbox.ts'
import { step } from '../run/step.ts'
import { applyFact, createLedger } from '../state/ledger.ts'
import { isLedgerFact } from '../state/ledger-facts.ts'
import { createSession, createSweep } from '../state/session.ts'

const ENGINE = { type: 'ENGINE', sub: null, sid: null, ip: null } as const

describe('an emergency stop', () => {
  it('cancels what could become a position, and keeps stop and target of the open one', () => {
    const harness = openControlHarness()
    harness.place({
      type: 'MARKET',
      price: null,
      timeInForce: 'IOC',
      takeProfit: { price: ticks(MARK + 9_000), by: 'MARK' },
    })
    harness.run(500)
    const retained = harness.names()
    harness.place({ price: ticks(MARK - 3_000) })
    harness.place({ side: 'SELL', price: ticks(MARK + 4_000), reduceOnly: true })
    harness.run(500)
    expect(harness.names()).toHaveLength(4)
    stopEngine(harness)
    harness.run(6_000)
    expect(harness.names()).toEqual(retained)
    expect(harness.state.ledger.latch).toMatchObject({ completedAtMs: expect.any(Number) })
    expect([harness.state.ledger.latch?.cancelling.size, harness.state.ledger.latch?.retained.size]).toEqual([2, 2])
  })

  it('halts immediately, sets the desired state to stopped, and reports that first', () => {
    const harness = openControlHarness()
    expect(stopEngine(harness)).toMatchObject({ kind: 'stopTaken', alreadyLatched: false })
    expect(harness.state.ledger.control).toMatchObject({ state: 'HALTED', desired: 'PAUSED', by: { type: 'USER' } })
    const kinds = harness.facts.map(({ kind }) => kind)
    expect(kinds.slice(-3)).toEqual(['audited', 'latchEngaged', 'controlChanged'])
  })

  it('blocks everything that increases risk and allows everything that reduces it', () => {
    const harness = openControlHarness()
    harness.enter()
    stopEngine(harness)
    harness.sent.length = 0
    harness.place({})
    harness.place({ type: 'MARKET', side: 'SELL', price: null, timeInForce: 'IOC', reduceOnly: true })
    harness.run(100)
    expect(
      harness.sent.flatMap((request) => (request.kind === 'submit' ? [request.submission.terms.side] : [])),
    ).toEqual(['SELL'])
  })

  it('is complete when two readings of the account, two seconds apart, show that nothing is left', () => {
    const harness = openControlHarness()
    harness.place({})
    harness.run(300)
    stopEngine(harness)
    harness.run(1_900)
    expect(harness.state.session.sweep.complete).toBe(false)
    harness.run(2_500)
    expect(harness.state.session.sweep.complete).toBe(true)
    expect(harness.facts.filter(({ kind }) => kind === 'stopCompleted')).toHaveLength(1)
    expect(listOutcomes(harness, ['EMERGENCY_STOP'])).toEqual(['EMERGENCY_STOP INTENT', 'EMERGENCY_STOP DONE'])
  })

  it('repeats a cancel that is not answered, and is not complete before', () => {
    const harness = openControlHarness()
    harness.place({})
    harness.run(300)
    harness.manners.keepsOrders = true
    stopEngine(harness)
    harness.run(20_000)
    expect(harness.sent.filter(({ kind }) => kind === 'cancel').length).toBeGreaterThan(4)
    expect(harness.state.session.sweep.complete).toBe(false)
    harness.manners.keepsOrders = false
    harness.run(12_000)
    expect([harness.names(), harness.state.session.sweep.complete]).toEqual([[], true])
  })

  it('cancels an order that was in flight when it was engaged, as soon as the exchange has it', () => {
    const harness = openControlHarness()
    harness.manners.silent = true
    harness.place({})
    harness.run(200)
    const [sent] = harness.sent.flatMap((request) => (request.kind === 'submit' ? [request.submission] : []))
    stopEngine(harness)
    harness.run(4_000)
    expect(sent && [...harness.state.ledger.orders.values()].at(-1)?.status).toBe('OUTCOME_UNKNOWN')
    harness.manners.silent = false
    if (sent) harness.open.set(sent.venueClientId, sent)
    harness.run(13_000)
    expect([harness.names(), harness.state.session.sweep.complete]).toEqual([[], true])
  })

  it.each([
    ['a person', 'EMERGENCY_STOP', 'USER', []],
    ['the host', 'STOP_FILE', 'HOST', []],
    ['the engine', 'QTY_MISMATCH', 'ENGINE', ['by-hand-1']],
  ] as const)('of %s leaves of manual orders %o', (_who, code, type, left) => {
    const harness = openControlHarness()
    harness.placeByHand()
    stopEngine(harness, { code, by: { ...ENGINE, type } })
    harness.run(8_000)
    expect(harness.names()).toEqual(left)
    expect(harness.state.session.sweep.complete).toBe(true)
  })

  it('cancels nothing when another engine has taken over', () => {
    const harness = openControlHarness()
    harness.place({})
    const foreign = harness.placeByHand({}, venueClientId('ENTRY', 99, '0'.repeat(26)))
    harness.run(31_000)
    expect(harness.state.ledger.latch).toMatchObject({ code: 'FOREIGN_EPOCH', by: { type: 'ENGINE' } })
    expect(harness.names()).toContain(foreign)
    expect(harness.names()).toHaveLength(2)
  })

  it('treats a later manual order as intended, once it is complete', () => {
    const harness = openControlHarness()
    stopEngine(harness)
    harness.run(6_000)
    const later = harness.placeByHand()
    harness.run(40_000)
    expect(harness.names()).toEqual([later])
    expect(confirmOnHost(harness, 'clearStop')).toEqual({ kind: 'done' })
  })

  it('cancels manual orders placed since, when it is requested again', () => {
    const harness = openControlHarness()
    stopEngine(harness)
    harness.run(8_000)
    harness.placeByHand()
    stopEngine(harness)
    harness.run(8_000)
    expect(harness.names()).toEqual([])
  })

  it('keeps its ID when it is requested again, does more but never less, and restarts its check', () => {
    const harness = openControlHarness()
    stopEngine(harness)
    harness.run(6_000)
    const again = stopEngine(harness, { stopId: 'stp_00000000000000000000000002', flatten: 'REDUCE_ONLY' })
    expect(again).toMatchObject({ kind: 'stopTaken', alreadyLatched: true, stopId: harness.state.ledger.latch?.stopId })
    expect(harness.state.session.sweep.complete).toBe(false)
    stopEngine(harness, { flatten: 'NONE' })
    expect(harness.state.ledger.latch?.flatten).toBe('REDUCE_ONLY')
    expect(listOutcomes(harness, ['EMERGENCY_STOP'])).toEqual([
      'EMERGENCY_STOP INTENT',
      'EMERGENCY_STOP DONE',
      'EMERGENCY_STOP REPEATED',
      'EMERGENCY_STOP REPEATED',
    ])
  })

  it('of the engine becomes that of a user who requests it as well', () => {
    const harness = openControlHarness()
    stopEngine(harness, { code: 'STORE_FAILED', by: ENGINE })
    expect(harness.state.ledger.latch).toMatchObject({ by: { type: 'ENGINE' }, code: 'STORE_FAILED' })
    stopEngine(harness)
    expect(harness.state.ledger.latch).toMatchObject({ by: { type: 'USER' }, code: 'STORE_FAILED' })
  })

  it('survives a restart, and is swept anew', () => {
    const harness = openControlHarness()
    stopEngine(harness)
    harness.run(6_000)
    const ledger = createLedger()
    for (const fact of harness.facts) if (isLedgerFact(fact)) applyFact(ledger, fact)
    const state = { ...harness.state, ledger, session: createSession() }
    const command = { kind: 'startRun', runId: 'run_B', market: 'test', mode: 'PAPER' } as const
    const { facts } = step(state, { kind: 'command', command, atMs: harness.nowMs })
    const states = facts.flatMap((fact) => (fact.kind === 'controlChanged' ? [fact.state] : []))
    expect(states).toEqual(['RECONCILING', 'HALTED'])
    expect([ledger.latch?.code, state.session.sweep.complete]).toEqual(['EMERGENCY_STOP', false])
  })

  it('leaves manual orders after its first completion, until it is requested again', () => {
    const harness = openControlHarness()
    stopEngine(harness)
    harness.run(6_000)
    const name = harness.placeByHand()
    harness.run(35_000)
    harness.state.session.sweep = createSweep()
    harness.run(6_000)
    expect(harness.names()).toEqual([name])
    stopEngine(harness)
    harness.run(6_000)
    expect(harness.names()).toEqual([])
  })

  it('ignores a reading requested before the round began, and requests another', () => {
    const harness = openControlHarness()
    const { reconciliation } = harness.state.session
    harness.manners.silent = true
    reconciliation.dueAtMs = harness.nowMs
    harness.run(200)
    const early = harness.sent.findLast((request) => request.kind === 'readAccount')
    stopEngine(harness)
    harness.run(100)
    harness.sent.length = 0
    if (early) answerRead(harness.publish, early, { account: anAccount(), serverTimeMs: null })
    harness.manners.silent = false
    harness.run(300)
    expect(harness.sent.filter(({ kind }) => kind === 'readAccount')).toHaveLength(1)
    expect(harness.state.session.sweep.cleanRounds).toBe(1)
  })

  it('records actor, reason and extension when it is requested again, and answers both callers', () => {
    const harness = openControlHarness()
    stopEngine(harness)
    harness.run(6_000)
    const admin = { type: 'USER', sub: 'usr_admin', sid: null, ip: null } as const
    const instructed = { ...INSTRUCTED, actor: admin, auditId: anId('aud', 77), reason: 'close it all' }
    const stop = harness.state.ledger.latch ?? aStop()
    harness.command({ kind: 'emergencyStop', stop, flatten: 'REDUCE_ONLY', instructed })
    harness.run(6_000)
    const auditFields = { actor: admin, auditId: instructed.auditId, action: 'EMERGENCY_STOP' }
    expect(audited(harness).filter(({ auditId }) => auditId === instructed.auditId)).toMatchObject([
      { ...auditFields, before: 'HALTED, flatten NONE', after: 'HALTED, flatten REDUCE_ONLY', reason: 'close it all' },
      { ...auditFields, outcome: 'DONE' },
    ])
  })

  it('is accepted in every state, and pausing it changes only the desired state', () => {
    const harness = openControlHarness()
    stopEngine(harness)
    expect(pauseEngine(harness)).toMatchObject({ changed: false, previousState: 'HALTED' })
    expect(harness.state.ledger.control.state).toBe('HALTED')
  })
})

it('takes priority over every other command in the queue, and pauses with it', () => {
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
