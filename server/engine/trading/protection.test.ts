import { describe, expect, it } from 'vitest'
import {
  aFill,
  anAccount,
  aVenueOrder,
  entered,
  type Harness,
  INSTRUCTED,
  MARK,
  openHarness,
} from '../../../test/support/trading-floor.ts'
import { lots, ticks } from '../../domain/market/instrument.ts'
import type { Submission } from '../model/venue.ts'

const acknowledge = (harness: Harness, sent: Submission, status: 'NEW' | 'UNTRIGGERED' = 'UNTRIGGERED'): void =>
  harness.publish({
    kind: 'submitAnswered',
    venueClientId: sent.venueClientId,
    outcome: { kind: 'accepted', report: aVenueOrder(sent, status) },
  })

/** Answers every question for an order by showing it, or by not knowing it. */
const answerQueries = (harness: Harness, known: readonly Submission[]): void => {
  for (const request of harness.take()) {
    if (request.kind !== 'queryOrder') continue
    const { venueClientId, queryId } = request
    const sent = known.find((submission) => submission.venueClientId === venueClientId)
    const outcome = sent
      ? ({ kind: 'found', order: aVenueOrder(sent, 'UNTRIGGERED'), fills: [] } as const)
      : ({ kind: 'notFound' } as const)
    harness.publish({ kind: 'orderQueried', venueClientId, queryId, outcome })
  }
}

const verified = (harness: Harness, quantity = 10): { entry: Submission; stop: Submission } => {
  const sent = entered(harness, quantity)
  acknowledge(harness, sent.stop)
  answerQueries(harness, [sent.stop])
  return sent
}

