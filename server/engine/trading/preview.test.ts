import { describe, expect, it } from 'vitest'
import { anInstrument } from '../../../test/support/market-samples.ts'
import { anOrderRequest, entered, MARK, openHarness } from '../../../test/support/trading-floor.ts'
import { decimal } from '../../core/decimal.ts'
import { lots, ticks } from '../../domain/market/instrument.ts'
import { step } from '../run/step.ts'
import { previewOrder } from './preview.ts'

describe('previewOrder', () => {
  it.each([
    [599_999, 1_999_996_667n],
    [599_998, 1_999_993_333n],
    [599_997, 1_999_990_000n],
  ])('returns the margin at a price of %s ticks to the nearest unit, as for positions', (price, initialMargin) => {
    const harness = openHarness()
    const request = anOrderRequest({ price: ticks(price), size: { quantity: lots(1) } })
    const preview = previewOrder(harness.state, request, harness.nowMs)
    expect(preview).toMatchObject({ ok: true, value: { notional: BigInt(price) * 10_000n, initialMargin } })
  })

  it.each([
    ['BUY', MARK * 1.008, false],
    ['BUY', MARK * 1.004, true],
    ['BUY', MARK * 0.96, true],
    ['SELL', MARK * 0.992, false],
  ] as const)('predicts what the exchange accepts: %s at %d ticks: %s', (side, price, pass) => {
    const harness = openHarness()
    const priceBand = { up: decimal('1.005'), down: decimal('0.995') }
    const instrument = anInstrument({ priceBand })
    step(harness.state, { kind: 'market', event: { kind: 'instrument', instrument }, atMs: harness.nowMs })
    const preview = previewOrder(harness.state, anOrderRequest({ side, price: ticks(price) }), harness.nowMs)
    const readings = preview.ok ? preview.value.readings : []
    expect(readings.find(({ gateId }) => gateId === 'G10')).toMatchObject({ pass })
  })

  it.each([
    ['STOP_MARKET', 'BUY', MARK - 1, false],
    ['STOP_MARKET', 'BUY', MARK + 1, true],
    ['TAKE_PROFIT_MARKET', 'SELL', MARK - 1, false],
    ['TAKE_PROFIT_MARKET', 'SELL', MARK + 1, true],
  ] as const)(
    'reports for a %s to %s at %d ticks the effect of placing it: sent: %s',
    (type, side, price, isLetOut) => {
      const harness = openHarness()
      const changes = { type, side, price: null, trigger: { price: ticks(price), by: 'MARK' } } as const
      const preview = previewOrder(harness.state, anOrderRequest(changes), harness.nowMs)
      expect(preview).toMatchObject({ value: { verdict: isLetOut ? 'APPROVED' : 'DENIED' } })
      const { status, statusReason } = harness.order(harness.place(changes))
      expect([status, statusReason]).toEqual(isLetOut ? ['PENDING_NEW', null] : ['DENIED', 'G10 PRICE_COLLAR'])
      expect(harness.takeSubmissions()).toHaveLength(isLetOut ? 1 : 0)
    },
  )

  it('allows an order that only reduces and would be triggered by the known mark price, and reports it', () => {
    const harness = openHarness()
    entered(harness)
    const trigger = { price: ticks(MARK + 1), by: 'MARK' } as const
    const changes = { type: 'STOP_MARKET', side: 'SELL', price: null, trigger, reduceOnly: true } as const
    const preview = previewOrder(harness.state, anOrderRequest(changes), harness.nowMs)
    const readings = preview.ok ? preview.value.readings : []
    expect(readings.find(({ gateId }) => gateId === 'G10')).toMatchObject({ pass: false, enforced: false })
    expect(harness.order(harness.place(changes))).toMatchObject({ status: 'PENDING_NEW' })
  })

  it.each([
    ['SELL', 30, 10],
    ['SELL', 4, 4],
    ['BUY', 30, 0],
  ] as const)('counts only what a reduce-only order can close, %s %i: %i', (side, quantity, taken) => {
    const harness = openHarness()
    entered(harness)
    const size = { quantity: lots(quantity) }
    const request = anOrderRequest({ side, price: ticks(MARK), size, reduceOnly: true })
    const preview = previewOrder(harness.state, request, harness.nowMs)
    expect(preview).toMatchObject({ ok: true, value: { notional: BigInt(MARK) * BigInt(taken) * 10_000n } })
    if (taken === 10)
      expect(preview).toMatchObject({ value: { maintenanceMarginAfter: 0n, liquidationPriceAfter: null } })
  })
})
