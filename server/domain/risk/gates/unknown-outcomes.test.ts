import { describe, expect, it } from 'vitest'
import { aConstitution, type GateCase, readGate } from '../../../../test/support/risk-samples.ts'
import { unknownOutcomes } from './unknown-outcomes.ts'

describe('unknown outcomes', () => {
  it.each<GateCase>([
    {
      title: 'passes with one on another symbol',
      view: { unknownOutcomes: { onSymbol: 0, total: 1 } },
      expected: { pass: true, observed: 1, limit: 2 },
    },
    {
      title: 'fails with one on the symbol',
      view: { unknownOutcomes: { onSymbol: 1, total: 1 } },
      expected: { pass: false, observed: 1, limit: 0 },
    },
    {
      title: 'fails with two elsewhere',
      view: { unknownOutcomes: { onSymbol: 0, total: 2 } },
      expected: { pass: false, observed: 2, limit: 2 },
    },
    {
      title: 'fails when no limit is configured: maxUnknownOutcomes',
      view: { constitution: aConstitution({ data: { maxUnknownOutcomes: null } }) },
      expected: {
        pass: false,
        observed: 0,
        limit: null,
        detail: 'no limit is configured: constitution data.maxUnknownOutcomes',
      },
    },
  ])('$title', ({ expected, ...inputs }) => {
    expect(readGate(unknownOutcomes, inputs)).toMatchObject(expected)
  })
})
