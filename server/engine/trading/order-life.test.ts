import { describe, expect, it } from 'vitest'
import {
  aFill,
  anAccount,
  anOrderRequest,
  answerRead,
  aVenueOrder,
  INSTRUCTED,
  MARK,
  openFloor,
} from '../../../test/support/trading-floor.ts'
import type { Id } from '../../core/id.ts'
import { lots, ticks } from '../../domain/market/instrument.ts'
import { GATES } from '../../domain/risk/gates/index.ts'
import { step } from '../run/step.ts'

const accepted = (report: ReturnType<typeof aVenueOrder>) => ({ kind: 'accepted', report }) as const

describe('placing an order', () => {
  it('records the decision with all gates before anything is sent, and sends it once', () => {
    const floor = openFloor()
    const orderId = floor.place()
    const decided = floor.facts.find(({ kind }) => kind === 'orderDecided')
    expect(decided).toMatchObject({ order: { orderId, status: 'PENDING_NEW' }, decision: { verdict: 'APPROVED' } })
    expect(decided?.kind === 'orderDecided' && decided.decision.readings).toHaveLength(GATES.length)
    expect(floor.takeSubmissions()).toMatchObject([
      { terms: { price: MARK - 1_000, quantity: 10 }, recvWindowMs: 3_000 },
    ])
    floor.pass(1_000)
    expect(floor.takeSubmissions()).toEqual([])
  })

  it('gives an order without a stop the default stop, and reports it', () => {
    const floor = openFloor()
    const order = floor.order(floor.place())
    expect(order.plan).toEqual({
      stopLoss: { price: Math.floor((MARK - 1_000) * 0.98), by: 'MARK' },
      takeProfit: null,
      stopIsDefault: true,
    })
  })

  it('sends a market order with a collar about the mark', () => {
    const floor = openFloor()
    floor.place({ type: 'MARKET', price: null, timeInForce: 'IOC' })
    floor.place({ type: 'MARKET', price: null, timeInForce: 'IOC', side: 'SELL', maxSlippageBps: 10 })
    expect(floor.takeSubmissions().map(({ terms }) => terms.price)).toEqual([601_800, 599_400])
  })

  it('sizes by notional at the worst price, in whole lots', () => {
    const floor = openFloor()
    const orderId = floor.place({ size: { notional: 100_000_000_000n } })
    expect(floor.order(orderId).terms.quantity).toBe(Math.floor((1_000 / ((MARK - 1_000) / 10)) * 1_000))
  })

  it('keeps what the gates refuse as an order that was never sent', () => {
    const floor = openFloor()
    const orderId = floor.place({ size: { quantity: lots(1_000_000) } })
    expect(floor.order(orderId)).toMatchObject({ status: 'DENIED', dispatch: { state: 'DENIED', attempts: 0 } })
    expect(floor.order(orderId).statusReason).toContain('G11')
    expect(floor.takeSubmissions()).toEqual([])
  })

  it.each([
    [{ stopLoss: { price: ticks(MARK), by: 'MARK' as const } }, '/stopLoss/triggerPrice'],
    [{ takeProfit: { price: ticks(MARK - 2_000), by: 'MARK' as const } }, '/takeProfit/triggerPrice'],
    [{ size: { notional: 1n } }, '/notional'],
  ])('refuses %o, naming what is wrong', (request, pointer) => {
    const floor = openFloor()
    const command = {
      kind: 'placeOrder',
      orderId: 'ord_00000000000000000000000009',
      venueSeed: '0'.repeat(26),
      instructed: INSTRUCTED,
    } as const
    const outcome = floor.command({ ...command, request: anOrderRequest(request) })
    expect(outcome).toMatchObject({ kind: 'refused', refusal: { kind: 'invalid', pointer } })
    expect(floor.state.ledger.orders.size).toBe(0)
  })

  it('refuses a name the caller has given to another order', () => {
    const floor = openFloor()
    const first = floor.place({ clientOrderId: 'mine' })
    floor.pass(3_000)
    floor.place({ clientOrderId: 'mine' })
    expect(floor.state.ledger.orders.size).toBe(1)
    expect(floor.state.ledger.byClientOrderId.get('mine')).toBe(first)
  })
})

