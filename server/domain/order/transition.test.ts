import { describe, expect, it } from 'vitest'
import { anOrder, aReport } from '../../../test/support/book-samples.ts'
import { NOON_MS } from '../../../test/support/market-samples.ts'
import { lots, ticks } from '../market/instrument.ts'
import type { Dispatch, Order, OrderStatus } from './order.ts'
import {
  abandonedOn,
  cancelRequestedOn,
  fillOn,
  provenAbsentOn,
  rejectedOn,
  reportOn,
  resentOn,
  uncertainOn,
  vanishedOn,
} from './transition.ts'
import type { VenueReport, VenueStatus } from './venue-report.ts'

const LATER_MS = NOON_MS + 100

const ACKED: Dispatch = { state: 'ACKED', attempts: 1, signedAtMs: NOON_MS, provenDeadAtMs: null }
const LOST: Dispatch = { ...ACKED, state: 'OUTCOME_UNKNOWN', provenDeadAtMs: NOON_MS + 15_000 }

const inStatus = (status: OrderStatus, order: Parameters<typeof anOrder>[0] = {}): Order =>
  anOrder({ status, dispatch: ACKED, ...order })

const afterReport = (order: Order, report: Partial<VenueReport>) => reportOn(order, aReport(report), LATER_MS)

const statusAfter = (order: Order, status: VenueStatus, filled = 0) => {
  const reported = afterReport(order, { status, filled: lots(filled) })
  return reported.kind === 'applied' ? reported.order.status : reported.kind
}

const createPart = (quantity: number) => ({ price: ticks(1_000), quantity: lots(quantity), fee: 5n })

const afterFill = (order: Order, quantity: number) => {
  const filled = fillOn(order, createPart(quantity), LATER_MS)
  return filled.ok ? [filled.value.order.status, filled.value.order.filled, filled.value.late] : filled.error
}

describe('reportOn', () => {
  it('acknowledges a sent order', () => {
    const order = anOrder()
    expect(afterReport(order, { sequence: 3, reason: 'resting' })).toEqual({
      kind: 'applied',
      missing: 0,
      order: {
        ...order,
        status: 'NEW',
        statusReason: 'resting',
        exchangeOrderId: '8389765739703625592',
        dispatch: ACKED,
        reportSequence: 3,
        updatedAtMs: LATER_MS,
        version: 2,
      },
    })
  })

  it('resolves an unknown outcome', () => {
    const reported = afterReport(anOrder({ status: 'OUTCOME_UNKNOWN', statusReason: 'timeout', dispatch: LOST }), {})
    expect(reported).toMatchObject({
      order: { status: 'NEW', statusReason: null, dispatch: { ...LOST, state: 'RESOLVED' } },
    })
  })

  it.each<[OrderStatus, VenueStatus, string]>([
    ['PENDING_NEW', 'UNTRIGGERED', 'UNTRIGGERED'],
    ['PENDING_NEW', 'TRIGGERED', 'TRIGGERED'],
    ['PENDING_NEW', 'PARTIALLY_FILLED', 'NEW'],
    ['PENDING_NEW', 'FILLED', 'NEW'],
    ['PENDING_NEW', 'REJECTED', 'REJECTED'],
    ['PENDING_NEW', 'CANCELED', 'CANCELED'],
    ['OUTCOME_UNKNOWN', 'FILLED', 'NEW'],
    ['OUTCOME_UNKNOWN', 'EXPIRED', 'EXPIRED'],
    ['NEW', 'FILLED', 'NEW'],
    ['NEW', 'UNTRIGGERED', 'NEW'],
    ['NEW', 'TRIGGERED', 'NEW'],
    ['NEW', 'REJECTED', 'REJECTED'],
    ['UNTRIGGERED', 'TRIGGERED', 'TRIGGERED'],
    ['UNTRIGGERED', 'NEW', 'NEW'],
    ['UNTRIGGERED', 'FILLED', 'TRIGGERED'],
    ['TRIGGERED', 'NEW', 'NEW'],
    ['TRIGGERED', 'UNTRIGGERED', 'TRIGGERED'],
    ['TRIGGERED', 'PARTIALLY_FILLED', 'TRIGGERED'],
    ['TRIGGERED', 'CANCELED', 'CANCELED'],
    ['PARTIALLY_FILLED', 'NEW', 'PARTIALLY_FILLED'],
    ['PARTIALLY_FILLED', 'FILLED', 'PARTIALLY_FILLED'],
    ['PARTIALLY_FILLED', 'EXPIRED', 'EXPIRED'],
    ['PARTIALLY_FILLED', 'REJECTED', 'illegal'],
    ['PENDING_CANCEL', 'CANCELED', 'CANCELED'],
    ['PENDING_CANCEL', 'REJECTED', 'REJECTED'],
    ['PENDING_CANCEL', 'FILLED', 'PENDING_CANCEL'],
    ['PENDING_CANCEL', 'TRIGGERED', 'PENDING_CANCEL'],
    ['PENDING_CANCEL', 'UNTRIGGERED', 'UNTRIGGERED'],
    ['FILLED', 'NEW', 'FILLED'],
    ['FILLED', 'FILLED', 'FILLED'],
    ['FILLED', 'CANCELED', 'illegal'],
    ['FILLED', 'EXPIRED', 'illegal'],
    ['CANCELED', 'CANCELED', 'CANCELED'],
    ['CANCELED', 'EXPIRED', 'CANCELED'],
    ['CANCELED', 'FILLED', 'CANCELED'],
    ['CANCELED', 'NEW', 'illegal'],
    ['CANCELED', 'PARTIALLY_FILLED', 'illegal'],
    ['REJECTED', 'NEW', 'illegal'],
    ['NEVER_ACCEPTED', 'NEW', 'illegal'],
    ['NEVER_ACCEPTED', 'CANCELED', 'illegal'],
    ['NEVER_ACCEPTED', 'FILLED', 'NEVER_ACCEPTED'],
    ['DENIED', 'REJECTED', 'illegal'],
  ])('of an order that is %s: %s makes it %s', (status, reported, expected) => {
    expect(statusAfter(inStatus(status), reported)).toBe(expected)
  })

  it('treats an order that rests anew as one whose cancel was rejected', () => {
    expect(statusAfter(inStatus('PENDING_CANCEL'), 'NEW')).toBe('NEW')
    expect(statusAfter(inStatus('PENDING_CANCEL', { filled: lots(3) }), 'NEW')).toBe('PARTIALLY_FILLED')
  })

  it.each([4, 5])('treats report %d as an echo once report 5 was applied', (sequence) => {
    const order = inStatus('PARTIALLY_FILLED', { filled: lots(3), reportSequence: 5 })
    const report = { sequence, status: 'FILLED', filled: lots(10) } as const
    expect(afterReport(order, report)).toEqual({ kind: 'redundant', missing: 7 })
  })

  it('retains status and reason for an outdated report, but adopts its number and name', () => {
    const order = inStatus('FILLED', { filled: lots(10), statusReason: null })
    expect(afterReport(order, { status: 'NEW', sequence: 1, reason: 'late echo' })).toEqual({
      kind: 'applied',
      missing: 0,
      order: {
        ...order,
        exchangeOrderId: '8389765739703625592',
        reportSequence: 1,
        updatedAtMs: LATER_MS,
        version: 2,
      },
    })
  })

  it.each([
    [0, 4, 4],
    [4, 4, 0],
    [6, 4, 0],
  ])('with %d filled and %d reported misses %d', (filled, reportedLots, missing) => {
    const order = inStatus('PARTIALLY_FILLED', { filled: lots(filled) })
    const reported = afterReport(order, { status: 'PARTIALLY_FILLED', filled: lots(reportedLots) })
    expect(reported).toMatchObject({ kind: 'applied', missing, order: { filled } })
  })
})

