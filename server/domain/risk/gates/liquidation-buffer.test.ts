import { describe, expect, it } from 'vitest'
import { aConstitution, type GateCase, MARK, readGate, usdt } from '../../../../test/support/risk-samples.ts'
import { liquidationBuffer } from './liquidation-buffer.ts'

describe('the buffer before liquidation', () => {
  it.each<GateCase>([
    {
      title: 'passes at twice the distance of the stop',
      view: {
        account: {
          equity: usdt(10_000),
          maintenanceMargin: 0n,
          maintenanceMarginAfter: usdt(4),
          liquidationPriceAfter: usdt(96_000),
        },
      },
      expected: { pass: true, observed: 2, limit: 2, unit: 'ratio' },
    },
    {
      title: 'fails by the smallest amount there is',
      view: {
        account: {
          equity: usdt(10_000),
          maintenanceMargin: 0n,
          maintenanceMarginAfter: usdt(4),
          liquidationPriceAfter: usdt(96_000) + 1n,
        },
      },
      expected: { pass: false, limit: 2 },
    },
    {
      title: 'passes a sale at twice the distance',
      candidate: { terms: { side: 'SELL' }, stop: 1_020_000 },
      view: {
        account: {
          equity: usdt(10_000),
          maintenanceMargin: 0n,
          maintenanceMarginAfter: usdt(4),
          liquidationPriceAfter: usdt(104_000),
        },
      },
      expected: { pass: true, observed: 2 },
    },
    {
      title: 'fails a sale by the smallest amount there is',
      candidate: { terms: { side: 'SELL' }, stop: 1_020_000 },
      view: {
        account: {
          equity: usdt(10_000),
          maintenanceMargin: 0n,
          maintenanceMarginAfter: usdt(4),
          liquidationPriceAfter: usdt(104_000) - 1n,
        },
      },
      expected: { pass: false },
    },
    {
      title: 'fails when the position would be liquidated immediately',
      view: {
        account: {
          equity: usdt(10_000),
          maintenanceMargin: 0n,
          maintenanceMarginAfter: usdt(4),
          liquidationPriceAfter: usdt(140_000),
        },
      },
      expected: { pass: false, observed: -20 },
    },
    {
      title: 'checks the position after the order, not its side',
      view: {
        account: {
          equity: usdt(10_000),
          maintenanceMargin: 0n,
          maintenanceMarginAfter: usdt(4),
          liquidationPriceAfter: usdt(140_000),
        },
        exposure: { position: -50, worstLong: -50, worstShort: -50, otherSymbolsWorst: 0n },
      },
      expected: { pass: true, observed: 20 },
    },
    {
      title: 'knows when the order turns the position',
      view: {
        account: {
          equity: usdt(10_000),
          maintenanceMargin: 0n,
          maintenanceMarginAfter: usdt(4),
          liquidationPriceAfter: usdt(60_000),
        },
        exposure: { position: -9, worstLong: -9, worstShort: -9, otherSymbolsWorst: 0n },
      },
      expected: { pass: true, observed: 20 },
    },
    {
      title: 'measures from the price of the order',
      candidate: { terms: { price: 990_000 } },
      view: {
        account: {
          equity: usdt(10_000),
          maintenanceMargin: 0n,
          maintenanceMarginAfter: usdt(4),
          liquidationPriceAfter: usdt(96_000),
        },
      },
      expected: { pass: true, observed: 3 },
    },
    { title: 'passes when no price can liquidate', expected: { pass: true, observed: 'NONE' } },
    {
      title: 'fails when that is only because the account is not known',
      view: {
        account: { equity: null, maintenanceMargin: 0n, maintenanceMarginAfter: null, liquidationPriceAfter: null },
      },
      expected: { pass: false, observed: null },
    },
    {
      title: 'fails without a stop',
      candidate: { stop: null },
      view: {
        account: {
          equity: usdt(10_000),
          maintenanceMargin: 0n,
          maintenanceMarginAfter: usdt(4),
          liquidationPriceAfter: usdt(50_000),
        },
      },
      expected: { pass: false, observed: null },
    },
    {
      title: 'fails with a stop at the entry',
      candidate: { stop: MARK },
      view: {
        account: {
          equity: usdt(10_000),
          maintenanceMargin: 0n,
          maintenanceMarginAfter: usdt(4),
          liquidationPriceAfter: usdt(50_000),
        },
      },
      expected: { pass: false, observed: null },
    },
    {
      title: 'fails without any price',
      candidate: { terms: { price: null } },
      view: {
        account: {
          equity: usdt(10_000),
          maintenanceMargin: 0n,
          maintenanceMarginAfter: usdt(4),
          liquidationPriceAfter: usdt(50_000),
        },
        mark: null,
      },
      expected: { pass: false, observed: null },
    },
    {
      title: 'fails when no limit is configured: minLiquidationBuffer',
      view: {
        constitution: aConstitution({ limits: { minLiquidationBuffer: null } }),
        account: {
          equity: usdt(10_000),
          maintenanceMargin: 0n,
          maintenanceMarginAfter: usdt(4),
          liquidationPriceAfter: usdt(50_000),
        },
      },
      expected: {
        pass: false,
        observed: 25,
        limit: null,
        detail: 'no limit is configured: constitution limits.minLiquidationBuffer',
      },
    },
  ])('$title', ({ expected, ...inputs }) => {
    expect(readGate(liquidationBuffer, inputs)).toMatchObject(expected)
  })
})
