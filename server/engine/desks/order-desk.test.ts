import { describe, expect, it } from 'vitest'
import { anId } from '../../../test/support/book-samples.ts'
import { openControlFloor, stopEngine } from '../../../test/support/control-floor.ts'
import { aFill, anOrderRequest, aVenueOrder, INSTRUCTED, MARK, openFloor } from '../../../test/support/trading-floor.ts'
import { ticks } from '../../domain/market/instrument.ts'
import type { Submission } from '../model/venue.ts'
import { openDesk } from './order-desk.ts'

/** A position whose stop is verified, and the desk in front of it. */
const protectedFloor = () => {
  const floor = openFloor()
  const answer = (sent: Submission): void =>
    floor.publish({
      kind: 'submitAnswered',
      venueClientId: sent.venueClientId,
      outcome: { kind: 'accepted', report: aVenueOrder(sent, 'UNTRIGGERED') },
    })
  const show = (...known: Submission[]): void => {
    for (const request of floor.take()) {
      const sent = known.find(
        ({ venueClientId }) => 'venueClientId' in request && request.venueClientId === venueClientId,
      )
      if (request.kind !== 'queryOrder' || !sent) continue
      const { venueClientId, queryId } = request
      const outcome = { kind: 'found', order: aVenueOrder(sent, 'UNTRIGGERED'), fills: [] } as const
      floor.publish({ kind: 'orderQueried', venueClientId, queryId, outcome })
    }
  }
  floor.place({ type: 'MARKET', price: null, timeInForce: 'IOC' })
  const [entry] = floor.takeSubmissions()
  if (entry) floor.publish({ kind: 'fill', fill: aFill(entry, { price: ticks(MARK) }) })
  const [stop] = floor.takeSubmissions()
  if (!stop) throw new Error('no stop was sent')
  answer(stop)
  show(stop)
  const desk = openDesk({
    ledger: floor.state.ledger,
    submit: async (command) => floor.command(command),
    preview: () => {
      throw new Error('unexpected preview request')
    },
    patienceMs: 3_000,
    delay: () => {},
  })
  return { floor, desk, answer, show, stop }
}

const settled = async (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([promise.then(() => true), new Promise<boolean>((resolve) => setImmediate(resolve, false))])

describe('the answer to a change of protection', () => {
  it.each([
    ['target', { stopLoss: undefined, takeProfit: { price: ticks(MARK + 9_000), by: 'MARK' } }],
    ['price that sets the stop off', { stopLoss: { price: ticks(MARK * 0.98), by: 'LAST' }, takeProfit: undefined }],
  ] as const)('waits until the new %s is open at the exchange', async (_what, change) => {
    const { floor, desk, answer, show, stop } = protectedFloor()
    const positionId = floor.position()?.positionId ?? 'pos_'
    const answered = desk.instruct({
      kind: 'changeProtection',
      positionId,
      change,
      ifVersion: null,
      instructed: INSTRUCTED,
    })
    expect(await settled(answered)).toBe(false)
    const [placed] = floor.takeSubmissions()
    if (!placed) throw new Error('nothing was sent')
    answer(placed)
    show(stop, placed)
    desk.onFacts(floor.facts)
    expect(await settled(answered)).toBe(true)
  })
})

it('answers an order that the stop overtook before it left as any order under a stop', async () => {
  const floor = openControlFloor()
  const desk = openDesk({
    ledger: floor.state.ledger,
    submit: async (command) => {
      const outcome = floor.command(command)
      const [sent] = floor.takeSubmissions()
      stopEngine(floor)
      if (sent) floor.publish({ kind: 'notSent', venueClientId: sent.venueClientId, reason: 'LATCHED' })
      return outcome
    },
    preview: () => {
      throw new Error('unexpected preview request')
    },
    patienceMs: 3_000,
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
    refusal: { kind: 'latched', stopId: floor.state.ledger.latch?.stopId },
  })
})
