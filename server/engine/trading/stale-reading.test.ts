import { expect, it } from 'vitest'
import { aFill, anAccount, answerRead, aVenueOrder, MARK, openHarness } from '../../../test/support/trading-floor.ts'
import { lots, ticks } from '../../domain/market/instrument.ts'

it('does not adopt a manual order from a reading that is older than its execution', () => {
  const harness = openHarness()
  const terms = {
    symbol: 'BTCUSDT',
    side: 'BUY',
    type: 'LIMIT',
    quantity: lots(10),
    price: ticks(MARK),
    trigger: null,
    timeInForce: 'GTC',
    reduceOnly: false,
  } as const
  const byHand = { venueClientId: 'by-hand', terms }
  harness.pass(31_000)
  const [reading] = harness.take().filter(({ kind }) => kind === 'readAccount')
  harness.publish({ kind: 'fill', fill: aFill(byHand, { executedAtMs: harness.nowMs }) })
  const account = anAccount({ openOrders: [aVenueOrder(byHand, 'NEW')] })
  if (reading) answerRead(harness.publish, reading, { account, serverTimeMs: null })
  harness.publish({ kind: 'report', report: aVenueOrder(byHand, 'FILLED', { filled: lots(10), sequence: 2 }) })
  expect(harness.position()?.quantity).toBe(10)
  expect([...harness.state.ledger.working].map((id) => harness.order(id).origin)).not.toContain('EXTERNAL')
})
