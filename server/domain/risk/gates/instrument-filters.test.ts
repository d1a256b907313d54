import { describe, expect, it } from 'vitest'
import { anInstrument } from '../../../../test/support/market-samples.ts'
import { aConstitution, type GateCase, MARK, readGate } from '../../../../test/support/risk-samples.ts'
import { instrumentFilters } from './instrument-filters.ts'

describe('the filters of the instrument', () => {
  it.each<GateCase>([
    { title: 'passes an order of whole ticks and lots', expected: { pass: true, observed: 60_000 } },
    {
      title: 'fails with no lots',
      candidate: { terms: { quantity: 0 } },
      expected: { pass: false, observed: 'MALFORMED' },
    },
    { title: 'fails with less than no lots', candidate: { terms: { quantity: -1 } }, expected: { pass: false } },
    {
      title: 'fails off the lots',
      candidate: { terms: { quantity: 1.5 } },
      expected: {
        pass: false,
        observed: 'MALFORMED',
        detail: 'the quantity is not a positive number of lots: round it to the lot size',
      },
    },
    {
      title: 'fails with a quantity past all counting',
      candidate: { terms: { quantity: 2 ** 53 } },
      expected: { pass: false },
    },
    {
      title: 'fails without a price',
      candidate: { terms: { price: null } },
      expected: { pass: false, observed: 'MALFORMED' },
    },
    {
      title: 'passes a close at the market that takes any price',
      candidate: { terms: { type: 'MARKET', price: null, reduceOnly: true } },
      expected: { pass: true },
    },
    {
      title: 'fails an entry at the market that takes any price',
      candidate: { terms: { type: 'MARKET', price: null } },
      expected: { pass: false },
    },
    { title: 'fails with a price of nothing', candidate: { terms: { price: 0 } }, expected: { pass: false } },
    { title: 'fails off the ticks', candidate: { terms: { price: 0.5 } }, expected: { pass: false } },
    {
      title: 'fails a conditional order without a trigger',
      candidate: { terms: { type: 'STOP_MARKET', price: null } },
      expected: { pass: false },
    },
    {
      title: 'passes a conditional order with one',
      candidate: { terms: { type: 'STOP_MARKET', price: null, trigger: MARK } },
      expected: { pass: true },
    },
    {
      title: 'fails for another symbol than the filters are of',
      candidate: { terms: { symbol: 'ETHUSDT' } },
      expected: { pass: false },
    },
    {
      title: 'fails while the market data of the instrument is not live',
      view: { trading: false },
      expected: {
        pass: false,
        observed: 'NOT_TRADING',
        detail: 'the market data of the instrument is not live: wait until it is',
      },
    },
    { title: 'passes with filters a day old', view: { filtersAgeMs: 86_400_000 }, expected: { pass: true } },
    {
      title: 'fails with filters older than a day',
      view: { filtersAgeMs: 86_400_001 },
      expected: { pass: false, observed: 86_400_001 },
    },
    {
      title: 'fails while the age of the filters is not known',
      view: { filtersAgeMs: null },
      expected: { pass: false, observed: null },
    },
    { title: 'passes at the least worth', candidate: { terms: { quantity: 1 } }, expected: { pass: true } },
    {
      title: 'fails one tick below it',
      candidate: { terms: { quantity: 1, price: MARK - 1 } },
      expected: { pass: false, observed: '99.99990000', limit: '100.00000000', unit: 'USDT' },
    },
    {
      title: 'passes when the exchange has no minimum notional',
      candidate: { terms: { quantity: 1, price: 1 } },
      view: { instrument: anInstrument() },
      expected: { pass: true },
    },
    {
      title: 'passes an order that only reduces, however little',
      candidate: { terms: { quantity: 1, price: 1, reduceOnly: true } },
      view: { filtersAgeMs: null, trading: false },
      expected: { pass: true, observed: 'WELL_FORMED' },
    },
    {
      title: 'fails an order that only reduces when it is malformed',
      candidate: { terms: { quantity: 0, reduceOnly: true } },
      expected: { pass: false },
    },
    {
      title: 'fails when no limit is configured: maxFiltersAgeMs',
      view: { constitution: aConstitution({ data: { maxFiltersAgeMs: null } }) },
      expected: {
        pass: false,
        observed: 60000,
        limit: null,
        detail: 'no limit is configured: constitution data.maxFiltersAgeMs',
      },
    },
  ])('$title', ({ expected, ...inputs }) => {
    expect(readGate(instrumentFilters, inputs)).toMatchObject(expected)
  })
})
