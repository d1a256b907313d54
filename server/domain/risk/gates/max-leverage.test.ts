import { describe, expect, it } from 'vitest'
import { aConstitution, type GateCase, readGate, usdt } from '../../../../test/support/risk-samples.ts'
import { maxLeverage } from './max-leverage.ts'

describe('leverage', () => {
  it.each<GateCase>([
    {
      title: 'passes at the limit',
      view: { exposure: { position: 0, worstLong: 0, worstShort: 0, otherSymbolsWorst: usdt(29_000) } },
      expected: { pass: true, observed: 3, limit: 3, unit: 'ratio' },
    },
    {
      title: 'fails by the smallest amount there is',
      view: { exposure: { position: 0, worstLong: 0, worstShort: 0, otherSymbolsWorst: usdt(29_000) + 1n } },
      expected: { pass: false, limit: 3 },
    },
    {
      title: 'fails when no equity is left',
      view: {
        account: { equity: 0n, maintenanceMargin: 0n, maintenanceMarginAfter: usdt(4), liquidationPriceAfter: null },
      },
      expected: { pass: false },
    },
    {
      title: 'fails when there is less than none',
      view: {
        account: { equity: -1n, maintenanceMargin: 0n, maintenanceMarginAfter: usdt(4), liquidationPriceAfter: null },
      },
      expected: { pass: false },
    },
    {
      title: 'fails while the equity is not known',
      view: {
        account: { equity: null, maintenanceMargin: 0n, maintenanceMarginAfter: usdt(4), liquidationPriceAfter: null },
      },
      expected: { pass: false, observed: null },
    },
    { title: 'fails without a mark', view: { mark: null }, expected: { pass: false, observed: null } },
    {
      title: 'fails when no limit is configured: maxLeverage',
      view: { constitution: aConstitution({ limits: { maxLeverage: null } }) },
      expected: {
        pass: false,
        observed: 0.1,
        limit: null,
        detail: 'no limit is configured: constitution limits.maxLeverage',
      },
    },
  ])('$title', ({ expected, ...inputs }) => {
    expect(readGate(maxLeverage, inputs)).toMatchObject(expected)
  })
})
