import { describe, expect, it } from 'vitest'
import { aConstitution, type GateCase, readGate } from '../../../../test/support/risk-samples.ts'
import { reconciled } from './reconciled.ts'

describe('reconciliation', () => {
  it.each<GateCase>([
    {
      title: 'passes at the limit of its age',
      view: { reconciliation: { ageMs: 60000, differencesOnSymbol: 0, unwatched: [] } },
      expected: { pass: true, observed: 60_000, limit: 60_000 },
    },
    {
      title: 'fails one millisecond beyond',
      view: { reconciliation: { ageMs: 60001, differencesOnSymbol: 0, unwatched: [] } },
      expected: { pass: false, observed: 60_001 },
    },
    {
      title: 'fails with a difference on the symbol',
      view: { reconciliation: { ageMs: 0, differencesOnSymbol: 1, unwatched: [] } },
      expected: { pass: false, observed: 1, limit: 0, unit: 'count' },
    },
    {
      title: 'fails when there was none yet',
      view: { reconciliation: { ageMs: null, differencesOnSymbol: 0, unwatched: [] } },
      expected: { pass: false, observed: null },
    },
    {
      title: 'fails for autotrading while the account holds what is not watched',
      candidate: { origin: 'AUTOTRADING' },
      view: {
        reconciliation: { ageMs: 0, differencesOnSymbol: 0, unwatched: ['DOGEUSDT (-1500)', 'XRPUSDT (orders: 2)'] },
      },
      expected: {
        pass: false,
        observed: 'DOGEUSDT (-1500), XRPUSDT (orders: 2)',
        unit: 'state',
        detail:
          'the account holds symbols that are not configured: DOGEUSDT (-1500), XRPUSDT (orders: 2); add it to --symbols, or close it at the exchange',
      },
    },
    {
      title: 'passes manual orders despite unwatched symbols',
      view: { reconciliation: { ageMs: 0, differencesOnSymbol: 0, unwatched: ['DOGEUSDT (-1500)'] } },
      expected: { pass: true },
    },
    {
      title: 'fails when no limit is configured: maxReconciliationAgeMs',
      view: { constitution: aConstitution({ data: { maxReconciliationAgeMs: null } }) },
      expected: {
        pass: false,
        observed: 12000,
        limit: null,
        detail: 'no limit is configured: constitution data.maxReconciliationAgeMs',
      },
    },
  ])('$title', ({ expected, ...inputs }) => {
    expect(readGate(reconciled, inputs)).toMatchObject(expected)
  })
})
