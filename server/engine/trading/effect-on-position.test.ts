import { describe, expect, it } from 'vitest'
import { type ControlHarness, openControlHarness } from '../../../test/support/control-floor.ts'
import { anOrderRequest, MARK } from '../../../test/support/trading-floor.ts'
import { lots, ticks } from '../../domain/market/instrument.ts'
import type { Cause } from '../../domain/order/order.ts'
import type { PositionEffect } from '../../domain/position/position-effect.ts'
import type { OrderRequest } from '../model/events.ts'
import { previewOrder } from './preview.ts'

const CAUSE: Cause = {
  candidateId: 'cnd_00000000000000000000000001',
  digest: 'd',
  signalId: 'sig_00000000000000000000000001',
  strategyId: 'S01',
  interval: '5m',
  validUntilMs: 0,
  horizonEndMs: Number.MAX_SAFE_INTEGER,
  netEdgeLcb: null,
}

/** LONG 0.062 BTC at 60,000, its stop 2% below; held by autotrading (S01) or a person. */
const holding = (by: 'AUTOTRADING' | 'PERSON' = 'AUTOTRADING'): ControlHarness => {
  const harness = openControlHarness()
  harness.enter(62)
  harness.run(2_000)
  const position = harness.position()
  if (!position) throw new Error('no position')
  if (by === 'AUTOTRADING') {
    harness.state.ledger.positions.set('BTCUSDT', { ...position, origin: 'AUTOTRADING', cause: CAUSE })
  }
  return harness
}

const market = (side: 'BUY' | 'SELL', quantity: number, more: Partial<OrderRequest> = {}): OrderRequest =>
  anOrderRequest({ side, type: 'MARKET', price: null, timeInForce: 'IOC', size: { quantity: lots(quantity) }, ...more })

const previewEffect = (harness: ControlHarness, request: OrderRequest): PositionEffect => {
  const preview = previewOrder(harness.state, request, harness.nowMs)
  if (!preview.ok) throw new Error(JSON.stringify(preview.error))
  return preview.value.effect
}

const AUTOTRADING = { kind: 'AUTOTRADING', strategyId: 'S01' }
const PERSON = { kind: 'PERSON', strategyId: null }

describe('the effect of an order on the position', () => {
  it('names size, average, stop and losses before and after an order that opens one', () => {
    expect(previewEffect(openControlHarness(), market('BUY', 10))).toEqual({
      kind: 'OPENS',
      positionId: null,
      before: {
        holder: null,
        quantity: '0.000',
        entryPrice: null,
        stopLoss: null,
        lossAtStop: '0.00000000',
        totalLossAtStop: '0.00000000',
      },
      after: {
        holder: PERSON,
        quantity: '0.010',
        entryPrice: '60180.00000000',
        stopLoss: '58800.0',
        lossAtStop: '14.98290000',
        totalLossAtStop: '14.98290000',
      },
      limits: { lossAtStop: '200.00000000', totalLossAtStop: '600.00000000' },
      takesOver: false,
      summary: 'This order opens LONG 0.010 BTCUSDT. Its stop is 58800.0.',
    })
  })

  it.each([
    [
      'REDUCES',
      market('SELL', 2),
      '0.060',
      PERSON,
      true,
      'Held by autotrading (S01): this order reduces LONG 0.062 BTCUSDT to LONG 0.060 and takes it over: its planned exit no longer applies.',
    ],
    [
      'INCREASES',
      market('BUY', 2),
      '0.064',
      PERSON,
      true,
      'Held by autotrading (S01): this order increases LONG 0.062 BTCUSDT to LONG 0.064 and takes it over: its planned exit no longer applies. The stop stays at 58800.0.',
    ],
    [
      'CLOSES',
      market('SELL', 62),
      '0.000',
      null,
      false,
      'Held by autotrading (S01): this order closes LONG 0.062 BTCUSDT.',
    ],
    [
      'REVERSES',
      market('SELL', 63),
      '-0.001',
      PERSON,
      false,
      'Held by autotrading (S01): this order closes LONG 0.062 BTCUSDT and opens SHORT 0.001 of your own. Its stop is 61200.0.',
    ],
    [
      'NONE',
      market('BUY', 2, { reduceOnly: true }),
      '0.062',
      AUTOTRADING,
      false,
      'Held by autotrading (S01): this order reduces nothing: there is no position on the other side.',
    ],
  ] as const)(
    '%s a position of autotrading, and reports the holder after it',
    (kind, request, ...[quantity, holder, takesOver, summary]) => {
      const effect = previewEffect(holding(), request)
      expect(effect).toMatchObject({ kind, takesOver, summary, before: { holder: AUTOTRADING, quantity: '0.062' } })
      expect(effect.after).toMatchObject({ holder, quantity })
    },
  )

  it('reports the old and the new stop of the full position when an order has its own stop', () => {
    const stopLoss = { price: ticks(MARK * 0.99), by: 'MARK' } as const
    const { after, summary } = previewEffect(holding('PERSON'), market('BUY', 2, { stopLoss }))
    expect(after.stopLoss).toBe('59400.0')
    expect(summary).toBe(
      'This order increases LONG 0.062 BTCUSDT to LONG 0.064. The stop of the whole position moves from 58800.0 to 59400.0.',
    )
  })

  it('has smaller losses at the stop after reducing', () => {
    const { before, after } = previewEffect(holding('PERSON'), market('SELL', 31))
    expect([before.lossAtStop, after.lossAtStop]).toEqual(['79.86840000', '39.93420000'])
  })

  it('is recorded with the decision, and in the audit log before the order is sent', () => {
    const harness = holding()
    const orderId = harness.place(market('SELL', 2))
    const decided = harness.facts.findLast((fact) => fact.kind === 'orderDecided' && fact.order.orderId === orderId)
    expect(decided).toMatchObject({
      order: { purpose: 'EXIT' },
      decision: { effect: { kind: 'REDUCES', takesOver: true } },
    })
    const audited = harness.facts.findLast((fact) => fact.kind === 'audited' && fact.entry.target === orderId)
    expect(audited).toMatchObject({ entry: { before: '0.062, stop 58800.0, held by autotrading (S01)' } })
    harness.run(1_000)
    expect(harness.position()).toMatchObject({ quantity: 60, takenOver: true })
  })

  it.each([
    ['SELL', 62, 'EXIT'],
    ['SELL', 63, 'ENTRY'],
    ['BUY', 2, 'ENTRY'],
  ] as const)('lists %s %i as %s', (side, quantity, purpose) => {
    const harness = holding('PERSON')
    expect(harness.order(harness.place(market(side, quantity))).purpose).toBe(purpose)
  })
})
