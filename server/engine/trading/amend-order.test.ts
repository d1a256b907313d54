import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  aFill,
  anAccount,
  answerRead,
  aVenueOrder,
  entered,
  type Harness,
  INSTRUCTED,
  MARK,
  openHarness,
} from '../../../test/support/trading-floor.ts'
import type { Id } from '../../core/id.ts'
import { type Lots, lots, ticks } from '../../domain/market/instrument.ts'
import type { AmendedTerms, CommandOutcome, OrderRequest } from '../model/events.ts'
import type { Submission } from '../model/venue.ts'
import { applyFact, createLedger } from '../state/ledger.ts'
import { isLedgerFact } from '../state/ledger-facts.ts'
import { previewOrder } from './preview.ts'

const REPLACEMENT: Id<'ord'> = 'ord_0000000000000000000000AMND'

/** An order that rests at the exchange. */
const resting = (request: Partial<OrderRequest> = {}) => {
  const harness = openHarness()
  const orderId = harness.place(request)
  const [sent] = harness.takeSubmissions()
  if (!sent) throw new Error(`no order was sent: ${harness.order(orderId).statusReason}`)
  const report = aVenueOrder(sent, sent.terms.trigger ? 'UNTRIGGERED' : 'NEW')
  harness.publish({ kind: 'submitAnswered', venueClientId: sent.venueClientId, outcome: { kind: 'accepted', report } })
  harness.take()
  return { harness, orderId, sent }
}

const amend = (
  harness: Harness,
  replaces: Id<'ord'>,
  change: Partial<AmendedTerms>,
  orderId = REPLACEMENT,
): CommandOutcome =>
  harness.command({
    kind: 'amendOrder',
    replaces,
    orderId,
    venueSeed: REPLACEMENT.slice(4),
    change: { price: null, triggerPrice: null, quantity: null, ...change },
    instructed: INSTRUCTED,
  })

const fill = (harness: Harness, sent: Submission, quantity: number): void =>
  harness.publish({ kind: 'fill', fill: aFill(sent, { quantity: lots(quantity) }) })

const canceled = (harness: Harness, sent: Submission, filled = 0): void => {
  const report = aVenueOrder(sent, 'CANCELED', { sequence: 99, filled: lots(filled) })
  harness.publish({ kind: 'cancelAnswered', venueClientId: sent.venueClientId, outcome: { kind: 'canceled', report } })
}

const replacement = (harness: Harness) => harness.state.ledger.orders.get(REPLACEMENT)

