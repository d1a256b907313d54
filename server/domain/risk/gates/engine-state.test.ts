import { describe, expect, it } from 'vitest'
import { type GateCase, readGate } from '../../../../test/support/risk-samples.ts'
import { engineState } from './engine-state.ts'

describe('the state of autotrading', () => {
  it.each<GateCase>([
    {
      title: 'lets autotrading enter when it may',
      candidate: { origin: 'AUTOTRADING' },
      expected: { pass: true, observed: 'PERMITTED' },
    },
    {
      title: 'holds autotrading when it may not',
      candidate: { origin: 'AUTOTRADING' },
      view: { autotradingEntries: false },
      expected: { pass: false, observed: 'HELD' },
    },
    {
      title: 'holds autotrading while its state is not known',
      candidate: { origin: 'AUTOTRADING' },
      view: { autotradingEntries: null },
      expected: { pass: false, observed: null },
    },
    { title: 'does not concern orders of people', view: { autotradingEntries: false }, expected: { pass: true } },
    {
      title: 'does not concern exits of autotrading',
      candidate: { origin: 'AUTOTRADING', terms: { reduceOnly: true } },
      view: { autotradingEntries: false },
      expected: { pass: true },
    },
  ])('$title', ({ expected, ...inputs }) => {
    expect(readGate(engineState, inputs)).toMatchObject(expected)
  })
})
