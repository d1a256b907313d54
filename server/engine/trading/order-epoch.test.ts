import { describe, expect, it } from 'vitest'
import {
  aFill,
  anAccount,
  anOrderRequest,
  aVenueOrder,
  type Harness,
  INSTRUCTED,
  openHarness,
} from '../../../test/support/trading-floor.ts'
import type { Id } from '../../core/id.ts'
import { ticks } from '../../domain/market/instrument.ts'
import type { AccountSnapshot } from '../../domain/order/venue-report.ts'
import type { Command, OrderRequest } from '../model/events.ts'
import type { Fact } from '../model/facts.ts'
import type { Submission } from '../model/venue.ts'
import { applyFact, createLedger } from '../state/ledger.ts'
import { isLedgerFact } from '../state/ledger-facts.ts'

const SEED = '01KAJ8Q5XV7Y3ZKM2N4P6R8T9W'
const FIRST = 'ord_00000000000000000000000091'
const AGAIN = 'ord_00000000000000000000000092'

/** The instruction of a caller with a key: the seed is the key's, the order ID is new each time. */
const place = (orderId: Id<'ord'>, request: Partial<OrderRequest> = {}): Command => ({
  kind: 'placeOrder',
  orderId,
  venueSeed: SEED,
  request: anOrderRequest(request),
  instructed: INSTRUCTED,
})

/** Starts the engine again on what the journal has. */
const restart = (facts: readonly Fact[], account?: AccountSnapshot): Harness => {
  const ledger = createLedger()
  for (const fact of facts) if (isLedgerFact(fact)) applyFact(ledger, fact)
  return openHarness({ ledger }, account)
}

const submitted = (harness: Harness): Submission => {
  const [submission] = harness.takeSubmissions()
  if (!submission) throw new Error('nothing was sent')
  return submission
}

/** The journal of a version whose callers' orders were of epoch 0. */
const asBefore = (facts: readonly Fact[]): Fact[] =>
  facts.map((fact) =>
    fact.kind === 'orderDecided'
      ? { ...fact, order: { ...fact.order, venueClientId: fact.order.venueClientId.replace('tE0001', 'tE0000') } }
      : fact,
  )

describe('the order of a caller', () => {
  it('carries the epoch of the run that decides it', () => {
    const first = openHarness()
    first.command(place(FIRST))
    const sent = submitted(first)
    expect(sent.venueClientId).toBe(`tE0001${SEED}`)
    const second = restart(first.facts, anAccount({ openOrders: [aVenueOrder(sent, 'NEW')] }))
    second.place({ price: ticks(590_000) })
    expect(submitted(second).venueClientId).toMatch(/^tE0002/)
  })

  it('carries it when it closes a position', () => {
    const harness = openHarness()
    harness.place()
    harness.publish({ kind: 'fill', fill: aFill(submitted(harness)) })
    const positionId = harness.position()?.positionId ?? 'pos_none'
    harness.takeSubmissions()
    const close = { kind: 'closePosition', positionId, quantity: null, maxSlippageBps: null } as const
    harness.command({ ...close, orderId: FIRST, venueSeed: SEED, instructed: INSTRUCTED })
    harness.command({ ...close, orderId: AGAIN, venueSeed: SEED, instructed: INSTRUCTED })
    const closes = harness.takeSubmissions().filter(({ terms }) => terms.type === 'MARKET')
    expect(closes.map(({ venueClientId }) => venueClientId)).toEqual([`tC0001${SEED}`])
  })

  it.each([
    ['one of the same version', (facts: readonly Fact[]) => facts, 'tE0001'],
    ['one of a version whose orders had epoch 0', asBefore, 'tE0000'],
  ])('is found by a retry after a restart, and not sent twice: %s', (_which, rewrite, mark) => {
    const first = openHarness()
    first.command(place(FIRST))
    const sent = { ...submitted(first), venueClientId: `${mark}${SEED}` }
    const second = restart(rewrite(first.facts), anAccount({ openOrders: [aVenueOrder(sent, 'NEW')] }))
    expect(second.command(place(AGAIN))).toEqual({ kind: 'done' })
    expect(second.state.session.epoch).toBe(2)
    expect(second.takeSubmissions()).toEqual([])
    expect([...second.state.ledger.orders.keys()]).toEqual([FIRST])
    expect(second.order(FIRST)).toMatchObject({ status: 'NEW', origin: 'API', venueClientId: sent.venueClientId })
    expect(second.state.ledger.latch).toBeNull()
    expect(second.state.session).toMatchObject({ foreign: 0, foreignEpoch: null })
  })

  it('is found by a retry when the ledger was lost and the exchange still has it', () => {
    const first = openHarness()
    first.command(place(FIRST))
    const sent = submitted(first)
    const second = openHarness({}, anAccount({ openOrders: [aVenueOrder(sent, 'NEW')] }))
    expect(second.command(place(AGAIN))).toEqual({ kind: 'done' })
    expect(second.takeSubmissions()).toEqual([])
    expect(second.state.ledger.bySeed.get(SEED)).toBe([...second.state.ledger.orders.keys()][0])
  })

  it('is found by a retry whatever would reject it now', () => {
    const harness = openHarness()
    harness.command(place(FIRST, { clientOrderId: 'mine' }))
    expect(harness.command(place(AGAIN, { clientOrderId: 'mine' }))).toEqual({ kind: 'done' })
    expect(harness.takeSubmissions()).toHaveLength(1)
  })

  it('stops an older engine that finds it at the exchange', () => {
    const older = openHarness()
    const newer = restart(older.facts)
    newer.command(place(FIRST))
    const openOrders = [aVenueOrder(submitted(newer), 'NEW')]
    older.state.session.reconciliation.dueAtMs = older.nowMs
    older.pass(1_000, (request) => {
      if (request.kind !== 'readAccount') return
      older.publish({ kind: 'accountRead', queryId: request.queryId, snapshot: anAccount({ openOrders }) })
    })
    expect(older.state.ledger.latch).toMatchObject({ code: 'FOREIGN_EPOCH' })
    expect(older.state.session.foreignEpoch).toBe(2)
  })
})
