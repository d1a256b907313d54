import { expect, it } from 'vitest'
import { audited, openControlHarness, stopEngine } from '../../../test/support/control-floor.ts'
import { MARK } from '../../../test/support/trading-floor.ts'
import { ticks } from '../../domain/market/instrument.ts'

const listEntries = (harness: ReturnType<typeof openControlHarness>, target: string) =>
  audited(harness)
    .filter((entry) => entry.target === target)
    .map(({ action, outcome, after, reason, auditId, actor }) => ({ action, outcome, after, reason, auditId, actor }))

it('records an order before it is sent, and its outcome under the same id', () => {
  const harness = openControlHarness()
  const orderId = harness.place({ type: 'MARKET', price: null, timeInForce: 'IOC' })
  harness.run(500)
  const entries = listEntries(harness, orderId)
  expect(entries).toMatchObject([
    { action: 'ORDER_PLACE', outcome: 'INTENT', after: expect.stringMatching(/^BUY 0.010 BTCUSDT MARKET at /) },
    { action: 'ORDER_PLACE', outcome: 'FILLED', after: 'filled 0.010 of 0.010', actor: { type: 'ENGINE' } },
  ])
  expect(entries[1]?.auditId).toBe(entries[0]?.auditId)
})

it('records each order that a stop cancels, and their number', () => {
  const harness = openControlHarness()
  const orderId = harness.place({ price: ticks(MARK - 3_000) })
  harness.run(500)
  stopEngine(harness)
  harness.run(6_000)
  expect(listEntries(harness, orderId).slice(1)).toMatchObject([
    { action: 'ORDER_CANCEL', outcome: 'INTENT', reason: expect.stringContaining('emergency stop stp_') },
    { action: 'ORDER_PLACE', outcome: 'CANCELED', after: 'filled 0.000 of 0.010' },
  ])
  expect(audited(harness).findLast(({ action }) => action === 'EMERGENCY_STOP')).toMatchObject({
    outcome: 'DONE',
    after: '1 orders cancelled, 0 kept for protection, 0 positions open',
  })
})
