import { describe, expect, it } from 'vitest'
import {
  aFill,
  anAccount,
  anOrderRequest,
  answerRead,
  aVenueOrder,
  INSTRUCTED,
  MARK,
  openHarness,
} from '../../../test/support/trading-floor.ts'
import type { Id } from '../../core/id.ts'
import { lots, ticks } from '../../domain/market/instrument.ts'
import { GATES } from '../../domain/risk/gates/index.ts'
import { step } from '../run/step.ts'

const accepted = (report: ReturnType<typeof aVenueOrder>) => ({ kind: 'accepted', report }) as const

describe('placing an order', () => {
  it('records the decision with all gates before anything is sent, and sends it once', () => {
    const harness = openHarness()
    const orderId = harness.place()
    const decided = harness.facts.find(({ kind }) => kind === 'orderDecided')
    expect(decided).toMatchObject({ order: { orderId, status: 'PENDING_NEW' }, decision: { verdict: 'APPROVED' } })
    expect(decided?.kind === 'orderDecided' && decided.decision.readings).toHaveLength(GATES.length)
    expect(harness.takeSubmissions()).toMatchObject([
      { terms: { price: MARK - 1_000, quantity: 10 }, recvWindowMs: 3_000 },
    ])
    harness.pass(1_000)
    expect(harness.takeSubmissions()).toEqual([])
  })

  it('gives an order without a stop the default stop, and reports it', () => {
    const harness = openHarness()
    const order = harness.order(harness.place())
    expect(order.plan).toEqual({
      stopLoss: { price: Math.floor((MARK - 1_000) * 0.98), by: 'MARK' },
      takeProfit: null,
      stopIsDefault: true,
    })
  })

  it('sends a market order with a collar around the mark', () => {
    const harness = openHarness()
    harness.place({ type: 'MARKET', price: null, timeInForce: 'IOC' })
    harness.place({ type: 'MARKET', price: null, timeInForce: 'IOC', side: 'SELL', maxSlippageBps: 10 })
    expect(harness.takeSubmissions().map(({ terms }) => terms.price)).toEqual([601_800, 599_400])
  })

  it('sizes by notional at the worst price, in whole lots', () => {
    const harness = openHarness()
    const orderId = harness.place({ size: { notional: 100_000_000_000n } })
    expect(harness.order(orderId).terms.quantity).toBe(Math.floor((1_000 / ((MARK - 1_000) / 10)) * 1_000))
  })

  it('records an order that the gates refuse as never sent', () => {
    const harness = openHarness()
    const orderId = harness.place({ size: { quantity: lots(1_000_000) } })
    expect(harness.order(orderId)).toMatchObject({ status: 'DENIED', dispatch: { state: 'DENIED', attempts: 0 } })
    expect(harness.order(orderId).statusReason).toContain('G11')
    expect(harness.takeSubmissions()).toEqual([])
  })

  it.each([
    [{ stopLoss: { price: ticks(MARK), by: 'MARK' as const } }, '/stopLoss/triggerPrice'],
    [{ takeProfit: { price: ticks(MARK - 2_000), by: 'MARK' as const } }, '/takeProfit/triggerPrice'],
    [{ size: { notional: 1n } }, '/notional'],
  ])('rejects %o, naming the fault', (request, pointer) => {
    const harness = openHarness()
    const command = {
      kind: 'placeOrder',
      orderId: 'ord_00000000000000000000000009',
      venueSeed: '0'.repeat(26),
      instructed: INSTRUCTED,
    } as const
    const outcome = harness.command({ ...command, request: anOrderRequest(request) })
    expect(outcome).toMatchObject({ kind: 'refused', refusal: { kind: 'invalid', pointer } })
    expect(harness.state.ledger.orders.size).toBe(0)
  })

  it('rejects a client order id that the caller has given to another order', () => {
    const harness = openHarness()
    const first = harness.place({ clientOrderId: 'mine' })
    harness.pass(3_000)
    harness.place({ clientOrderId: 'mine' })
    expect(harness.state.ledger.orders.size).toBe(1)
    expect(harness.state.ledger.byClientOrderId.get('mine')).toBe(first)
  })
})