describe('fillOn', () => {
  it('takes the exchange id from a fill that precedes any report, and retains a known one', () => {
    const named = { ...createPart(4), exchangeOrderId: '8389765739703625592' }
    const idAfter = (order: Order) => {
      const filled = fillOn(order, named, LATER_MS)
      return filled.ok && filled.value.order.exchangeOrderId
    }
    expect(idAfter(anOrder({ exchangeOrderId: null }))).toBe('8389765739703625592')
    expect(idAfter(anOrder({ exchangeOrderId: '7' }))).toBe('7')
    expect(fillOn(anOrder({ exchangeOrderId: null }), createPart(4), LATER_MS)).toMatchObject({
      value: { order: { exchangeOrderId: null } },
    })
  })

  it('sums quantity, turnover and fee, and proves that the order exists', () => {
    const order = anOrder({ status: 'OUTCOME_UNKNOWN', statusReason: 'timeout', dispatch: LOST, feesPaid: 2n })
    expect(fillOn(order, createPart(4), LATER_MS)).toEqual({
      ok: true,
      value: {
        late: false,
        order: {
          ...order,
          status: 'PARTIALLY_FILLED',
          statusReason: null,
          filled: 4,
          filledTickLots: 4_000n,
          feesPaid: 7n,
          dispatch: { ...LOST, state: 'RESOLVED' },
          updatedAtMs: LATER_MS,
          version: 2,
        },
      },
    })
  })

  it.each<[OrderStatus, number, unknown]>([
    ['PENDING_NEW', 4, ['PARTIALLY_FILLED', 4, false]],
    ['PENDING_NEW', 10, ['FILLED', 10, false]],
    ['NEW', 10, ['FILLED', 10, false]],
    ['UNTRIGGERED', 4, ['PARTIALLY_FILLED', 4, false]],
    ['TRIGGERED', 10, ['FILLED', 10, false]],
    ['PENDING_CANCEL', 4, ['PENDING_CANCEL', 4, false]],
    ['PENDING_CANCEL', 10, ['FILLED', 10, false]],
    ['CANCELED', 4, ['CANCELED', 4, true]],
    ['CANCELED', 10, ['FILLED', 10, true]],
    ['EXPIRED', 10, ['FILLED', 10, true]],
    ['REJECTED', 4, ['REJECTED', 4, true]],
    ['NEVER_ACCEPTED', 10, ['FILLED', 10, true]],
    ['DENIED', 4, ['DENIED', 4, true]],
    ['NEW', 11, 'overfilled'],
    ['CANCELED', 11, 'overfilled'],
  ])('of an order that is %s with a fill of %d of 10', (status, quantity, expected) => {
    expect(afterFill(inStatus(status), quantity)).toEqual(expected)
  })

  it('never fills more than the order quantity', () => {
    expect(afterFill(inStatus('FILLED', { filled: lots(10) }), 1)).toBe('overfilled')
    expect(afterFill(inStatus('PARTIALLY_FILLED', { filled: lots(9) }), 2)).toBe('overfilled')
  })
})

