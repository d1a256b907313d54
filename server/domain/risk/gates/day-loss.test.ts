import { describe, expect, it } from 'vitest'
import { aConstitution, type GateCase, readGate } from '../../../../test/support/risk-samples.ts'
import { dayLoss } from './day-loss.ts'

describe('the loss of a day', () => {
  it.each<GateCase>([
    {
      title: 'passes at the limit',
      view: { day: { netPct: -2, drawdownPct: 0, lossStreak: 0 } },
      expected: { pass: true, observed: -2, limit: -2, unit: 'percent' },
    },
    {
      title: 'fails just beyond',
      view: { day: { netPct: -2.01, drawdownPct: 0, lossStreak: 0 } },
      expected: { pass: false, observed: -2.01 },
    },
    {
      title: 'fails while the result is not known',
      view: { day: { netPct: null, drawdownPct: 0, lossStreak: 0 } },
      expected: { pass: false, observed: null },
    },
    {
      title: 'fails when no limit is configured: maxDayLossPct',
      view: { constitution: aConstitution({ limits: { maxDayLossPct: null } }) },
      expected: {
        pass: false,
        observed: 0.4,
        limit: null,
        detail: 'no limit is configured: constitution limits.maxDayLossPct',
      },
    },
  ])('$title', ({ expected, ...inputs }) => {
    expect(readGate(dayLoss, inputs)).toMatchObject(expected)
  })
})