describe('the recent orders', () => {
  it('are ordered by their time when the clock has been set back', () => {
    const floor = openFloor()
    const { recent } = floor.state.ledger
    const placeAt = (atMs: number, orderId: Id<'ord'>) =>
      step(floor.state, {
        kind: 'command',
        command: {
          kind: 'placeOrder',
          orderId,
          venueSeed: orderId.slice(4),
          request: anOrderRequest({ side: 'SELL', price: ticks(MARK + 1_000), reduceOnly: true }),
          instructed: INSTRUCTED,
        },
        atMs,
      })
    placeAt(floor.nowMs + 2_000, 'ord_00000000000000000000000001')
    placeAt(floor.nowMs, 'ord_00000000000000000000000002')
    placeAt(floor.nowMs + 1_000, 'ord_00000000000000000000000003')
    expect(recent.map(({ atMs }) => atMs - floor.nowMs)).toEqual([0, 1_000, 2_000])
  })
})

it('leaves the name of an order that was never sent to its caller', () => {
  const floor = openFloor()
  const refused = floor.place({ clientOrderId: 'mine', size: { quantity: lots(1_000_000) } })
  expect(floor.order(refused).status).toBe('DENIED')
  const sent = floor.place({ clientOrderId: 'mine' })
  expect(floor.order(sent)).toMatchObject({ status: 'PENDING_NEW', clientOrderId: 'mine' })
})

describe('an order at the exchange', () => {
  it('rests when it is accepted, fills, and brings a position with it', () => {
    const floor = openFloor()
    const orderId = floor.place()
    const [sent] = floor.takeSubmissions()
    if (!sent) throw new Error('nothing was sent')
    floor.publish({
      kind: 'submitAnswered',
      venueClientId: sent.venueClientId,
      outcome: accepted(aVenueOrder(sent, 'NEW')),
    })
    expect(floor.order(orderId)).toMatchObject({ status: 'NEW', exchangeOrderId: '8389765739703625592' })
    floor.publish({ kind: 'fill', fill: aFill(sent, { quantity: lots(4) }) })
    expect(floor.order(orderId)).toMatchObject({ status: 'PARTIALLY_FILLED', filled: 4 })
    floor.publish({ kind: 'fill', fill: aFill(sent, { quantity: lots(6) }) })
    expect(floor.order(orderId)).toMatchObject({ status: 'FILLED', filled: 10, feesPaid: 200n })
    expect(floor.position()).toMatchObject({ direction: 'LONG', quantity: 10, origin: 'API' })
  })

  it('counts an execution once, however often and from whichever source it arrives', () => {
    const floor = openFloor()
    const orderId = floor.place()
    const [sent] = floor.takeSubmissions()
    if (!sent) throw new Error('nothing was sent')
    const fill = aFill(sent, { quantity: lots(4) })
    floor.publish({ kind: 'fill', fill })
    floor.publish({ kind: 'fill', fill })
    floor.publish({
      kind: 'submitAnswered',
      venueClientId: sent.venueClientId,
      outcome: accepted(aVenueOrder(sent, 'NEW')),
    })
    expect(floor.order(orderId)).toMatchObject({ status: 'PARTIALLY_FILLED', filled: 4 })
    expect(floor.position()).toMatchObject({ quantity: 4 })
  })

  it('books a fill that comes after the cancel', () => {
    const floor = openFloor()
    const orderId = floor.place()
    const [sent] = floor.takeSubmissions()
    if (!sent) throw new Error('nothing was sent')
    floor.publish({
      kind: 'submitAnswered',
      venueClientId: sent.venueClientId,
      outcome: accepted(aVenueOrder(sent, 'NEW')),
    })
    floor.command({ kind: 'cancelOrder', orderId, instructed: INSTRUCTED })
    expect(floor.order(orderId).status).toBe('PENDING_CANCEL')
    const canceled = aVenueOrder(sent, 'CANCELED', { sequence: 2 })
    floor.publish({
      kind: 'cancelAnswered',
      venueClientId: sent.venueClientId,
      outcome: { kind: 'canceled', report: canceled },
    })
    expect(floor.order(orderId).status).toBe('CANCELED')
    floor.publish({ kind: 'fill', fill: aFill(sent, { quantity: lots(3) }) })
    expect(floor.order(orderId)).toMatchObject({ status: 'CANCELED', filled: 3 })
    expect(floor.facts.findLast(({ kind }) => kind === 'executed')).toMatchObject({ late: true })
    expect(floor.position()).toMatchObject({ quantity: 3 })
  })

  it('is rejected only by a certain refusal', () => {
    const floor = openFloor()
    const orderId = floor.place()
    const [sent] = floor.takeSubmissions()
    if (!sent) throw new Error('nothing was sent')
    const rejection = { code: '-2019', message: 'Margin is insufficient.', category: 'INSUFFICIENT_MARGIN' } as const
    floor.publish({
      kind: 'submitAnswered',
      venueClientId: sent.venueClientId,
      outcome: { kind: 'rejected', rejection },
    })
    expect(floor.order(orderId)).toMatchObject({
      status: 'REJECTED',
      statusReason: '-2019 Margin is insufficient. (INSUFFICIENT_MARGIN)',
    })
  })

  it('repeats a cancel until its outcome is known', () => {
    const floor = openFloor()
    const orderId = floor.place()
    const [sent] = floor.takeSubmissions()
    if (!sent) throw new Error('nothing was sent')
    floor.publish({
      kind: 'submitAnswered',
      venueClientId: sent.venueClientId,
      outcome: accepted(aVenueOrder(sent, 'NEW')),
    })
    floor.command({ kind: 'cancelOrder', orderId, instructed: INSTRUCTED })
    let cancels = 0
    floor.pass(10_000, (request) => {
      if (request.kind === 'cancel') cancels++
    })
    expect(cancels).toBeGreaterThanOrEqual(3)
    expect(floor.order(orderId).status).toBe('PENDING_CANCEL')
  })
})

