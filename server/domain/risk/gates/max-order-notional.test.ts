import { describe, expect, it } from 'vitest'
import { aConstitution, type GateCase, MARK, readGate } from '../../../../test/support/risk-samples.ts'
import { maxOrderNotional } from './max-order-notional.ts'

describe('the notional of one order', () => {
  it.each<GateCase>([
    {
      title: 'passes at the limit',
      candidate: { terms: { quantity: 50 } },
      expected: { pass: true, observed: '5000.00000000', limit: '5000' },
    },
    {
      title: 'fails one lot beyond',
      candidate: { terms: { quantity: 51 } },
      expected: {
        pass: false,
        detail: 'the notional of the order is 5100.00 USDT; it must be at most 5000 USDT: reduce the order',
      },
    },
    {
      title: 'fails by the smallest amount there is',
      view: { constitution: aConstitution({ limits: { maxOrderNotional: '999.99999999' } }) },
      expected: { pass: false, observed: '1000.00000000' },
    },
    {
      title: 'takes the price of the order, not the mark',
      candidate: { terms: { price: 2 * MARK } },
      expected: { observed: '2000.00000000' },
    },
    {
      title: 'takes the trigger of a conditional order',
      candidate: { terms: { type: 'STOP_MARKET', price: null, trigger: 3 * MARK } },
      expected: { observed: '3000.00000000' },
    },
    {
      title: 'takes the mark when there is no other price',
      candidate: { terms: { price: null } },
      expected: { observed: '1000.00000000' },
    },
    {
      title: 'fails when there is no price at all',
      candidate: { terms: { price: null } },
      view: { mark: null },
      expected: { pass: false, observed: null },
    },
    {
      title: 'fails when the quantity cannot be counted',
      candidate: { terms: { quantity: 0.5 } },
      expected: { pass: false, observed: null },
    },
    {
      title: 'takes text that is not a number for no limit',
      view: { constitution: aConstitution({ limits: { maxOrderNotional: 'many' } }) },
      expected: { pass: false, limit: null },
    },
    {
      title: 'fails when no limit is configured: maxOrderNotional',
      view: { constitution: aConstitution({ limits: { maxOrderNotional: null } }) },
      expected: {
        pass: false,
        observed: '1000.00000000',
        limit: null,
        detail: 'no limit is configured: constitution limits.maxOrderNotional',
      },
    },
  ])('$title', ({ expected, ...inputs }) => {
    expect(readGate(maxOrderNotional, inputs)).toMatchObject(expected)
  })
})