describe('actions on an order', () => {
  it('a cancel is marked on a resting order only', () => {
    const resting = inStatus('PARTIALLY_FILLED', { filled: lots(1), statusReason: 'x' })
    expect(cancelRequestedOn(resting, LATER_MS)).toEqual({
      ...resting,
      status: 'PENDING_CANCEL',
      statusReason: null,
      updatedAtMs: LATER_MS,
      version: 2,
    })
    for (const status of ['PENDING_NEW', 'OUTCOME_UNKNOWN', 'FILLED', 'CANCELED'] as const) {
      const order = inStatus(status)
      expect(cancelRequestedOn(order, LATER_MS)).toBe(order)
    }
  })

  it('an outcome is unknown until it is proven, however often it is queried', () => {
    const once = uncertainOn(anOrder(), 'timeout', NOON_MS + 15_000, LATER_MS)
    expect(once).toMatchObject({ status: 'OUTCOME_UNKNOWN', statusReason: 'timeout', dispatch: LOST, version: 2 })
    expect(uncertainOn(once, 'reset', NOON_MS + 20_000, LATER_MS)).toMatchObject({
      statusReason: 'reset',
      dispatch: { ...LOST, provenDeadAtMs: NOON_MS + 20_000 },
      version: 3,
    })
    const acknowledged = inStatus('NEW')
    expect(uncertainOn(acknowledged, 'timeout', NOON_MS, LATER_MS)).toBe(acknowledged)
  })

  it('a rejection ends an order that has not traded', () => {
    expect(rejectedOn(anOrder(), '-2019', LATER_MS)).toMatchObject({
      status: 'REJECTED',
      statusReason: '-2019',
      dispatch: ACKED,
    })
    const traded = inStatus('PARTIALLY_FILLED', { filled: lots(1) })
    expect(rejectedOn(traded, '-2019', LATER_MS)).toBe(traded)
  })

  it('absence is proven for an unknown outcome only', () => {
    const unknown = anOrder({ status: 'OUTCOME_UNKNOWN', dispatch: LOST })
    expect(provenAbsentOn(unknown, LATER_MS)).toMatchObject({
      status: 'NEVER_ACCEPTED',
      dispatch: { ...LOST, state: 'RESOLVED' },
    })
    expect(provenAbsentOn(anOrder(), LATER_MS)).toEqual(anOrder())
    const resent = resentOn(unknown, LATER_MS, LATER_MS)
    expect(provenAbsentOn(resent, LATER_MS).dispatch).toMatchObject({ state: 'RESOLVED', attempts: 2 })
  })

  it('an order is abandoned only before it was sent', () => {
    expect(abandonedOn(anOrder(), 'LATCHED', LATER_MS)).toMatchObject({
      status: 'DENIED',
      statusReason: 'LATCHED',
      dispatch: { state: 'ABANDONED' },
    })
    const resting = inStatus('NEW')
    expect(abandonedOn(resting, 'LATCHED', LATER_MS)).toBe(resting)
  })

  it('sending again counts the attempt and proves nothing', () => {
    const unknown = anOrder({ status: 'OUTCOME_UNKNOWN', dispatch: LOST })
    expect(resentOn(unknown, LATER_MS, LATER_MS)).toEqual({
      ...unknown,
      dispatch: { state: 'DISPATCHING', attempts: 2, signedAtMs: LATER_MS, provenDeadAtMs: null },
      updatedAtMs: LATER_MS,
      version: 2,
    })
  })

  it('an order that has vanished counts as cancelled', () => {
    expect(vanishedOn(inStatus('UNTRIGGERED'), LATER_MS)).toMatchObject({
      status: 'CANCELED',
      statusReason: 'VANISHED',
    })
    const filled = inStatus('FILLED')
    expect(vanishedOn(filled, LATER_MS)).toBe(filled)
  })
})
