import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anOrder, aReport } from '../../../test/support/book-samples.ts'
import { NOON_MS } from '../../../test/support/market-samples.ts'
import { runs } from '../../../test/support/runs.ts'
import { lots, ticks } from '../market/instrument.ts'
import type { Order } from './order.ts'
import {
  ALLOWED,
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
import type { VenueStatus } from './venue-report.ts'

const STATUSES: readonly VenueStatus[] = [
  'NEW',
  'UNTRIGGERED',
  'TRIGGERED',
  'PARTIALLY_FILLED',
  'FILLED',
  'CANCELED',
  'REJECTED',
  'EXPIRED',
]

const DONE: readonly ((order: Order) => Order)[] = [
  (order) => cancelRequestedOn(order, NOON_MS),
  (order) => uncertainOn(order, 'timeout', NOON_MS, NOON_MS),
  (order) => rejectedOn(order, 'refused', NOON_MS),
  (order) => provenAbsentOn(order, NOON_MS),
  (order) => abandonedOn(order, 'latched', NOON_MS),
  (order) => resentOn(order, NOON_MS, NOON_MS),
  (order) => vanishedOn(order, NOON_MS),
]

/** Sequences repeat and run backwards, like reports that arrive twice and out of order. */
const anyEvent = fc.oneof(
  fc.record({
    kind: fc.constant('report' as const),
    status: fc.constantFrom(...STATUSES),
    sequence: fc.integer({ min: 1, max: 12 }),
    filled: fc.integer({ min: 0, max: 10 }),
  }),
  fc.record({
    kind: fc.constant('fill' as const),
    quantity: fc.integer({ min: 1, max: 6 }),
    price: fc.integer({ min: 1, max: 99 }),
    fee: fc.bigInt({ min: -5n, max: 5n }),
  }),
  fc.record({ kind: fc.constant('done' as const), work: fc.constantFrom(...DONE) }),
)

type Event = typeof anyEvent extends fc.Arbitrary<infer T> ? T : never

const after = (order: Order, event: Event): Order => {
  if (event.kind === 'done') return event.work(order)
  if (event.kind === 'fill') {
    const { price, quantity, fee } = event
    const filled = fillOn(order, { price: ticks(price), quantity: lots(quantity), fee }, NOON_MS)
    return filled.ok ? filled.value.order : order
  }
  const { status, sequence, filled } = event
  const reported = reportOn(order, aReport({ status, sequence, filled: lots(filled) }), NOON_MS)
  return reported.kind === 'applied' ? reported.order : order
}

const always = (holds: (before: Order, order: Order, event: Event) => void): void => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 30, size: 'max' }), (events) => {
      let order = anOrder()
      for (const event of events) {
        const next = after(order, event)
        holds(order, next, event)
        order = next
      }
    }),
    { numRuns: runs(250) },
  )
}

describe('an order with any reports in any order', () => {
  it('never makes a transition outside the table', () => {
    always((before, order) => {
      if (order.status !== before.status) expect(ALLOWED[before.status]).toContain(order.status)
    })
  })

  it('is filled by its fills only, never backwards and never beyond its quantity', () => {
    always((before, order, event) => {
      const fits = event.kind === 'fill' && before.filled + event.quantity <= before.terms.quantity
      expect(order.filled).toBe(before.filled + (fits ? event.quantity : 0))
      expect(order.filledTickLots).toBe(before.filledTickLots + (fits ? BigInt(event.price * event.quantity) : 0n))
      expect(order.feesPaid).toBe(before.feesPaid + (fits ? event.fee : 0n))
      expect(order.filled <= order.terms.quantity).toBe(true)
    })
  })

  it('is FILLED exactly when its full quantity is filled', () => {
    always((_, order) => expect(order.status === 'FILLED').toBe(order.filled === order.terms.quantity))
  })

  it('increments its version on every change, and on nothing else', () => {
    always((before, order) => expect(order.version).toBe(before.version + (order === before ? 0 : 1)))
  })

  it('never applies the same report twice', () => {
    always((_, order, event) => {
      if (event.kind !== 'report') return
      const echo = reportOn(order, aReport({ ...event, filled: lots(event.filled) }), NOON_MS)
      if (order.reportSequence >= event.sequence) expect(echo.kind).toBe('redundant')
      else expect(echo.kind).toBe('illegal')
    })
  })

  it('has the same fills in whatever order they arrive', () => {
    const part = fc.record({ price: fc.integer({ min: 1, max: 99 }), quantity: fc.integer({ min: 1, max: 3 }) })
    fc.assert(
      fc.property(fc.array(part, { maxLength: 3 }), fc.infiniteStream(fc.nat()), (parts, keys) => {
        const shuffled = parts
          .map((fill) => ({ fill, key: Number(keys.next().value) }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ fill }) => fill)
        const play = (fills: typeof parts): Order =>
          fills.reduce((order, fill) => after(order, { kind: 'fill', fee: 1n, ...fill }), anOrder())
        expect(play(shuffled)).toEqual(play(parts))
      }),
    )
  })
})