describe('the protection of a position', () => {
  it('is sent with the first fill: a reduce-only stop of the position, by the mark price', () => {
    const { stop } = entered(openHarness())
    expect(stop.terms).toMatchObject({
      type: 'STOP_MARKET',
      side: 'SELL',
      quantity: 10,
      reduceOnly: true,
      trigger: { price: MARK * 0.98, by: 'MARK' },
    })
  })

  it('is relied on only after it was read back', () => {
    const harness = openHarness()
    const { stop } = entered(harness)
    expect(harness.position()?.protection).toMatchObject({ state: 'SUBMITTED', covered: 0 })
    acknowledge(harness, stop)
    expect(harness.position()?.protection).toMatchObject({ state: 'ACKED', covered: 0 })
    answerQueries(harness, [stop])
    expect(harness.position()?.protection).toMatchObject({ state: 'VERIFIED', covered: 10, unprotectedSinceMs: null })
  })

  it('grows with the position: the new stop is verified before the old one is cancelled', () => {
    const harness = openHarness()
    const { entry, stop } = verified(harness)
    harness.publish({
      kind: 'fill',
      fill: aFill({ ...entry, venueClientId: 'by hand' }, { quantity: lots(5), price: ticks(MARK) }),
    })
    const [larger] = harness.takeSubmissions()
    if (!larger) throw new Error('no larger stop was sent')
    expect(larger.terms.quantity).toBe(15)
    expect(harness.position()?.protection).toMatchObject({ state: 'PARTIAL', covered: 10 })
    acknowledge(harness, larger)
    expect(harness.state.ledger.working.size).toBe(2)
    answerQueries(harness, [stop, larger])
    expect(harness.position()?.protection).toMatchObject({ state: 'VERIFIED', covered: 15 })
    expect(harness.take()).toMatchObject([{ kind: 'cancel', venueClientId: stop.venueClientId }])
  })

  it('is read back urgently until it is verified', () => {
    const harness = openHarness()
    const { stop } = entered(harness)
    acknowledge(harness, stop)
    const urgent: (boolean | undefined)[] = []
    harness.pass(20_000, (request) => {
      if (request.kind !== 'queryOrder') return
      urgent.push(request.urgent)
      const order = aVenueOrder(stop, 'UNTRIGGERED')
      const { venueClientId, queryId } = request
      harness.publish({
        kind: 'orderQueried',
        venueClientId,
        queryId,
        outcome: { kind: 'found', order, fills: [] },
      })
    })
    expect(urgent.slice(0, 3)).toEqual([true, false, false])
  })

  it('is replaced when the exchange has lost it', () => {
    const harness = openHarness()
    verified(harness)
    const again: Submission[] = []
    harness.pass(5_000, (request) => {
      if (request.kind === 'submit') again.push(request.submission)
      if (request.kind !== 'queryOrder' || again.some(({ venueClientId }) => venueClientId === request.venueClientId))
        return
      const { venueClientId, queryId } = request
      harness.publish({ kind: 'orderQueried', venueClientId, queryId, outcome: { kind: 'notFound' } })
    })
    expect(again[0]?.terms).toMatchObject({ type: 'STOP_MARKET', quantity: 10 })
  })

  it('is sent again under the same id when no response arrives', () => {
    const harness = openHarness()
    const { stop } = entered(harness)
    const again: Submission[] = []
    harness.pass(3_000, (request) => {
      if (request.kind === 'submit') again.push(request.submission)
      if (request.kind !== 'queryOrder') return
      const { venueClientId, queryId } = request
      harness.publish({ kind: 'orderQueried', venueClientId, queryId, outcome: { kind: 'notFound' } })
    })
    expect(again.map(({ venueClientId }) => venueClientId)).toContain(stop.venueClientId)
    expect(new Set(again.map(({ venueClientId }) => venueClientId)).size).toBe(1)
  })

  it('is replaced by a close when no stop could be verified for ten seconds', () => {
    const harness = openHarness()
    const { stop } = entered(harness)
    acknowledge(harness, stop)
    harness.take()
    const sent: Submission[] = []
    harness.pass(9_500, (request) => void (request.kind === 'submit' && sent.push(request.submission)))
    expect(sent).toEqual([])
    harness.pass(1_000, (request) => void (request.kind === 'submit' && sent.push(request.submission)))
    expect(sent).toMatchObject([{ terms: { type: 'MARKET', side: 'SELL', quantity: 10, reduceOnly: true } }])
  })

  it('closes immediately when the price has already passed the stop', () => {
    const harness = openHarness()
    const { stop } = entered(harness)
    const rejection = { code: '-2021', message: 'Order would immediately trigger.', category: 'WOULD_TRIGGER' } as const
    harness.publish({
      kind: 'submitAnswered',
      venueClientId: stop.venueClientId,
      outcome: { kind: 'rejected', rejection },
    })
    expect(harness.takeSubmissions()).toMatchObject([{ terms: { type: 'MARKET', reduceOnly: true, quantity: 10 } }])
  })

  it('triggers an account reading when the exchange reports nothing to reduce', () => {
    const harness = openHarness()
    const { stop } = entered(harness)
    const rejection = { code: '-2022', message: 'ReduceOnly Order is rejected.', category: 'REDUCE_ONLY' } as const
    harness.publish({
      kind: 'submitAnswered',
      venueClientId: stop.venueClientId,
      outcome: { kind: 'rejected', rejection },
    })
    const requests: string[] = []
    harness.pass(200, ({ kind }) => void requests.push(kind))
    expect(requests).toContain('readAccount')
  })

  it('remains until the position is flat, and is then removed', () => {
    const harness = openHarness()
    const { stop } = verified(harness)
    const positionId = harness.position()?.positionId ?? 'pos_'
    const orderId = 'ord_00000000000000000000000099' as const
    const command = { kind: 'closePosition', positionId, orderId, venueSeed: orderId.slice(4) } as const
    harness.command({ ...command, quantity: null, maxSlippageBps: null, instructed: INSTRUCTED })
    const requests = harness.take()
    expect(requests).toMatchObject([{ kind: 'submit', submission: { terms: { reduceOnly: true, quantity: 10 } } }])
    const [close] = requests.flatMap((request) => (request.kind === 'submit' ? [request.submission] : []))
    if (!close) throw new Error('no close was sent')
    harness.publish({ kind: 'fill', fill: aFill(close, { price: ticks(MARK) }) })
    expect(harness.position()).toBeUndefined()
    expect(harness.take()).toMatchObject([{ kind: 'cancel', venueClientId: stop.venueClientId }])
  })

  it('cannot be cancelled while the position is open', () => {
    const harness = openHarness()
    const { stop } = verified(harness)
    const orderId = harness.state.ledger.byVenueClientId.get(stop.venueClientId)
    if (!orderId) throw new Error('the stop is not in the ledger')
    expect(harness.command({ kind: 'cancelOrder', orderId, instructed: INSTRUCTED })).toMatchObject({
      refusal: { kind: 'protectionRemovalForbidden' },
    })
  })

  it('moves at the caller’s request, never to the other side of the mark, and is never removed', () => {
    const harness = openHarness()
    const { stop } = verified(harness)
    const positionId = harness.position()?.positionId ?? 'pos_'
    const move = (price: number | null) =>
      harness.command({
        kind: 'changeProtection',
        positionId,
        change: { stopLoss: price === null ? null : { price: ticks(price), by: 'MARK' }, takeProfit: undefined },
        ifVersion: null,
        instructed: INSTRUCTED,
      })
    expect(move(null)).toMatchObject({ refusal: { kind: 'protectionRemovalForbidden' } })
    expect(move(MARK + 10)).toMatchObject({
      refusal: {
        kind: 'wouldIncreaseRisk',
        detail: 'The stop must be below the mark price 60000.0, or it would trigger immediately.',
      },
    })
    expect(move(MARK - 6_000)).toEqual({ kind: 'done' })
    const [moved] = harness.takeSubmissions()
    if (!moved) throw new Error('no stop was sent')
    expect(moved.terms.trigger?.price).toBe(MARK - 6_000)
    acknowledge(harness, moved)
    answerQueries(harness, [stop, moved])
    expect(harness.take()).toMatchObject([{ kind: 'cancel', venueClientId: stop.venueClientId }])
  })
})

