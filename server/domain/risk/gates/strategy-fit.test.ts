import { describe, expect, it } from 'vitest'
import { type GateCase, readGate } from '../../../../test/support/risk-samples.ts'
import { strategyFit } from './strategy-fit.ts'

describe('a fit strategy', () => {
  it.each<GateCase>([
    { title: 'passes', candidate: { origin: 'AUTOTRADING' }, expected: { pass: true, observed: 'FIT' } },
    {
      title: 'fails with the reason while the strategy is held',
      candidate: { origin: 'AUTOTRADING' },
      view: { strategyHeld: 'S01 is quarantined' },
      expected: { pass: false, observed: 'HELD', detail: 'entries of the strategy are blocked: S01 is quarantined' },
    },
    {
      title: 'does not concern orders of people',
      view: { strategyHeld: 'S01 is quarantined' },
      expected: { pass: true },
    },
  ])('$title', ({ expected, ...inputs }) => {
    expect(readGate(strategyFit, inputs)).toMatchObject(expected)
  })
})
