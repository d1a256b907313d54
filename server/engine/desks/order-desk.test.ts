import { describe, expect, it } from 'vitest'
import { anId } from '../../../test/support/book-samples.ts'
import { openControlHarness, stopEngine } from '../../../test/support/control-floor.ts'
import {
  aFill,
  anOrderRequest,
  aVenueOrder,
  INSTRUCTED,
  MARK,
  openHarness,
} from '../../../test/support/trading-floor.ts'
import { ticks } from '../../domain/market/instrument.ts'
import type { Submission } from '../model/venue.ts'
import { openDesk } from './order-desk.ts'

/** A position whose stop is verified, and the desk in front of it. */
const protectedHarness = () => {
  const harness = openHarness()
  const answer = (sent: Submission): void =>
    harness.publish({
      kind: 'submitAnswered',
      venueClientId: sent.venueClientId,
      outcome: { kind: 'accepted', report: aVenueOrder(sent, 'UNTRIGGERED') },
    })
  const show = (...known: Submission[]): void => {
    for (const request of harness.take()) {
      const sent = known.find(
        ({ venueClientId }) => 'venueClientId' in request && request.venueClientId === venueClientId,
      )
      if (request.kind !== 'queryOrder' || !sent) continue
      const { venueClientId, queryId } = request
      const outcome = { kind: 'found', order: aVenueOrder(sent, 'UNTRIGGERED'), fills: [] } as const
      harness.publish({ kind: 'orderQueried', venueClientId, queryId, outcome })
    }
  }
  harness.place({ type: 'MARKET', price: null, timeInForce: 'IOC' })
  const [entry] = harness.takeSubmissions()
  if (entry) harness.publish({ kind: 'fill', fill: aFill(entry, { price: ticks(MARK) }) })
  const [stop] = harness.takeSubmissions()
  if (!stop) throw new Error('no stop was sent')
  answer(stop)
  show(stop)
  const desk = openDesk({
    ledger: harness.state.ledger,
    submit: async (command) => harness.command(command),
    preview: () => {
      throw new Error('unexpected preview request')
    },
    answerTimeoutMs: 3_000,
    delay: () => {},
  })
  return { harness, desk, answer, show, stop }
}

const settled = async (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([promise.then(() => true), new Promise<boolean>((resolve) => setImmediate(resolve, false))])

describe('the answer to a change of protection', () => {
  it.each([
    ['target', { stopLoss: undefined, takeProfit: { price: ticks(MARK + 9_000), by: 'MARK' } }],
    ['price that sets the stop off', { stopLoss: { price: ticks(MARK * 0.98), by: 'LAST' }, takeProfit: undefined }],
  ] as const)('waits until the new %s is open at the exchange', async (_what, change) => {
    const { harness, desk, answer, show, stop } = protectedHarness()
    const positionId = harness.position()?.positionId ?? 'pos_'
    const answered = desk.instruct({
      kind: 'changeProtection',
      positionId,
      change,
      ifVersion: null,
      instructed: INSTRUCTED,
    })
    expect(await settled(answered)).toBe(false)
    const [placed] = harness.takeSubmissions()
    if (!placed) throw new Error('nothing was sent')
    answer(placed)
    show(stop, placed)
    desk.onFacts(harness.facts)
    expect(await settled(answered)).toBe(true)
  })
})

it('answers an amendment when the order that replaces the amended one is open at the exchange', async () => {
  const { harness, desk } = protectedHarness()
  const replaces = harness.place()
  const [resting] = harness.takeSubmissions()
  if (!resting) throw new Error('no order was sent')
  const accept = (sent: Submission, exchangeOrderId: string) => {
    const report = aVenueOrder(sent, 'NEW', { exchangeOrderId })
    harness.publish({
      kind: 'submitAnswered',
      venueClientId: sent.venueClientId,
      outcome: { kind: 'accepted', report },
    })
  }
  accept(resting, '1')
  const orderId = anId('ord', 77)
  const change = { price: ticks(MARK - 2_000), triggerPrice: null, quantity: null }
  const command = { kind: 'amendOrder', replaces, orderId, venueSeed: orderId.slice(4), change } as const
  const answered = desk.instruct({ ...command, instructed: INSTRUCTED })
  expect(await settled(answered)).toBe(false)
  harness.publish({ kind: 'report', report: aVenueOrder(resting, 'CANCELED', { sequence: 2 }) })
  desk.onFacts(harness.facts)
  expect(await settled(answered)).toBe(false)
  const placed = harness.takeSubmissions().find(({ terms }) => terms.type === 'LIMIT')
  if (!placed) throw new Error('no replacement was sent')
  accept(placed, '2')
  desk.onFacts(harness.facts)
  expect(await settled(answered)).toBe(true)
  expect(harness.order(orderId)).toMatchObject({ status: 'NEW', replaces })
})

it('answers an order that the stop overtook before it was sent like any order under a stop', async () => {
  const harness = openControlHarness()
  const desk = openDesk({
    ledger: harness.state.ledger,
    submit: async (command) => {
      const outcome = harness.command(command)
      const [sent] = harness.takeSubmissions()
      stopEngine(harness)
      if (sent) harness.publish({ kind: 'notSent', venueClientId: sent.venueClientId, reason: 'LATCHED' })
      return outcome
    },
    preview: () => {
      throw new Error('unexpected preview request')
    },
    answerTimeoutMs: 3_000,
    delay: () => {},
  })
  const orderId = anId('ord', 77)
  const command = {
    kind: 'placeOrder',
    orderId,
    venueSeed: orderId.slice(4),
    request: anOrderRequest(),
    instructed: INSTRUCTED,
  } as const
  expect(await desk.instruct(command)).toMatchObject({
    kind: 'refused',
    refusal: { kind: 'latched', stopId: harness.state.ledger.latch?.stopId },
  })
})