describe('amending an order', () => {
  it('cancels it, and places the amended order once the exchange has confirmed the cancel', () => {
    const { harness, orderId, sent } = resting({
      clientOrderId: 'mine',
      takeProfit: { price: ticks(MARK), by: 'MARK' },
    })
    expect(amend(harness, orderId, { price: ticks(MARK - 2_000), quantity: lots(20) })).toEqual({ kind: 'done' })
    expect(harness.take()).toMatchObject([{ kind: 'cancel', venueClientId: sent.venueClientId }])
    expect(harness.order(orderId)).toMatchObject({ status: 'PENDING_CANCEL', replacedBy: REPLACEMENT })
    expect(replacement(harness)).toBeUndefined()
    const pending = [...harness.state.ledger.amending]
    expect(JSON.parse(JSON.stringify(pending))).toStrictEqual(pending)
    canceled(harness, sent)
    expect(harness.takeSubmissions()).toMatchObject([{ terms: { price: MARK - 2_000, quantity: 20 } }])
    expect(replacement(harness)).toMatchObject({
      status: 'PENDING_NEW',
      replaces: orderId,
      clientOrderId: 'mine',
      plan: { takeProfit: { price: MARK }, stopIsDefault: true },
    })
    expect(harness.state.ledger.byClientOrderId.get('mine')).toBe(REPLACEMENT)
    expect(harness.state.ledger.amending.size).toBe(0)
  })

  it('is recorded with the terms before and after', () => {
    const { harness, orderId } = resting()
    amend(harness, orderId, { price: ticks(MARK - 2_000) })
    const entry = harness.facts.findLast((fact) => fact.kind === 'audited' && fact.entry.action === 'ORDER_AMEND')
    expect(entry).toMatchObject({
      entry: {
        target: orderId,
        before: 'BUY 0.010 BTCUSDT LIMIT at 59900.0',
        after: 'BUY 0.010 BTCUSDT LIMIT at 59800.0',
        outcome: 'INTENT',
      },
    })
  })

  it('moves the trigger of a conditional order', () => {
    const { harness, orderId, sent } = resting({
      type: 'STOP_MARKET',
      price: null,
      trigger: { price: ticks(MARK + 2_000), by: 'MARK' },
    })
    amend(harness, orderId, { triggerPrice: ticks(MARK + 3_000) })
    canceled(harness, sent)
    expect(harness.takeSubmissions()).toMatchObject([{ terms: { trigger: { price: MARK + 3_000, by: 'MARK' } } }])
  })

  it('is evaluated without the order it replaces', () => {
    const { harness, orderId, sent } = resting({ size: { quantity: lots(80) } })
    expect(amend(harness, orderId, { price: ticks(MARK - 1_100) })).toEqual({ kind: 'done' })
    const another = harness.place({ size: { quantity: lots(80) }, price: ticks(MARK - 1_100) })
    expect(harness.order(another).status).toBe('DENIED')
    canceled(harness, sent)
    expect(replacement(harness)?.status).toBe('PENDING_NEW')
  })

  it('leaves the order unchanged when the gates refuse the replacement', () => {
    const { harness, orderId } = resting()
    expect(amend(harness, orderId, { quantity: lots(1_000_000) })).toEqual({ kind: 'done' })
    expect(replacement(harness)).toMatchObject({ status: 'DENIED', statusReason: expect.stringContaining('G11') })
    expect(harness.order(orderId)).toMatchObject({ status: 'NEW' })
    expect(harness.order(orderId).replacedBy).toBeUndefined()
    expect(harness.take()).toEqual([])
  })

  it('is executed once, however often it is requested', () => {
    const { harness, orderId, sent } = resting()
    amend(harness, orderId, { price: ticks(MARK - 2_000) })
    expect(amend(harness, orderId, { price: ticks(MARK - 2_000) }, 'ord_000000000000000000000OTHER')).toEqual({
      kind: 'done',
    })
    canceled(harness, sent)
    expect(amend(harness, orderId, { price: ticks(MARK - 2_000) })).toEqual({ kind: 'done' })
    expect(harness.takeSubmissions()).toHaveLength(1)
  })

  it.each<[Partial<AmendedTerms>, object]>([
    [{}, { kind: 'invalid', pointer: '' }],
    [{ price: ticks(MARK - 1_000) }, { kind: 'invalid', pointer: '' }],
    [{ triggerPrice: ticks(MARK) }, { kind: 'invalid', pointer: '/triggerPrice' }],
    [{ quantity: lots(4) }, { kind: 'invalid', pointer: '/qty' }],
    [
      { price: ticks(MARK - 9_000) },
      { kind: 'invalid', pointer: '/price', detail: expect.stringContaining('stopLoss') },
    ],
  ])('refuses %o, and changes nothing', (change, refusal) => {
    const { harness, orderId, sent } = resting({ stopLoss: { price: ticks(MARK - 8_000), by: 'MARK' } })
    fill(harness, sent, 4)
    harness.take()
    expect(amend(harness, orderId, change)).toMatchObject({ kind: 'refused', refusal })
    expect(harness.order(orderId).status).toBe('PARTIALLY_FILLED')
    expect(harness.take()).toEqual([])
  })

  it('rejects an order that has ended, is unknown, in flight, or protects a position', () => {
    const { harness, orderId, sent } = resting()
    const change = { price: ticks(MARK - 2_000) }
    const refusalKind = (id: Id<'ord'>) => {
      const outcome = amend(harness, id, change)
      return outcome.kind === 'refused' ? outcome.refusal.kind : outcome.kind
    }
    expect(refusalKind('ord_00000000000000000000000099')).toBe('orderNotFound')
    harness.command({ kind: 'cancelOrder', orderId, instructed: INSTRUCTED })
    expect(refusalKind(orderId)).toBe('outcomePending')
    canceled(harness, sent)
    expect(refusalKind(orderId)).toBe('notAmendable')
    harness.pass(3_000)
    harness.take()
    entered(harness)
    const stop = [...harness.state.ledger.orders.values()].find(({ purpose }) => purpose === 'STOP_LOSS')
    expect(stop && refusalKind(stop.orderId)).toBe('notAmendable')
  })
})

