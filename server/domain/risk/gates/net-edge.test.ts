import { describe, expect, it } from 'vitest'
import { aCandidate, aRiskView, type GateCase, readGate } from '../../../../test/support/risk-samples.ts'
import { netEdge } from './net-edge.ts'

describe('the edge after costs', () => {
  it.each<GateCase>([
    {
      title: 'passes anything above nothing',
      candidate: { origin: 'AUTOTRADING' },
      view: { netEdgeLcb: 1e-9 },
      expected: { pass: true, observed: 1e-9, limit: 0 },
    },
    {
      title: 'reports it with a readable number of digits',
      candidate: { origin: 'AUTOTRADING', mode: 'LIVE' },
      view: { netEdgeLcb: -0.002310504784123457 },
      expected: {
        observed: -0.0023105,
        detail:
          'the lower bound of the edge after costs is -0.0023105; it must be more than 0: wait for a better signal',
      },
    },
    {
      title: 'fails at nothing',
      candidate: { origin: 'AUTOTRADING' },
      view: { netEdgeLcb: 0 },
      expected: { pass: false, observed: 0 },
    },
    {
      title: 'fails while it is not known',
      candidate: { origin: 'AUTOTRADING', mode: 'LIVE' },
      view: { netEdgeLcb: null },
      expected: {
        pass: false,
        observed: null,
        detail: 'the lower bound of the edge after costs is not known: wait until the signal is calibrated',
      },
    },
    {
      title: 'reports that it is only recorded for an exploratory entry',
      candidate: { origin: 'AUTOTRADING', exploratory: true },
      view: { netEdgeLcb: -1 },
      expected: {
        pass: false,
        detail:
          'the lower bound of the edge after costs is -1; it must be more than 0: wait for a better signal (exploring: this is recorded only)',
      },
    },
    {
      title: 'does not concern orders of people',
      view: { netEdgeLcb: null },
      expected: { pass: true, observed: null },
    },
  ])('$title', ({ expected, ...inputs }) => {
    expect(readGate(netEdge, inputs)).toMatchObject(expected)
  })

  it.each([
    ['an entry of autotrading on paper', { origin: 'AUTOTRADING' }, true],
    ['an exploratory one on paper', { origin: 'AUTOTRADING', exploratory: true }, false],
    ['one for real money', { origin: 'AUTOTRADING', mode: 'LIVE' }, true],
    [
      'one for real money that is labelled exploratory',
      { origin: 'AUTOTRADING', mode: 'LIVE', exploratory: true },
      true,
    ],
    ['an order of a person', {}, false],
  ] as const)('is enforced or not for %s', (_whose, candidate, enforced) => {
    expect(netEdge.enforces(aCandidate(candidate), aRiskView())).toBe(enforced)
  })
})