describe('recent orders', () => {
  it('are ordered by time when the clock has been set back', () => {
    const harness = openHarness()
    const { recent } = harness.state.ledger
    const placeAt = (atMs: number, orderId: Id<'ord'>) =>
      step(harness.state, {
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
    placeAt(harness.nowMs + 2_000, 'ord_00000000000000000000000001')
    placeAt(harness.nowMs, 'ord_00000000000000000000000002')
    placeAt(harness.nowMs + 1_000, 'ord_00000000000000000000000003')
    expect(recent.map(({ atMs }) => atMs - harness.nowMs)).toEqual([0, 1_000, 2_000])
  })
})

it('leave the client order id of an order that was never sent to its caller', () => {
  const harness = openHarness()
  const refused = harness.place({ clientOrderId: 'mine', size: { quantity: lots(1_000_000) } })
  expect(harness.order(refused).status).toBe('DENIED')
  const sent = harness.place({ clientOrderId: 'mine' })
  expect(harness.order(sent)).toMatchObject({ status: 'PENDING_NEW', clientOrderId: 'mine' })
})

describe('an order at the exchange', () => {
  it('rests when it is accepted, fills, and opens a position', () => {
    const harness = openHarness()
    const orderId = harness.place()
    const [sent] = harness.takeSubmissions()
    if (!sent) throw new Error('nothing was sent')
    harness.publish({
      kind: 'submitAnswered',
      venueClientId: sent.venueClientId,
      outcome: accepted(aVenueOrder(sent, 'NEW')),
    })
    expect(harness.order(orderId)).toMatchObject({ status: 'NEW', exchangeOrderId: '8389765739703625592' })
    harness.publish({ kind: 'fill', fill: aFill(sent, { quantity: lots(4) }) })
    expect(harness.order(orderId)).toMatchObject({ status: 'PARTIALLY_FILLED', filled: 4 })
    harness.publish({ kind: 'fill', fill: aFill(sent, { quantity: lots(6) }) })
    expect(harness.order(orderId)).toMatchObject({ status: 'FILLED', filled: 10, feesPaid: 200n })
    expect(harness.position()).toMatchObject({ direction: 'LONG', quantity: 10, origin: 'API' })
  })

  it('counts an execution once, however often and from whichever source it arrives', () => {
    const harness = openHarness()
    const orderId = harness.place()
    const [sent] = harness.takeSubmissions()
    if (!sent) throw new Error('nothing was sent')
    const fill = aFill(sent, { quantity: lots(4) })
    harness.publish({ kind: 'fill', fill })
    harness.publish({ kind: 'fill', fill })
    harness.publish({
      kind: 'submitAnswered',
      venueClientId: sent.venueClientId,
      outcome: accepted(aVenueOrder(sent, 'NEW')),
    })
    expect(harness.order(orderId)).toMatchObject({ status: 'PARTIALLY_FILLED', filled: 4 })
    expect(harness.position()).toMatchObject({ quantity: 4 })
  })

  it('books a fill that arrives after the cancel', () => {
    const harness = openHarness()
    const orderId = harness.place()
    const [sent] = harness.takeSubmissions()
    if (!sent) throw new Error('nothing was sent')
    harness.publish({
      kind: 'submitAnswered',
      venueClientId: sent.venueClientId,
      outcome: accepted(aVenueOrder(sent, 'NEW')),
    })
    harness.command({ kind: 'cancelOrder', orderId, instructed: INSTRUCTED })
    expect(harness.order(orderId).status).toBe('PENDING_CANCEL')
    const canceled = aVenueOrder(sent, 'CANCELED', { sequence: 2 })
    harness.publish({
      kind: 'cancelAnswered',
      venueClientId: sent.venueClientId,
      outcome: { kind: 'canceled', report: canceled },
    })
    expect(harness.order(orderId).status).toBe('CANCELED')
    harness.publish({ kind: 'fill', fill: aFill(sent, { quantity: lots(3) }) })
    expect(harness.order(orderId)).toMatchObject({ status: 'CANCELED', filled: 3 })
    expect(harness.facts.findLast(({ kind }) => kind === 'executed')).toMatchObject({ late: true })
    expect(harness.position()).toMatchObject({ quantity: 3 })
  })

  it('is rejected only by a definite rejection', () => {
    const harness = openHarness()
    const orderId = harness.place()
    const [sent] = harness.takeSubmissions()
    if (!sent) throw new Error('nothing was sent')
    const rejection = { code: '-2019', message: 'Margin is insufficient.', category: 'INSUFFICIENT_MARGIN' } as const
    harness.publish({
      kind: 'submitAnswered',
      venueClientId: sent.venueClientId,
      outcome: { kind: 'rejected', rejection },
    })
    expect(harness.order(orderId)).toMatchObject({
      status: 'REJECTED',
      statusReason: '-2019 Margin is insufficient. (INSUFFICIENT_MARGIN)',
    })
  })

  it('repeats a cancel until its outcome is known', () => {
    const harness = openHarness()
    const orderId = harness.place()
    const [sent] = harness.takeSubmissions()
    if (!sent) throw new Error('nothing was sent')
    harness.publish({
      kind: 'submitAnswered',
      venueClientId: sent.venueClientId,
      outcome: accepted(aVenueOrder(sent, 'NEW')),
    })
    harness.command({ kind: 'cancelOrder', orderId, instructed: INSTRUCTED })
    let cancels = 0
    harness.pass(10_000, (request) => {
      if (request.kind === 'cancel') cancels++
    })
    expect(cancels).toBeGreaterThanOrEqual(3)
    expect(harness.order(orderId).status).toBe('PENDING_CANCEL')
  })
})

describe('an order without a response', () => {
  it('becomes uncertain after the window in which the exchange accepts it, and is queried, never sent again', () => {
    const harness = openHarness()
    const orderId = harness.place()
    harness.take()
    const requests: string[] = []
    harness.pass(3_000)
    expect(harness.order(orderId)).toMatchObject({ status: 'OUTCOME_UNKNOWN', dispatch: { attempts: 1 } })
    harness.pass(60_000, (request) => void requests.push(request.kind))
    expect(requests).toContain('queryOrder')
    expect(requests).not.toContain('submit')
  })

  it('is adopted when the exchange has it after all', () => {
    const harness = openHarness()
    const orderId = harness.place()
    const [sent] = harness.takeSubmissions()
    if (!sent) throw new Error('nothing was sent')
    harness.publish({
      kind: 'submitAnswered',
      venueClientId: sent.venueClientId,
      outcome: { kind: 'unknown', reason: 'the connection was reset' },
    })
    expect(harness.order(orderId).status).toBe('OUTCOME_UNKNOWN')
    harness.pass(200, (request) => {
      if (request.kind !== 'queryOrder') return
      const fills = [aFill(sent, { quantity: lots(2) })]
      const order = aVenueOrder(sent, 'PARTIALLY_FILLED', { filled: lots(2), sequence: 2 })
      const { venueClientId, queryId } = request
      harness.publish({ kind: 'orderQueried', venueClientId, queryId, outcome: { kind: 'found', order, fills } })
    })
    expect(harness.order(orderId)).toMatchObject({
      status: 'PARTIALLY_FILLED',
      filled: 2,
      dispatch: { state: 'RESOLVED' },
    })
  })

  it('is proved absent only after it can no longer be accepted, by two answers and a reading of the account', () => {
    const harness = openHarness()
    const orderId = harness.place()
    harness.take()
    const statuses: string[] = []
    const answer: Parameters<typeof harness.pass>[1] = (request) => {
      if (request.kind === 'queryOrder') {
        const { venueClientId, queryId } = request
        harness.publish({ kind: 'orderQueried', venueClientId, queryId, outcome: { kind: 'notFound' } })
      }
      if (request.kind === 'readAccount') {
        const snapshot = { walletBalance: 1_000_000_000_000n, positions: [], openOrders: [], fills: [], funding: [] }
        harness.publish({
          kind: 'accountRead',
          queryId: request.queryId,
          snapshot: { ...snapshot, takenAtMs: harness.nowMs },
        })
      }
    }
    for (let second = 0; second < 60; second++) {
      harness.pass(1_000, answer)
      statuses.push(harness.order(orderId).status)
    }
    expect(statuses.slice(3, 13).every((status) => status === 'OUTCOME_UNKNOWN')).toBe(true)
    expect(statuses[18]).toBe('NEVER_ACCEPTED')
  })

  it('is not considered absent while its answer is in flight', () => {
    const harness = openHarness()
    const orderId = harness.place()
    harness.take()
    harness.state.session.reconciliation.dueAtMs = harness.nowMs + 100
    harness.pass(2_900, (request) => {
      answerRead(harness.publish, request, {
        account: anAccount({ takenAtMs: harness.nowMs }),
        serverTimeMs: harness.nowMs,
      })
      if (request.kind !== 'queryOrder') return
      const { venueClientId, queryId } = request
      harness.publish({ kind: 'orderQueried', venueClientId, queryId, outcome: { kind: 'notFound' } })
    })
    expect(harness.order(orderId).status).toBe('PENDING_NEW')
  })

  it('blocks entries in its symbol and stops the engine when it stays unknown for ten minutes', () => {
    const harness = openHarness()
    harness.place()
    harness.pass(4_000)
    const blocked = harness.place({ price: ticks(MARK - 900) })
    expect(harness.order(blocked)).toMatchObject({ status: 'DENIED', statusReason: expect.stringContaining('G07') })
    harness.pass(600_000)
    expect(harness.state.ledger.latch).toMatchObject({ code: 'UNRESOLVED_OUTCOME' })
  })
})

describe('an engaged latch', () => {
  it('cancels everything except the protection of the open position', () => {
    const harness = openHarness()
    const [resting, partly, reducing] = [
      harness.place(),
      harness.place({ price: ticks(MARK - 2_000) }),
      harness.place({ side: 'SELL', price: ticks(MARK + 1_000), reduceOnly: true }),
    ]
    const sent = harness.takeSubmissions()
    for (const submission of sent) {
      const { venueClientId } = submission
      harness.publish({ kind: 'submitAnswered', venueClientId, outcome: accepted(aVenueOrder(submission, 'NEW')) })
    }
    if (!sent[1]) throw new Error('nothing was sent')
    harness.publish({ kind: 'fill', fill: aFill(sent[1], { quantity: lots(4) }) })
    const [stop] = harness.takeSubmissions()
    if (!stop) throw new Error('no stop was sent')
    harness.publish({
      kind: 'submitAnswered',
      venueClientId: stop.venueClientId,
      outcome: accepted(aVenueOrder(stop, 'UNTRIGGERED')),
    })
    harness.publish({ kind: 'fill', fill: aFill(sent[1], { quantity: lots(7) }) })
    expect(harness.state.ledger.latch).toMatchObject({ code: 'OVERFILLED' })
    harness.pass(200)
    expect(harness.order(resting).status).toBe('PENDING_CANCEL')
    expect(harness.order(partly).status).toBe('PENDING_CANCEL')
    expect(harness.order(reducing).status).toBe('PENDING_CANCEL')
    expect(harness.order(harness.position()?.protection.stopOrderId ?? '').status).not.toBe('PENDING_CANCEL')
  })

  it('cancels nothing when a newer engine has taken over', () => {
    const harness = openHarness()
    const orderId = harness.place()
    const [sent] = harness.takeSubmissions()
    if (!sent) throw new Error('nothing was sent')
    harness.publish({
      kind: 'submitAnswered',
      venueClientId: sent.venueClientId,
      outcome: accepted(aVenueOrder(sent, 'NEW')),
    })
    const foreign = aVenueOrder({ venueClientId: `tE00zz${'1'.repeat(26)}`, terms: sent.terms }, 'NEW')
    harness.state.session.reconciliation.dueAtMs = harness.nowMs
    harness.pass(1_000, (request) => {
      const openOrders = [aVenueOrder(sent, 'NEW'), foreign]
      answerRead(harness.publish, request, { account: anAccount({ openOrders }), serverTimeMs: harness.nowMs })
    })
    expect(harness.state.ledger.latch).toMatchObject({ code: 'FOREIGN_EPOCH' })
    expect(harness.order(orderId).status).toBe('NEW')
  })
})