describe('an order without a response', () => {
  it('becomes uncertain after the window in which the exchange accepts it, and is queried, never sent again', () => {
    const floor = openFloor()
    const orderId = floor.place()
    floor.take()
    const requests: string[] = []
    floor.pass(3_000)
    expect(floor.order(orderId)).toMatchObject({ status: 'OUTCOME_UNKNOWN', dispatch: { attempts: 1 } })
    floor.pass(60_000, (request) => void requests.push(request.kind))
    expect(requests).toContain('queryOrder')
    expect(requests).not.toContain('submit')
  })

  it('is adopted when the exchange has it after all', () => {
    const floor = openFloor()
    const orderId = floor.place()
    const [sent] = floor.takeSubmissions()
    if (!sent) throw new Error('nothing was sent')
    floor.publish({
      kind: 'submitAnswered',
      venueClientId: sent.venueClientId,
      outcome: { kind: 'unknown', reason: 'the connection was reset' },
    })
    expect(floor.order(orderId).status).toBe('OUTCOME_UNKNOWN')
    floor.pass(200, (request) => {
      if (request.kind !== 'queryOrder') return
      const fills = [aFill(sent, { quantity: lots(2) })]
      const order = aVenueOrder(sent, 'PARTIALLY_FILLED', { filled: lots(2), sequence: 2 })
      const { venueClientId, queryId } = request
      floor.publish({ kind: 'orderQueried', venueClientId, queryId, outcome: { kind: 'found', order, fills } })
    })
    expect(floor.order(orderId)).toMatchObject({
      status: 'PARTIALLY_FILLED',
      filled: 2,
      dispatch: { state: 'RESOLVED' },
    })
  })

  it('is proved absent only after it can no longer be accepted, by two answers and a reading of the account', () => {
    const floor = openFloor()
    const orderId = floor.place()
    floor.take()
    const statuses: string[] = []
    const answer: Parameters<typeof floor.pass>[1] = (request) => {
      if (request.kind === 'queryOrder') {
        const { venueClientId, queryId } = request
        floor.publish({ kind: 'orderQueried', venueClientId, queryId, outcome: { kind: 'notFound' } })
      }
      if (request.kind === 'readAccount') {
        const snapshot = { walletBalance: 1_000_000_000_000n, positions: [], openOrders: [], fills: [], funding: [] }
        floor.publish({
          kind: 'accountRead',
          queryId: request.queryId,
          snapshot: { ...snapshot, takenAtMs: floor.nowMs },
        })
      }
    }
    for (let second = 0; second < 60; second++) {
      floor.pass(1_000, answer)
      statuses.push(floor.order(orderId).status)
    }
    expect(statuses.slice(3, 13).every((status) => status === 'OUTCOME_UNKNOWN')).toBe(true)
    expect(statuses[18]).toBe('NEVER_ACCEPTED')
  })

  it('is not taken for gone while its answer is still on the way', () => {
    const floor = openFloor()
    const orderId = floor.place()
    floor.take()
    floor.state.session.reconciliation.dueAtMs = floor.nowMs + 100
    floor.pass(2_900, (request) => {
      answerRead(floor.publish, request, { account: anAccount({ takenAtMs: floor.nowMs }), serverTimeMs: floor.nowMs })
      if (request.kind !== 'queryOrder') return
      const { venueClientId, queryId } = request
      floor.publish({ kind: 'orderQueried', venueClientId, queryId, outcome: { kind: 'notFound' } })
    })
    expect(floor.order(orderId).status).toBe('PENDING_NEW')
  })

  it('blocks entries in its symbol and stops the engine when it stays unknown for ten minutes', () => {
    const floor = openFloor()
    floor.place()
    floor.pass(4_000)
    const blocked = floor.place({ price: ticks(MARK - 900) })
    expect(floor.order(blocked)).toMatchObject({ status: 'DENIED', statusReason: expect.stringContaining('G07') })
    floor.pass(600_000)
    expect(floor.state.ledger.latch).toMatchObject({ code: 'UNRESOLVED_OUTCOME' })
  })
})

