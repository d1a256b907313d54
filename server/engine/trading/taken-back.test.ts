import { describe, expect, it } from 'vitest'
import {
  anAccount,
  answerRead,
  aVenueOrder,
  entered,
  type Harness,
  openHarness,
} from '../../../test/support/trading-floor.ts'
import { lots } from '../../domain/market/instrument.ts'
import type { VenueOrder } from '../../domain/order/venue-report.ts'
import type { Submission, VenueRequest } from '../model/venue.ts'

const POSITION = { symbol: 'BTCUSDT', quantity: 10, cost: 60_000_000_000n, liquidationPrice: null, leverage: 3 }

/** Answers readings with these open orders; questions by name find nothing. */
const listing =
  (harness: Harness, openOrders: readonly VenueOrder[], quantity = 0) =>
  (request: VenueRequest): void => {
    const positions = quantity === 0 ? [] : [{ ...POSITION, quantity, maintenanceMargin: 0n }]
    const account = anAccount({ openOrders, positions, takenAtMs: harness.nowMs })
    answerRead(harness.publish, request, { account, serverTimeMs: harness.nowMs })
    if (request.kind !== 'queryOrder') return
    const { venueClientId, queryId } = request
    harness.publish({ kind: 'orderQueried', venueClientId, queryId, outcome: { kind: 'notFound' } })
  }

const rested = (harness: Harness): Submission => {
  harness.place()
  const [sent] = harness.takeSubmissions()
  if (!sent) throw new Error('nothing was sent')
  const outcome = { kind: 'accepted', report: aVenueOrder(sent, 'NEW') } as const
  harness.publish({ kind: 'submitAnswered', venueClientId: sent.venueClientId, outcome })
  return sent
}

describe('an order that ended in the ledger but is open at the exchange', () => {
  it('is a mismatch, and is cancelled until it is gone', () => {
    const harness = openHarness()
    const sent = rested(harness)
    harness.pass(40_000, listing(harness, []))
    expect([...harness.state.ledger.orders.values()].at(-1)).toMatchObject({
      status: 'CANCELED',
      statusReason: 'VANISHED',
    })
    const cancels: string[] = []
    const answer = listing(harness, [aVenueOrder(sent, 'NEW')])
    harness.pass(40_000, (request) => {
      if (request.kind === 'cancel') cancels.push(request.venueClientId)
      answer(request)
    })
    expect(cancels.length).toBeGreaterThan(0)
    expect(new Set(cancels)).toEqual(new Set([sent.venueClientId]))
    expect([...harness.state.ledger.differences.values()]).toMatchObject([{ kind: 'UNKNOWN_ORDER', theirs: 'NEW' }])
    harness.pass(40_000, listing(harness, []))
    expect(harness.state.ledger.differences.size).toBe(0)
  })
})

describe('a close whose answer is lost', () => {
  const closing = (quantity: number) => {
    const harness = openHarness()
    entered(harness)
    harness.take()
    const position = harness.position()
    if (!position) throw new Error('there is no position')
    harness.command({
      kind: 'closePosition',
      positionId: position.positionId,
      orderId: 'ord_00000000000000000000000099',
      venueSeed: '00000000000000000000000099',
      quantity: lots(quantity),
      maxSlippageBps: null,
      instructed: {
        actor: { type: 'USER', sub: null, sid: null, ip: null },
        requestId: null,
        idempotency: null,
        reason: null,
        auditId: 'aud_1',
      },
    })
    const sends: string[] = []
    const answer = listing(harness, [], 10)
    harness.pass(5_000, (request) => {
      if (request.kind === 'submit' && request.submission.terms.quantity === quantity)
        sends.push(request.submission.venueClientId)
      if (request.kind === 'submit') {
        const { venueClientId } = request.submission
        harness.publish({ kind: 'submitAnswered', venueClientId, outcome: { kind: 'unknown', reason: 'reset' } })
      }
      answer(request)
    })
    return sends.filter((id) => id.startsWith('tC'))
  }

  it('is not sent again when it closes a part of the position: the exchange may accept the id again', () => {
    expect(closing(4)).toHaveLength(1)
  })

  it('is sent again when it closes all of it: nothing would be left for the second', () => {
    expect(closing(10).length).toBeGreaterThan(1)
  })
})

it('reads the account while the stream is lost, since no other source reports it', () => {
  const harness = openHarness()
  harness.publish({ kind: 'stream', state: 'lost' })
  let readings = 0
  const answer = listing(harness, [])
  harness.pass(21_000, (request) => {
    if (request.kind === 'readAccount') readings++
    answer(request)
  })
  expect(readings).toBeGreaterThanOrEqual(4)
})
