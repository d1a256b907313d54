import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { StopResult } from '../../contract/control.ts'
import { anId, anOrder, aPosition } from '../../test/support/book-samples.ts'
import { aControlReader } from '../../test/support/control-stage.ts'
import { anEngineState } from '../../test/support/engine-state.ts'
import { anInstrument, NOON_MS } from '../../test/support/market-samples.ts'
import { anAuditEntry, aStop } from '../../test/support/trading-facts.ts'
import { watchMarket } from '../../test/support/watched-market.ts'
import { lots } from '../domain/market/instrument.ts'
import type { Order } from '../domain/order/order.ts'
import { isTerminal } from '../domain/order/transition.ts'
import type { Position } from '../domain/position/position.ts'
import type { Latch } from '../engine/state/control-state.ts'
import { createLedger } from '../engine/state/ledger.ts'
import type { ControlReader } from './control-reader.ts'
import { getPhase, type StopCall, stopResult } from './stop-result.ts'

interface Situation {
  readonly orders?: readonly Order[]
  readonly positions?: readonly Position[]
  readonly latch?: Partial<Latch> | null
  readonly swept?: boolean
  readonly reader?: Partial<ControlReader>
}

const CALL: StopCall = {
  alreadyLatched: false,
  bodyIgnored: false,
  latchedMs: 0.4,
  durableMs: 11.2,
  auditId: anId('aud', 7),
}

/** A stop in the middle of its work, the account read already. */
const aSituation = ({ orders = [], positions = [], latch = {}, swept = false, reader }: Situation = {}) => {
  const ledger = createLedger()
  for (const order of orders) {
    ledger.orders.set(order.orderId, order)
    if (!isTerminal(order.status)) ledger.working.add(order.orderId)
  }
  for (const position of positions) ledger.positions.set(position.symbol, position)
  const cancelling = new Set(orders.map(({ orderId }) => orderId))
  if (latch)
    ledger.latch = { ...aStop(), requestedBy: aStop(), cancelling, retained: new Set(), completedAtMs: null, ...latch }
  const market = watchMarket([{ kind: 'instrument', instrument: anInstrument() }]).market
  const state = anEngineState({ ledger, market })
  state.session.reconciliation.doneAtMs = NOON_MS
  state.session.sweep.complete = swept
  return aControlReader(state, reader)
}

const readResult = (reader: ControlReader) => stopResult(reader, reader.state.ledger.latch ?? aStop(), CALL)

const numbered = (number: number, status: Order['status'], order: Partial<Order> = {}): Order =>
  anOrder({ orderId: anId('ord', number), status, ...order })

const covered = aPosition({ protection: { ...aPosition().protection, covered: lots(10), unprotectedSinceMs: null } })