describe('an order that fills while it is amended', () => {
  it('leaves the rest of the amended quantity to the replacement', () => {
    const { harness, orderId, sent } = resting()
    fill(harness, sent, 2)
    amend(harness, orderId, { quantity: lots(8) })
    fill(harness, sent, 3)
    harness.take()
    canceled(harness, sent, 5)
    expect(harness.takeSubmissions().find(({ terms }) => terms.type === 'LIMIT')?.terms.quantity).toBe(3)
  })

  it('waits for the executions that the exchange has reported, so that the gates count them', () => {
    const { harness, orderId, sent } = resting()
    amend(harness, orderId, { price: ticks(MARK - 2_000) })
    canceled(harness, sent, 4)
    expect(replacement(harness)).toBeUndefined()
    fill(harness, sent, 4)
    expect(replacement(harness)?.terms.quantity).toBe(6)
  })

  it.each([
    [8, 5, 'NOTHING_LEFT'],
    [10, 20, 'FILLED'],
  ])('ends without a replacement after %i of 10 lots when %i are requested', (filled, quantity, reason) => {
    const { harness, orderId, sent } = resting()
    amend(harness, orderId, { quantity: lots(quantity) })
    fill(harness, sent, filled)
    if (filled < 10) canceled(harness, sent, filled)
    expect(replacement(harness)).toBeUndefined()
    expect(harness.facts.findLast(({ kind }) => kind === 'amendmentEnded')).toMatchObject({ orderId, reason })
    expect(harness.order(orderId).replacedBy).toBeUndefined()
  })

  /** Publishes messages about an order that is being amended; fills that are late come after the cancel. */
  const deliver = (harness: Harness, sent: Submission, { arriving, late }: Arrival): number => {
    const delayed: number[] = []
    let executed = 0
    for (const quantity of arriving) {
      if (executed + quantity >= 10) break
      executed += quantity
      if (late) delayed.push(quantity)
      else fill(harness, sent, quantity)
      harness.pass(100)
    }
    canceled(harness, sent, executed)
    for (const one of delayed) fill(harness, sent, one)
    return executed
  }
  interface Arrival {
    readonly arriving: readonly number[]
    readonly late: boolean
  }

  it('trades exactly the amended quantity, however its messages arrive', () => {
    const messages = fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 8 })
    const arrivals = fc.record({ arriving: messages, late: fc.boolean() })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), arrivals, (quantity, arrival) => {
        const { harness, orderId, sent } = resting()
        amend(harness, orderId, { price: ticks(MARK - 2_000), quantity: lots(quantity) })
        const executed = deliver(harness, sent, arrival)
        expect(replacement(harness)?.terms.quantity ?? 0).toBe(Math.max(0, quantity - executed))
      }),
    )
  })
})

