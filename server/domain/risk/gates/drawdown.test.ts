import { describe, expect, it } from 'vitest'
import { aConstitution, type GateCase, readGate } from '../../../../test/support/risk-samples.ts'
import { drawdown } from './drawdown.ts'

describe('the drawdown', () => {
  it.each<GateCase>([
    {
      title: 'passes at the limit',
      view: { day: { netPct: 0, drawdownPct: 10, lossStreak: 0 } },
      expected: { pass: true, observed: 10, limit: 10 },
    },
    {
      title: 'fails just beyond',
      view: { day: { netPct: 0, drawdownPct: 10.01, lossStreak: 0 } },
      expected: { pass: false, observed: 10.01 },
    },
    {
      title: 'fails while it is not known',
      view: { day: { netPct: 0, drawdownPct: null, lossStreak: 0 } },
      expected: { pass: false, observed: null },
    },
    {
      title: 'fails when no limit is configured: maxDrawdownPct',
      view: { constitution: aConstitution({ limits: { maxDrawdownPct: null } }) },
      expected: {
        pass: false,
        observed: 1.1,
        limit: null,
        detail: 'no limit is configured: constitution limits.maxDrawdownPct',
      },
    },
  ])('$title', ({ expected, ...inputs }) => {
    expect(readGate(drawdown, inputs)).toMatchObject(expected)
  })
})
