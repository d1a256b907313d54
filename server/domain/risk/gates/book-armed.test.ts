import { describe, expect, it } from 'vitest'
import { type GateCase, readGate } from '../../../../test/support/risk-samples.ts'
import { bookArmed } from './book-armed.ts'

describe('the armed book', () => {
  it.each<GateCase>([
    {
      title: 'lets autotrading enter its symbols',
      candidate: { origin: 'AUTOTRADING' },
      expected: { pass: true, observed: 'ARMED' },
    },
    {
      title: 'fails when it is not armed',
      candidate: { origin: 'AUTOTRADING' },
      view: { bookArmed: false },
      expected: { pass: false, observed: 'NOT_ARMED' },
    },
    {
      title: 'fails while that is not known',
      candidate: { origin: 'AUTOTRADING' },
      view: { bookArmed: null },
      expected: { pass: false, observed: null },
    },
    { title: 'does not concern orders of people', view: { bookArmed: false }, expected: { pass: true } },
  ])('$title', ({ expected, ...inputs }) => {
    expect(readGate(bookArmed, inputs)).toMatchObject(expected)
  })
})
