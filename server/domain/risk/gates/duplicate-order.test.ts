import { describe, expect, it } from 'vitest'
import { aConstitution, aRecentOrder, type GateCase, MARK, readGate } from '../../../../test/support/risk-samples.ts'
import { duplicateOrder } from './duplicate-order.ts'

describe('duplicate orders', () => {
  it.each<GateCase>([
    { title: 'passes the first of its kind', expected: { pass: true, observed: 0, limit: 0 } },
    {
      title: 'fails the same order within the window',
      view: { recent: [aRecentOrder({ agoMs: 1_999 })] },
      expected: {
        pass: false,
        observed: 1,
        detail:
          'the number of identical orders in the last 2000 ms is 1; it must be at most 0: wait a moment if the repetition is intended',
      },
    },
    {
      title: 'passes it after the window',
      view: { recent: [aRecentOrder({ agoMs: 2_000 })] },
      expected: { pass: true },
    },
    {
      title: 'fails a price one tick above',
      view: { recent: [aRecentOrder({ price: MARK + 1 })] },
      expected: { pass: false },
    },
    {
      title: 'fails a price one tick below',
      view: { recent: [aRecentOrder({ price: MARK - 1 })] },
      expected: { pass: false },
    },
    {
      title: 'passes a price two ticks away',
      view: { recent: [aRecentOrder({ price: MARK + 2 })] },
      expected: { pass: true },
    },
    { title: 'passes another quantity', view: { recent: [aRecentOrder({ quantity: 11 })] }, expected: { pass: true } },
    { title: 'passes the other side', view: { recent: [aRecentOrder({ side: 'SELL' })] }, expected: { pass: true } },
    {
      title: 'passes another symbol',
      view: { recent: [aRecentOrder({ symbol: 'ETHUSDT' })] },
      expected: { pass: true },
    },
    {
      title: 'passes another origin',
      view: { recent: [aRecentOrder({ origin: 'AUTOTRADING' })] },
      expected: { pass: true },
    },
    {
      title: 'passes an opening order like the close before it',
      view: { recent: [aRecentOrder({ increasing: false })] },
      expected: { pass: true },
    },
    {
      title: 'passes a price where the other had none',
      view: { recent: [aRecentOrder({ price: null })] },
      expected: { pass: true },
    },
    {
      title: 'fails a MARKET order whose collar has moved',
      candidate: { terms: { type: 'MARKET' } },
      view: { recent: [aRecentOrder({ price: MARK + 500 })] },
      expected: { pass: false },
    },
    {
      title: 'compares the trigger of a conditional order',
      candidate: { terms: { type: 'STOP_MARKET', price: null, trigger: MARK } },
      view: { recent: [aRecentOrder({})] },
      expected: { pass: false },
    },
    {
      title: 'passes a conditional order at another trigger',
      candidate: { terms: { type: 'STOP_MARKET', price: null, trigger: MARK + 50 } },
      view: { recent: [aRecentOrder({})] },
      expected: { pass: true },
    },
    {
      title: 'ignores other orders',
      view: { recent: [aRecentOrder({ agoMs: 1_000 }), aRecentOrder({ quantity: 3 })] },
      expected: { pass: false, observed: 1 },
    },
    {
      title: 'can be switched off with a window of nothing',
      view: { recent: [aRecentOrder()], constitution: aConstitution({ limits: { duplicateWindowMs: 0 } }) },
      expected: { pass: true },
    },
    {
      title: 'fails when no limit is configured: duplicateWindowMs',
      view: { constitution: aConstitution({ limits: { duplicateWindowMs: null } }) },
      expected: {
        pass: false,
        observed: null,
        limit: null,
        detail: 'no limit is configured: constitution limits.duplicateWindowMs',
      },
    },
  ])('$title', ({ expected, ...inputs }) => {
    expect(readGate(duplicateOrder, inputs)).toMatchObject(expected)
  })
})