describe('a stop', () => {
  it('returns the documented shape', () => {
    const validate = new Ajv({ strict: false }).compile(StopResult)
    const body = readResult(aSituation({ orders: [numbered(1, 'NEW')], positions: [aPosition()] }))
    validate(body)
    expect(validate.errors).toBeNull()
  })

  it('counts each order it found once', () => {
    const cancels = new Map([[anId('ord', 5), { attempts: 4, nextAtMs: 0 }]])
    const reader = aSituation({
      orders: [
        numbered(1, 'CANCELED'),
        numbered(2, 'EXPIRED'),
        numbered(3, 'FILLED'),
        numbered(4, 'OUTCOME_UNKNOWN'),
        numbered(5, 'PENDING_CANCEL'),
        numbered(6, 'PENDING_CANCEL'),
      ],
      latch: { retained: new Set([anId('ord', 7), anId('ord', 8), anId('ord', 9)]) },
    })
    for (const standing of [8, 9]) reader.state.ledger.working.add(anId('ord', standing))
    for (const [orderId, cancel] of cancels) reader.state.session.cancels.set(orderId, cancel)
    const { orders, steps } = readResult(reader)
    expect(orders).toEqual({
      found: 8,
      protectiveKept: 2,
      cancelled: 2,
      filled: 1,
      pending: 1,
      failed: [{ orderId: anId('ord', 5), attempts: 4 }],
      outcomeUnknown: [{ orderId: anId('ord', 4), since: '2026-11-21T12:00:00.000Z' }],
    })
    const counted = { attempted: 6, confirmed: 2, filled: 1, failed: 1, unknown: 1, pending: 1 }
    expect(steps[2]).toEqual({ step: 'CANCEL', status: 'PARTIAL', ...counted })
  })

  it('counts an order that was discovered after it was engaged', () => {
    const reader = aSituation({ orders: [numbered(1, 'NEW')], latch: { cancelling: new Set() } })
    expect(readResult(reader).orders).toMatchObject({ found: 1, pending: 1 })
  })

  it.each<[string, Situation, string, string[]]>([
    ['nothing is known', { latch: null }, 'LATCHED', ['PENDING', 'PENDING', 'PENDING', 'NOT_REQUESTED']],
    [
      'orders are open',
      { orders: [numbered(1, 'NEW')], positions: [aPosition()] },
      'CANCELLING',
      ['DONE', 'PENDING', 'PENDING', 'NOT_REQUESTED'],
    ],
    ['a position is bare', { positions: [aPosition()] }, 'PROTECTING', ['DONE', 'DONE', 'PENDING', 'NOT_REQUESTED']],
    [
      'a position is to be closed',
      { positions: [covered], latch: { flatten: 'REDUCE_ONLY' } },
      'FLATTENING',
      ['DONE', 'DONE', 'DONE', 'PENDING'],
    ],
    [
      'nothing is left, seen once',
      { positions: [covered], orders: [numbered(1, 'CANCELED')] },
      'SWEEPING',
      ['DONE', 'DONE', 'DONE', 'NOT_REQUESTED'],
    ],
    ['nothing is left', { swept: true }, 'COMPLETE', ['DONE', 'DONE', 'DONE', 'NOT_REQUESTED']],
    [
      'something comes after',
      { swept: true, orders: [numbered(1, 'NEW')], latch: { cancelling: new Set() } },
      'CANCELLING',
      ['DONE', 'PENDING', 'DONE', 'NOT_REQUESTED'],
    ],
  ])('where %s', (_name, situation, phase, statuses) => {
    const reader = aSituation(situation)
    expect(getPhase(reader)).toBe(phase)
    const { steps } = readResult(reader)
    expect(steps.slice(1).map(({ status }) => status)).toEqual(statuses)
  })

  it('names what is not covered, and how much of it', () => {
    const bare = aPosition({ protection: { ...aPosition().protection, covered: lots(4) } })
    const { positions } = readResult(aSituation({ positions: [bare] }))
    expect(positions).toEqual({
      open: 1,
      protected: 0,
      unprotected: [
        { positionId: bare.positionId, symbol: 'BTCUSDT', uncoveredQty: '0.006', since: '2026-11-21T12:00:00.000Z' },
      ],
    })
  })

  it('is quiescent when the last request that was sent has expired', () => {
    const provenDeadAtMs = NOON_MS + 60_000
    const dispatch = { state: 'OUTCOME_UNKNOWN', attempts: 1, signedAtMs: NOON_MS, provenDeadAtMs } as const
    const pending = numbered(1, 'PENDING_NEW')
    const unknown = numbered(2, 'OUTCOME_UNKNOWN', { dispatch })
    const quiescentBy = (orders: readonly Order[]) => readResult(aSituation({ orders })).quiescentBy
    expect(quiescentBy([numbered(1, 'NEW')])).toBe('2026-11-21T12:00:00.000Z')
    expect(quiescentBy([pending])).toBe('2026-11-21T12:00:13.000Z')
    expect(quiescentBy([pending, unknown])).toBe('2026-11-21T12:01:00.000Z')
  })

  it.each([
    [{ inFile: true, inBooks: true, failure: null }, 'FILE_AND_DB', 'DONE'],
    [{ inFile: true, inBooks: true, failure: 'disk full' }, 'FILE', 'DONE'],
    [{ inFile: true, inBooks: false, failure: null }, 'FILE', 'DONE'],
    [{ inFile: false, inBooks: true, failure: null }, 'DB', 'DONE'],
    [{ inFile: false, inBooks: true, failure: 'disk full' }, 'MEMORY_ONLY', 'FAILED'],
    [{ inFile: false, inBooks: false, failure: null }, 'MEMORY_ONLY', 'PENDING'],
  ] as const)('stored as %o is %s', ({ inFile, inBooks, failure }, persistence, status) => {
    const reader = aSituation({
      latch: inBooks ? {} : null,
      reader: { memory: { failure, spools: false, heldAudit: [] } },
    })
    reader.stopSwitch.inFile = inFile
    const body = readResult(reader)
    expect([body.latchPersistence, body.steps[1].status]).toEqual([persistence, status])
    expect(body.audit).toEqual({ auditId: anId('aud', 7), status: 'RECORDED' })
  })

  it('is not in the database while its append is in flight, and already holds', () => {
    const reader = aSituation({ latch: {}, reader: { published: { latch: null } } })
    reader.stopSwitch.inFile = true
    expect(readResult(reader)).toMatchObject({ latched: true, latchPersistence: 'FILE' })
  })

  it.each([
    [{ spools: true, heldAudit: [] }, 'SPOOLED'],
    [{ spools: false, heldAudit: [{ kind: 'audited', entry: anAuditEntry() }] }, 'HELD'],
  ] as const)('is recorded as %o: %s', (audit, status) => {
    const reader = aSituation({
      latch: {},
      reader: { memory: { failure: 'disk full', spools: audit.spools, heldAudit: [...audit.heldAudit] } },
    })
    expect(readResult(reader).audit.status).toBe(status)
  })
})