describe('an amendment that cannot be completed in time', () => {
  it('does not place a risk-increasing order later than a request may arrive', () => {
    const { harness, orderId, sent } = resting()
    amend(harness, orderId, { price: ticks(MARK - 2_000) })
    harness.pass(3_100)
    canceled(harness, sent)
    expect(replacement(harness)).toBeUndefined()
    expect(harness.facts.findLast(({ kind }) => kind === 'amendmentEnded')).toMatchObject({ reason: 'TOO_LATE' })
    expect(harness.order(orderId).status).toBe('CANCELED')
  })

  it('places one that only reduces whenever the cancel is confirmed', () => {
    const { harness, orderId, sent } = resting({ side: 'SELL', price: ticks(MARK + 1_000), reduceOnly: true })
    amend(harness, orderId, { price: ticks(MARK + 2_000) })
    harness.pass(9_000)
    harness.take()
    canceled(harness, sent)
    expect(harness.takeSubmissions()).toMatchObject([{ terms: { price: MARK + 2_000, reduceOnly: true } }])
  })

  it('ends when a user cancels the order, or the exchange does not cancel it', () => {
    const { harness, orderId, sent } = resting()
    amend(harness, orderId, { price: ticks(MARK - 2_000) })
    harness.command({ kind: 'cancelOrder', orderId, instructed: INSTRUCTED })
    canceled(harness, sent)
    expect(replacement(harness)).toBeUndefined()
    const other = resting()
    amend(other.harness, other.orderId, { price: ticks(MARK - 2_000) })
    other.harness.publish({ kind: 'report', report: aVenueOrder(other.sent, 'NEW', { sequence: 5 }) })
    expect(other.harness.order(other.orderId).status).toBe('NEW')
    expect(other.harness.state.ledger.amending.size).toBe(0)
  })

  it('ends when an emergency stop intervenes', () => {
    const { harness, orderId, sent } = resting()
    amend(harness, orderId, { price: ticks(MARK - 2_000) })
    const stop = {
      stopId: 'stp_00000000000000000000000001',
      code: 'EMERGENCY_STOP',
      reason: 'a drill',
      flatten: 'NONE',
      by: INSTRUCTED.actor,
      auditId: INSTRUCTED.auditId,
      atMs: harness.nowMs,
    } as const
    harness.command({ kind: 'emergencyStop', stop, flatten: 'NONE', instructed: INSTRUCTED })
    canceled(harness, sent)
    expect(replacement(harness)).toBeUndefined()
    expect(harness.facts.findLast(({ kind }) => kind === 'amendmentEnded')).toMatchObject({ reason: 'latched' })
  })
})

describe('a restart during an amendment', () => {
  const restarted = (before: Harness): Harness => {
    const ledger = createLedger()
    for (const fact of before.facts) if (isLedgerFact(fact)) applyFact(ledger, fact)
    expect(ledger).toEqual(before.state.ledger)
    return openHarness({ ledger }, anAccount())
  }

  it.each([
    [false, undefined],
    [true, MARK + 2_000],
  ])('cancels the order again, and replaces it then only if it reduces (%s)', (reduceOnly, price) => {
    const terms = reduceOnly ? ({ side: 'SELL', price: ticks(MARK + 1_000), reduceOnly } as const) : {}
    const { harness, orderId, sent } = resting(terms)
    amend(harness, orderId, { price: ticks(MARK + (reduceOnly ? 2_000 : -2_000)) })
    const after = restarted(harness)
    const startedAtMs = after.nowMs
    after.pass(9_000, (request) => {
      answerRead(after.publish, request, { account: anAccount(), serverTimeMs: after.nowMs })
      if (request.kind === 'cancel' && after.nowMs > startedAtMs + 4_000) canceled(after, sent)
    })
    expect(after.order(orderId).status).toBe('CANCELED')
    expect(replacement(after)?.terms.price).toBe(price)
  })
})

describe('the preview of an amendment', () => {
  it('has the costs of the remainder, and excludes the order itself', () => {
    const { harness, orderId, sent } = resting({ size: { quantity: lots(80) } })
    fill(harness, sent, 10)
    const change = { price: ticks(MARK - 1_100), triggerPrice: null, quantity: null }
    const preview = previewOrder(harness.state, { orderId, change }, harness.nowMs)
    expect(preview).toMatchObject({
      ok: true,
      value: { verdict: 'APPROVED', candidate: { terms: { quantity: 70, price: MARK - 1_100 } } },
    })
    expect(harness.order(orderId).status).toBe('PARTIALLY_FILLED')
    const none = { price: null, triggerPrice: null, quantity: null as Lots | null }
    expect(previewOrder(harness.state, { orderId, change: none }, harness.nowMs)).toMatchObject({ ok: false })
    expect(previewOrder(harness.state, { orderId: 'ord_9', change }, harness.nowMs)).toMatchObject({
      error: { kind: 'orderNotFound' },
    })
  })
})