describe('an engaged latch', () => {
  it('cancels everything but what protects the open position', () => {
    const floor = openFloor()
    const [resting, partly, reducing] = [
      floor.place(),
      floor.place({ price: ticks(MARK - 2_000) }),
      floor.place({ side: 'SELL', price: ticks(MARK + 1_000), reduceOnly: true }),
    ]
    const sent = floor.takeSubmissions()
    for (const submission of sent) {
      const { venueClientId } = submission
      floor.publish({ kind: 'submitAnswered', venueClientId, outcome: accepted(aVenueOrder(submission, 'NEW')) })
    }
    if (!sent[1]) throw new Error('nothing was sent')
    floor.publish({ kind: 'fill', fill: aFill(sent[1], { quantity: lots(4) }) })
    const [stop] = floor.takeSubmissions()
    if (!stop) throw new Error('no stop was sent')
    floor.publish({
      kind: 'submitAnswered',
      venueClientId: stop.venueClientId,
      outcome: accepted(aVenueOrder(stop, 'UNTRIGGERED')),
    })
    floor.publish({ kind: 'fill', fill: aFill(sent[1], { quantity: lots(7) }) })
    expect(floor.state.ledger.latch).toMatchObject({ code: 'OVERFILLED' })
    floor.pass(200)
    expect(floor.order(resting).status).toBe('PENDING_CANCEL')
    expect(floor.order(partly).status).toBe('PENDING_CANCEL')
    expect(floor.order(reducing).status).toBe('PENDING_CANCEL')
    expect(floor.order(floor.position()?.protection.stopOrderId ?? '').status).not.toBe('PENDING_CANCEL')
  })

  it('cancels nothing where a newer engine has taken over', () => {
    const floor = openFloor()
    const orderId = floor.place()
    const [sent] = floor.takeSubmissions()
    if (!sent) throw new Error('nothing was sent')
    floor.publish({
      kind: 'submitAnswered',
      venueClientId: sent.venueClientId,
      outcome: accepted(aVenueOrder(sent, 'NEW')),
    })
    const foreign = aVenueOrder({ venueClientId: `tE00zz${'1'.repeat(26)}`, terms: sent.terms }, 'NEW')
    floor.state.session.reconciliation.dueAtMs = floor.nowMs
    floor.pass(1_000, (request) => {
      const openOrders = [aVenueOrder(sent, 'NEW'), foreign]
      answerRead(floor.publish, request, { account: anAccount({ openOrders }), serverTimeMs: floor.nowMs })
    })
    expect(floor.state.ledger.latch).toMatchObject({ code: 'FOREIGN_EPOCH' })
    expect(floor.order(orderId).status).toBe('NEW')
  })
})
