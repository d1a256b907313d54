import { describe, expect, it } from 'vitest'
import { aConstitution, type GateCase, MARK, readGate } from '../../../../test/support/risk-samples.ts'
import { maxSymbolExposure } from './max-symbol-exposure.ts'

describe('the exposure of a symbol', () => {
  it.each<GateCase>([
    {
      title: 'passes at the limit with all working orders filled',
      view: { exposure: { position: 0, worstLong: 90, worstShort: 0, otherSymbolsWorst: 0n } },
      expected: { pass: true, observed: '10000.00000000', limit: '10000' },
    },
    {
      title: 'fails one lot beyond, and names the remedy',
      view: { exposure: { position: 0, worstLong: 91, worstShort: 0, otherSymbolsWorst: 0n } },
      expected: {
        pass: false,
        detail: expect.stringMatching(/ is 10100\.00 USDT; it must be at most 10000 USDT: reduce the order/),
      },
    },
    {
      title: 'passes a sale at the limit',
      candidate: { terms: { side: 'SELL' } },
      view: { exposure: { position: 0, worstLong: 0, worstShort: -90, otherSymbolsWorst: 0n } },
      expected: { pass: true, observed: '10000.00000000' },
    },
    {
      title: 'fails a sale one lot beyond',
      candidate: { terms: { side: 'SELL' } },
      view: { exposure: { position: 0, worstLong: 0, worstShort: -91, otherSymbolsWorst: 0n } },
      expected: { pass: false },
    },
    {
      title: 'does not take an order the other way as filled first',
      candidate: { terms: { side: 'SELL' } },
      view: { exposure: { position: 101, worstLong: 101, worstShort: 101, otherSymbolsWorst: 0n } },
      expected: { pass: false, observed: '10100.00000000' },
    },
    {
      title: 'values an order above the mark at its own price',
      candidate: { terms: { price: MARK + 10_000 } },
      view: { exposure: { position: 0, worstLong: 90, worstShort: 0, otherSymbolsWorst: 0n } },
      expected: { pass: false, observed: '10010.00000000' },
    },
    {
      title: 'values an order below the mark at the mark',
      candidate: { terms: { price: MARK - 10_000 } },
      expected: { observed: '1000.00000000' },
    },
    {
      title: 'adds nothing for an order that only reduces',
      candidate: { terms: { side: 'SELL', reduceOnly: true } },
      view: { exposure: { position: 50, worstLong: 50, worstShort: 50, otherSymbolsWorst: 0n } },
      expected: { observed: '5000.00000000' },
    },
    { title: 'fails without a mark', view: { mark: null }, expected: { pass: false, observed: null } },
    {
      title: 'fails when it cannot be counted',
      candidate: { terms: { quantity: 2 ** 53 } },
      expected: { pass: false, observed: null },
    },
    {
      title: 'fails when no limit is configured: maxSymbolExposure',
      view: { constitution: aConstitution({ limits: { maxSymbolExposure: null } }) },
      expected: {
        pass: false,
        observed: '1000.00000000',
        limit: null,
        detail: 'no limit is configured: constitution limits.maxSymbolExposure',
      },
    },
  ])('$title', ({ expected, ...inputs }) => {
    expect(readGate(maxSymbolExposure, inputs)).toMatchObject(expected)
  })
})
