import { describe, expect, it } from 'vitest'
import { anId, anOrder, aPosition } from '../../test/support/book-samples.ts'
import { aControlReader } from '../../test/support/control-stage.ts'
import { anEngineState } from '../../test/support/engine-state.ts'
import { NOON_MS } from '../../test/support/market-samples.ts'
import { pauseResult } from './control-views.ts'

describe('a pause', () => {
  it('counts each entry once: cancelled, executed before, or still pending', () => {
    const state = anEngineState()
    const statuses = ['CANCELED', 'FILLED', 'PENDING_CANCEL', 'OUTCOME_UNKNOWN'] as const
    const orders = statuses.map((status, index) => anOrder({ orderId: anId('ord', index + 1), status }))
    for (const order of orders) state.ledger.orders.set(order.orderId, order)
    state.ledger.positions.set('BTCUSDT', aPosition())
    const body = pauseResult(aControlReader(state), {
      kind: 'pauseTaken',
      changed: true,
      previousState: 'RUNNING',
      entries: orders.map(({ orderId }) => orderId),
      atMs: NOON_MS,
      auditId: anId('aud'),
    })
    expect(body).toEqual({
      changed: true,
      state: 'STOPPED',
      previousState: 'RUNNING',
      desiredState: 'RUNNING',
      effectiveAt: '2026-11-21T12:00:00.000Z',
      entriesCancelled: { attempted: 4, confirmed: 1, filled: 1, unknown: 2 },
      positionsOpen: 1,
      audit: { auditId: anId('aud'), status: 'RECORDED' },
      schemaVersion: '1.0.0',
    })
  })
})