describe('the plan of a position', () => {
  const mine = { stopLoss: { price: ticks(MARK - 9_000), by: 'MARK' as const } }
  const target = { price: ticks(MARK + 9_000), by: 'MARK' as const }

  const move = (harness: Harness, price: number) =>
    harness.command({
      kind: 'changeProtection',
      positionId: harness.position()?.positionId ?? 'pos_',
      change: { stopLoss: { price: ticks(price), by: 'MARK' }, takeProfit: undefined },
      ifVersion: null,
      instructed: INSTRUCTED,
    })

  it('is not moved back by the fill of an order after the caller has moved the stop', () => {
    const harness = openHarness()
    harness.place(mine)
    const [entry] = harness.takeSubmissions()
    if (!entry) throw new Error('no entry was sent')
    harness.publish({ kind: 'fill', fill: aFill(entry, { quantity: lots(4) }) })
    expect(move(harness, MARK - 5_000)).toEqual({ kind: 'done' })
    harness.publish({ kind: 'fill', fill: aFill(entry, { quantity: lots(6) }) })
    expect(harness.position()?.protection.plan.stopLoss.price).toBe(MARK - 5_000)
  })

  it('is not taken from a reduce-only order', () => {
    const harness = openHarness()
    verified(harness)
    const stopLoss = { price: ticks(MARK + 9_000), by: 'MARK' as const }
    harness.place({ side: 'SELL', price: ticks(MARK + 10), size: { quantity: lots(4) }, stopLoss })
    const [sell] = harness.takeSubmissions()
    if (!sell) throw new Error('nothing was sent')
    harness.publish({ kind: 'fill', fill: aFill(sell) })
    expect(harness.position()).toMatchObject({ direction: 'LONG', quantity: 6 })
    expect(harness.position()?.protection.plan.stopLoss.price).toBe(MARK * 0.98)
  })

  it.each([
    [
      'a target alone',
      { takeProfit: target },
      { stopLoss: { price: MARK * 0.98 }, takeProfit: target, stopIsDefault: true },
    ],
    ['a stop alone', mine, { stopLoss: mine.stopLoss, takeProfit: null, stopIsDefault: false }],
    ['neither', {}, { stopLoss: { price: MARK * 0.98 }, takeProfit: null, stopIsDefault: true }],
  ])('adopts %s from an order that adds', (_what, requested, plan) => {
    const harness = openHarness()
    verified(harness)
    harness.place({ ...requested, size: { quantity: lots(3) } })
    const [more] = harness.takeSubmissions()
    if (!more) throw new Error('nothing was sent')
    harness.publish({ kind: 'fill', fill: aFill(more) })
    expect(harness.position()).toMatchObject({ quantity: 13, protection: { plan } })
  })

  it('lets the stop trail the price far into profit', () => {
    const harness = openHarness({}, anAccount({ walletBalance: 40_000_000_000n }))
    verified(harness, 5)
    harness.mark(MARK * 3)
    expect(move(harness, MARK * 2.5)).toEqual({ kind: 'done' })
  })
})

