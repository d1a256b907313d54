import { describe, expect, it } from 'vitest'
import { aConstitution, type GateCase, MARK, readGate } from '../../../../test/support/risk-samples.ts'
import { ticks } from '../../market/instrument.ts'
import { priceCollar } from './price-collar.ts'

describe('the price collar', () => {
  it.each<GateCase>([
    { title: 'passes at the mark', expected: { pass: true, observed: 0, limit: 100, unit: 'bps' } },
    {
      title: 'passes a bid 1% above the mark',
      candidate: { terms: { side: 'BUY', type: 'LIMIT', price: MARK + 10_000 } },
      expected: { pass: true, observed: 100 },
    },
    {
      title: 'fails one tick further',
      candidate: { terms: { side: 'BUY', type: 'LIMIT', price: MARK + 10_001 } },
      expected: {
        pass: false,
        observed: 100.01,
        limit: 100,
        detail:
          'the distance of the price from the mark is 100.01 bps; it must be at most 100 bps: choose a price closer to the mark price',
      },
    },
    {
      title: 'passes an ask 1% below the mark',
      candidate: { terms: { side: 'SELL', type: 'LIMIT', price: MARK - 10_000 } },
      expected: { pass: true, observed: 100 },
    },
    {
      title: 'fails one tick lower',
      candidate: { terms: { side: 'SELL', type: 'LIMIT', price: MARK - 10_001 } },
      expected: { pass: false, limit: 100 },
    },
    {
      title: 'passes a bid resting 10% below',
      candidate: { terms: { side: 'BUY', type: 'LIMIT', price: MARK - 100_000 } },
      expected: { pass: true, observed: 1_000, limit: 1_000 },
    },
    {
      title: 'fails a bid resting further',
      candidate: { terms: { side: 'BUY', type: 'LIMIT', price: MARK - 100_001 } },
      expected: { pass: false, limit: 1_000 },
    },
    {
      title: 'passes an ask resting 10% above',
      candidate: { terms: { side: 'SELL', type: 'LIMIT', price: MARK + 100_000 } },
      expected: { pass: true },
    },
    {
      title: 'fails an ask resting further',
      candidate: { terms: { side: 'SELL', type: 'LIMIT', price: MARK + 100_001 } },
      expected: { pass: false },
    },
    {
      title: 'holds a MARKET order to its collar on either side',
      candidate: { terms: { side: 'BUY', type: 'MARKET', price: MARK - 10_001 } },
      expected: { pass: false, limit: 100 },
    },
    {
      title: 'passes a MARKET order with its collar at the limit',
      candidate: { terms: { side: 'BUY', type: 'MARKET', price: MARK + 10_000 } },
      expected: { pass: true },
    },
    {
      title: 'fails a MARKET order without a collar',
      candidate: { terms: { side: 'BUY', type: 'MARKET', price: null } },
      expected: { pass: false, observed: null },
    },
    {
      title: 'passes a closing order 5% from the mark',
      candidate: { terms: { side: 'SELL', type: 'MARKET', price: MARK - 50_000, reduceOnly: true } },
      expected: { pass: true, limit: 500 },
    },
    {
      title: 'fails a closing order one tick further',
      candidate: { terms: { side: 'SELL', type: 'MARKET', price: MARK - 50_001, reduceOnly: true } },
      expected: { pass: false, limit: 500 },
    },
    {
      title: 'lets a trigger be far',
      candidate: { terms: { type: 'STOP_MARKET', price: null, trigger: 2 * MARK } },
      expected: { pass: true, observed: 10_000, limit: null },
    },
    {
      title: 'fails a stop to buy that the mark has reached',
      candidate: { terms: { type: 'STOP_MARKET', price: null, trigger: MARK } },
      expected: {
        pass: false,
        observed: '100000.0',
        limit: '100000.0',
        unit: 'USDT',
        detail:
          'the trigger of a STOP_MARKET order to buy is 100000.0 USDT; it must be more than 100000.0 USDT: the mark price has already reached it, so the order would fire immediately; move the trigger or use a market order',
      },
    },
    {
      title: 'passes a stop to buy one tick above the mark',
      candidate: { terms: { type: 'STOP_MARKET', price: null, trigger: MARK + 1 } },
      expected: { pass: true },
    },
    {
      title: 'fails a stop to sell above the mark',
      candidate: { terms: { type: 'STOP_MARKET', side: 'SELL', price: null, trigger: MARK + 1 } },
      expected: { pass: false, limit: '100000.0' },
    },
    {
      title: 'fails a take-profit to buy above the mark',
      candidate: { terms: { type: 'TAKE_PROFIT_MARKET', price: null, trigger: MARK + 1 } },
      expected: { pass: false },
    },
    {
      title: 'passes a take-profit to sell above the mark',
      candidate: { terms: { type: 'TAKE_PROFIT_MARKET', side: 'SELL', price: null, trigger: MARK + 1 } },
      expected: { pass: true },
    },
    {
      title: 'compares a trigger with its reference price',
      candidate: { terms: { type: 'STOP_MARKET', price: null, trigger: MARK + 1, by: 'LAST' } },
      view: { last: ticks(MARK + 1) },
      expected: { pass: false, limit: '100000.1' },
    },
    {
      title: 'fails a trigger by a price that was not seen',
      candidate: { terms: { type: 'STOP_MARKET', price: null, trigger: MARK + 1, by: 'INDEX' } },
      view: { index: null },
      expected: { pass: false, observed: null, detail: 'the index price is not known: use the mark price as trigger' },
    },
    {
      title: 'fails a trigger of nothing',
      candidate: { terms: { type: 'STOP_MARKET', price: null, trigger: 0 } },
      expected: { pass: false },
    },
    {
      title: 'fails a conditional order without a trigger',
      candidate: { terms: { type: 'TAKE_PROFIT_MARKET', price: null } },
      expected: { pass: false },
    },
    { title: 'fails without a mark', view: { mark: null }, expected: { pass: false, observed: null } },
    {
      title: 'fails a trigger without a mark',
      candidate: { terms: { type: 'STOP_MARKET', price: null, trigger: MARK } },
      view: { mark: null },
      expected: { pass: false },
    },
    {
      title: 'passes at the edges of what the exchange takes',
      view: { venuePriceLimits: { lowest: ticks(MARK), highest: ticks(MARK) } },
      expected: { pass: true },
    },
    {
      title: 'fails for a sale below what the exchange takes',
      candidate: { terms: { side: 'SELL' } },
      view: { venuePriceLimits: { lowest: ticks(MARK + 1), highest: ticks(2 * MARK) } },
      expected: {
        pass: false,
        observed: '100000.0',
        limit: '100000.1',
        unit: 'USDT',
        detail:
          'the price of an order to sell is 100000.0 USDT; it must be at least 100000.1 USDT: choose a price that the exchange accepts',
      },
    },
    {
      title: 'fails for a purchase above what the exchange takes',
      view: { venuePriceLimits: { lowest: ticks(1), highest: ticks(MARK - 1) } },
      expected: { pass: false, observed: '100000.0', limit: '99999.9' },
    },
    {
      title: 'passes for a purchase below what the exchange takes for a sale',
      view: { venuePriceLimits: { lowest: ticks(MARK + 1), highest: ticks(2 * MARK) } },
      expected: { pass: true },
    },
    {
      title: 'passes for a sale above what the exchange takes for a purchase',
      candidate: { terms: { side: 'SELL' } },
      view: { venuePriceLimits: { lowest: ticks(1), highest: ticks(MARK - 1) } },
      expected: { pass: true },
    },
    { title: 'passes where the exchange sets no limits', view: { venuePriceLimits: null }, expected: { pass: true } },
    {
      title: 'fails when no limit is configured: limitCollarBps',
      view: { constitution: aConstitution({ limits: { limitCollarBps: null } }) },
      expected: {
        pass: false,
        observed: 0,
        limit: null,
        detail: 'no limit is configured: constitution limits.limitCollarBps',
      },
    },
    {
      title: 'fails when no limit is configured: marketCollarBps',
      candidate: { terms: { type: 'MARKET' } },
      view: { constitution: aConstitution({ limits: { marketCollarBps: null } }) },
      expected: {
        pass: false,
        observed: 0,
        limit: null,
        detail: 'no limit is configured: constitution limits.marketCollarBps',
      },
    },
    {
      title: 'fails when no limit is configured: closingCollarBps',
      candidate: { terms: { reduceOnly: true } },
      view: { constitution: aConstitution({ limits: { closingCollarBps: null } }) },
      expected: {
        pass: false,
        observed: 0,
        limit: null,
        detail: 'no limit is configured: constitution limits.closingCollarBps',
      },
    },
  ])('$title', ({ expected, ...inputs }) => {
    expect(readGate(priceCollar, inputs)).toMatchObject(expected)
  })
})
