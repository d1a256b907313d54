import { describe, expect, it } from 'vitest'
import { aConstitution, type GateCase, readGate, usdt } from '../../../../test/support/risk-samples.ts'
import { maxGrossExposure } from './max-gross-exposure.ts'

describe('the exposure of all symbols', () => {
  it.each<GateCase>([
    {
      title: 'passes at the limit',
      view: { exposure: { position: 0, worstLong: 40, worstShort: 0, otherSymbolsWorst: usdt(15_000) } },
      expected: { pass: true, observed: '20000.00000000', limit: '20000' },
    },
    {
      title: 'fails by the smallest amount there is',
      view: { exposure: { position: 0, worstLong: 40, worstShort: 0, otherSymbolsWorst: usdt(15_000) + 1n } },
      expected: {
        pass: false,
        detail: expect.stringMatching(/ is 20000\.00000001 USDT; it must be at most 20000 USDT: reduce the order/),
      },
    },
    { title: 'fails without a mark', view: { mark: null }, expected: { pass: false, observed: null } },
    {
      title: 'fails when no limit is configured: maxGrossExposure',
      view: { constitution: aConstitution({ limits: { maxGrossExposure: null } }) },
      expected: {
        pass: false,
        observed: '1000.00000000',
        limit: null,
        detail: 'no limit is configured: constitution limits.maxGrossExposure',
      },
    },
  ])('$title', ({ expected, ...inputs }) => {
    expect(readGate(maxGrossExposure, inputs)).toMatchObject(expected)
  })
})
