import { describe, expect, it } from 'vitest'
import {
  anAccount,
  answerRead,
  aVenueOrder,
  entered,
  type Harness,
  MARK,
  openHarness,
} from '../../../test/support/trading-floor.ts'
import { lots, type Ticks, ticks } from '../../domain/market/instrument.ts'
import type { Order } from '../../domain/order/order.ts'
import type { VenueOrder } from '../../domain/order/venue-report.ts'
import type { VenueRequest } from '../model/venue.ts'

/** The stop an exchange set with the entry, as it lists it among the open orders. */
const attached = (trigger: Ticks, quantity = 10): VenueOrder =>
  aVenueOrder(
    {
      venueClientId: 'x7a1f',
      terms: {
        symbol: 'BTCUSDT',
        side: 'SELL',
        type: 'STOP_MARKET',
        quantity: lots(quantity),
        price: null,
        trigger: { price: trigger, by: 'MARK' },
        timeInForce: 'GTC',
        reduceOnly: true,
      },
    },
    'UNTRIGGERED',
    { attached: true },
  )

/** An exchange that holds these orders and the position, and answers every question by what it has. */
const answering =
  (harness: Harness, orders: readonly VenueOrder[]) =>
  (request: VenueRequest): void => {
    const position = { symbol: 'BTCUSDT', quantity: 10, cost: 60_000_000_000n, liquidationPrice: null, leverage: 3 }
    answerRead(harness.publish, request, {
      account: anAccount({
        positions: [{ ...position, maintenanceMargin: 0n }],
        openOrders: orders,
        takenAtMs: harness.nowMs,
      }),
      serverTimeMs: harness.nowMs,
    })
    if (request.kind !== 'queryOrder') return
    const { venueClientId, queryId } = request
    const order = orders.find((one) => one.venueClientId === venueClientId)
    const outcome = order ? ({ kind: 'found', order, fills: [] } as const) : ({ kind: 'notFound' } as const)
    harness.publish({ kind: 'orderQueried', venueClientId, queryId, outcome })
  }

const adopted = (harness: Harness): Order | undefined =>
  [...harness.state.ledger.orders.values()].find(({ venueClientId }) => venueClientId === 'x7a1f')

describe('a stop that the exchange sets with an entry', () => {
  it('is requested with the entry, by the plan of the order', () => {
    const { entry, stop } = entered(openHarness())
    expect(entry.stopLoss).toEqual({ price: MARK * 0.98, by: 'MARK' })
    expect(stop.stopLoss).toBeUndefined()
  })

  it('covers the position until our own is verified, and is then cancelled', () => {
    const harness = openHarness()
    const { stop } = entered(harness)
    const there = attached(ticks(MARK * 0.98))
    harness.pass(3_000, answering(harness, [there]))
    expect(adopted(harness)).toMatchObject({ purpose: 'STOP_LOSS', origin: 'GUARDIAN', status: 'UNTRIGGERED' })
    expect(harness.position()?.protection).toMatchObject({ state: 'VERIFIED', covered: 10 })
    const own = aVenueOrder(stop, 'UNTRIGGERED')
    harness.publish({
      kind: 'submitAnswered',
      venueClientId: stop.venueClientId,
      outcome: { kind: 'accepted', report: own },
    })
    const cancels: string[] = []
    const answer = answering(harness, [there, own])
    harness.pass(4_000, (request) => {
      if (request.kind === 'cancel') cancels.push(request.venueClientId)
      answer(request)
    })
    expect(cancels.every((id) => id === 'x7a1f')).toBe(true)
    expect(cancels.length).toBeGreaterThan(0)
  })

  it('is left alone when it can belong to no position of ours', () => {
    const harness = openHarness()
    harness.pass(40_000, answering(harness, [attached(ticks(MARK * 0.98))]))
    expect(adopted(harness)).toBeUndefined()
  })
})