describe('a guardian whose orders are rejected', () => {
  it('does not decide the same order repeatedly while it may send nothing', () => {
    const harness = openHarness()
    harness.place({ type: 'MARKET', price: null, timeInForce: 'IOC' })
    const [entry] = harness.takeSubmissions()
    if (!entry) throw new Error('no entry was sent')
    harness.state.session.foreignEpoch = 99
    harness.publish({ kind: 'fill', fill: aFill(entry, { price: ticks(MARK) }) })
    harness.pass(60_000)
    const decided = harness.facts.filter(({ kind }) => kind === 'orderDecided')
    expect(decided.length).toBeLessThan(100)
  })

  it('closes when its target is reached before the order is open', () => {
    const harness = openHarness()
    harness.place({
      type: 'MARKET',
      price: null,
      timeInForce: 'IOC',
      takeProfit: { price: ticks(MARK + 100), by: 'MARK' },
    })
    const [entry] = harness.takeSubmissions()
    if (!entry) throw new Error('no entry was sent')
    harness.publish({ kind: 'fill', fill: aFill(entry, { price: ticks(MARK) }) })
    const target = harness.takeSubmissions().find(({ terms }) => terms.type === 'TAKE_PROFIT_MARKET')
    if (!target) throw new Error('no target was sent')
    const rejection = { code: '-2021', message: 'Order would immediately trigger.', category: 'WOULD_TRIGGER' } as const
    harness.publish({
      kind: 'submitAnswered',
      venueClientId: target.venueClientId,
      outcome: { kind: 'rejected', rejection },
    })
    expect(harness.takeSubmissions()).toMatchObject([{ terms: { type: 'MARKET', reduceOnly: true, quantity: 10 } }])
  })

  it('sends closes at increasing intervals while the exchange is silent', () => {
    const harness = openHarness()
    entered(harness)
    harness.pass(300_000)
    const doubtful = [...harness.state.ledger.orders.values()].filter(
      ({ purpose, status }) => purpose === 'CLOSE' && status === 'OUTCOME_UNKNOWN',
    )
    expect(doubtful.length).toBeLessThanOrEqual(30)
  })

  it('decides closes at increasing intervals while a gate denies them', () => {
    const harness = openHarness()
    entered(harness)
    harness.state.session.foreignEpoch = 99
    harness.pass(60_000)
    const denied = harness.facts.filter(
      (fact) => fact.kind === 'orderDecided' && fact.order.purpose === 'CLOSE' && fact.decision.verdict === 'DENIED',
    )
    expect(denied.length).toBeGreaterThan(2)
    expect(denied.length).toBeLessThanOrEqual(7)
  })

  it('does not close a new position because of the previous one’s stop', () => {
    const harness = openHarness()
    const { entry, stop } = entered(harness)
    const rejection = { code: '-2021', message: 'Order would immediately trigger.', category: 'WOULD_TRIGGER' } as const
    harness.publish({
      kind: 'submitAnswered',
      venueClientId: stop.venueClientId,
      outcome: { kind: 'rejected', rejection },
    })
    harness.take()
    const turning = { ...entry, venueClientId: 'by hand' }
    harness.publish({ kind: 'fill', fill: aFill(turning, { side: 'SELL', quantity: lots(15), price: ticks(MARK) }) })
    expect(harness.position()).toMatchObject({ direction: 'SHORT', quantity: 5 })
    harness.pass(2_000)
    const sent = harness.takeSubmissions()
    expect(sent.filter(({ terms }) => terms.type === 'MARKET')).toEqual([])
    expect(sent).toMatchObject([{ terms: { type: 'STOP_MARKET', side: 'BUY', quantity: 5 } }])
  })
})
