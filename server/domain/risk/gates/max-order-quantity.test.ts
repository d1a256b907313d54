import { describe, expect, it } from 'vitest'
import { aConstitution, type GateCase, readGate } from '../../../../test/support/risk-samples.ts'
import { lots } from '../../market/instrument.ts'
import { maxOrderQuantity } from './max-order-quantity.ts'

describe('the quantity of one order', () => {
  it.each<GateCase>([
    {
      title: 'passes at a share of the day',
      view: { dayVolume: lots(10_000) },
      expected: { pass: true, observed: 10, limit: 10, unit: 'lots' },
    },
    {
      title: 'fails one lot beyond',
      candidate: { terms: { quantity: 11 } },
      view: { dayVolume: lots(10_999) },
      expected: {
        pass: false,
        observed: 11,
        limit: 10,
        unit: 'lots',
        detail:
          'the quantity is 0.011 BTC; it must be at most 0.010 BTC: reduce the order: it is too large for the volume of this market',
      },
    },
    {
      title: 'is not fooled by a product just short of a whole number',
      candidate: { terms: { quantity: 29 } },
      view: { dayVolume: lots(100), constitution: aConstitution({ limits: { maxOrderShareOfDayVolume: 0.29 } }) },
      expected: { pass: true, observed: 29, limit: 29 },
    },
    {
      title: 'fails where nothing was traded all day',
      view: { dayVolume: lots(0) },
      expected: { pass: false, limit: 0 },
    },
    {
      title: 'passes at the fixed limit',
      view: { constitution: aConstitution({ limits: { maxOrderQuantity: '10' } }) },
      expected: { pass: true, limit: 10 },
    },
    {
      title: 'fails one lot beyond the fixed limit',
      candidate: { terms: { quantity: 11 } },
      view: { constitution: aConstitution({ limits: { maxOrderQuantity: '10' } }) },
      expected: { pass: false, observed: 11, limit: 10 },
    },
    {
      title: 'fails while the volume is not known',
      view: { dayVolume: null },
      expected: {
        pass: false,
        observed: 10,
        limit: null,
        detail: 'the volume of the last 24 hours is not known: wait for market data',
      },
    },
    {
      title: 'takes a fraction of a lot for no limit',
      view: { constitution: aConstitution({ limits: { maxOrderQuantity: '10.5' } }) },
      expected: { pass: false, limit: null },
    },
    {
      title: 'fails when no limit is configured: maxOrderQuantity',
      view: { constitution: aConstitution({ limits: { maxOrderQuantity: null } }) },
      expected: {
        pass: false,
        observed: 10,
        limit: null,
        detail: 'no limit is configured: constitution limits.maxOrderQuantity',
      },
    },
    {
      title: 'fails when no limit is configured: maxOrderShareOfDayVolume',
      view: { constitution: aConstitution({ limits: { maxOrderShareOfDayVolume: null } }) },
      expected: {
        pass: false,
        observed: 10,
        limit: null,
        detail: 'no limit is configured: constitution limits.maxOrderShareOfDayVolume',
      },
    },
  ])('$title', ({ expected, ...inputs }) => {
    expect(readGate(maxOrderQuantity, inputs)).toMatchObject(expected)
  })
})
