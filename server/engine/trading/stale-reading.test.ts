import { expect, it } from 'vitest'
import { aFill, anAccount, answerRead, aVenueOrder, MARK, openFloor } from '../../../test/support/trading-floor.ts'
import { lots, ticks } from '../../domain/market/instrument.ts'

it('does not adopt an order placed by hand from a reading that is older than its execution', () => {
  const floor = openFloor()
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
  floor.pass(31_000)
  const [reading] = floor.take().filter(({ kind }) => kind === 'readAccount')
  floor.publish({ kind: 'fill', fill: aFill(byHand, { executedAtMs: floor.nowMs }) })
  const account = anAccount({ openOrders: [aVenueOrder(byHand, 'NEW')] })
  if (reading) answerRead(floor.publish, reading, { account, serverTimeMs: null })
  floor.publish({ kind: 'report', report: aVenueOrder(byHand, 'FILLED', { filled: lots(10), sequence: 2 }) })
  expect(floor.position()?.quantity).toBe(10)
  expect([...floor.state.ledger.working].map((id) => floor.order(id).origin)).not.toContain('EXTERNAL')
})
