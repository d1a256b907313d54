import { describe, expect, it } from 'vitest'
import { aConstitution, type GateCase, readGate, usdt } from '../../../../test/support/risk-samples.ts'
import { marginRatio } from './margin-ratio.ts'

describe('the margin ratio', () => {
  it.each<GateCase>([
    {
      title: 'passes at the limit',
      view: {
        account: {
          equity: usdt(10_000),
          maintenanceMargin: 0n,
          maintenanceMarginAfter: usdt(3_000),
          liquidationPriceAfter: null,
        },
      },
      expected: { pass: true, observed: 0.3, limit: 0.3 },
    },
    {
      title: 'fails by the smallest amount there is',
      view: {
        account: {
          equity: usdt(10_000),
          maintenanceMargin: 0n,
          maintenanceMarginAfter: usdt(3_000) + 1n,
          liquidationPriceAfter: null,
        },
      },
      expected: { pass: false, limit: 0.3 },
    },
    {
      title: 'fails when no equity is left, even with nothing to maintain',
      view: { account: { equity: 0n, maintenanceMargin: 0n, maintenanceMarginAfter: 0n, liquidationPriceAfter: null } },
      expected: { pass: false },
    },
    {
      title: 'fails while the equity is not known',
      view: {
        account: { equity: null, maintenanceMargin: 0n, maintenanceMarginAfter: usdt(4), liquidationPriceAfter: null },
      },
      expected: { pass: false, observed: null },
    },
    {
      title: 'fails while the margin is not known',
      view: {
        account: {
          equity: usdt(10_000),
          maintenanceMargin: 0n,
          maintenanceMarginAfter: null,
          liquidationPriceAfter: null,
        },
      },
      expected: { pass: false, observed: null },
    },
    {
      title: 'fails when no limit is configured: maxMarginRatio',
      view: { constitution: aConstitution({ limits: { maxMarginRatio: null } }) },
      expected: {
        pass: false,
        observed: 0.0004,
        limit: null,
        detail: 'no limit is configured: constitution limits.maxMarginRatio',
      },
    },
  ])('$title', ({ expected, ...inputs }) => {
    expect(readGate(marginRatio, inputs)).toMatchObject(expected)
  })
})
