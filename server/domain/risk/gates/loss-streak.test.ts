import { describe, expect, it } from 'vitest'
import { aConstitution, type GateCase, readGate } from '../../../../test/support/risk-samples.ts'
import { lossStreak } from './loss-streak.ts'

describe('losses in a row', () => {
  it.each<GateCase>([
    {
      title: 'passes five',
      view: { day: { netPct: 0, drawdownPct: 0, lossStreak: 5 } },
      expected: { pass: true, observed: 5, limit: 6 },
    },
    {
      title: 'fails six',
      view: { day: { netPct: 0, drawdownPct: 0, lossStreak: 6 } },
      expected: { pass: false, observed: 6, limit: 6 },
    },
    {
      title: 'fails when no limit is configured: maxLossStreak',
      view: { constitution: aConstitution({ limits: { maxLossStreak: null } }) },
      expected: {
        pass: false,
        observed: 1,
        limit: null,
        detail: 'no limit is configured: constitution limits.maxLossStreak',
      },
    },
  ])('$title', ({ expected, ...inputs }) => {
    expect(readGate(lossStreak, inputs)).toMatchObject(expected)
  })
})
