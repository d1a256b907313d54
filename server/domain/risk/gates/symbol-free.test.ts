import { describe, expect, it } from 'vitest'
import { type GateCase, readGate } from '../../../../test/support/risk-samples.ts'
import { symbolFree } from './symbol-free.ts'

describe('the free symbol', () => {
  it.each<GateCase>([
    {
      title: 'passes when the symbol has no position or order',
      candidate: { origin: 'AUTOTRADING' },
      expected: { pass: true, observed: 'FREE' },
    },
    {
      title: 'fails when autotrading already has a position or entry',
      candidate: { origin: 'AUTOTRADING' },
      view: { symbolHeldBy: 'ENGINE' },
      expected: { pass: false, observed: 'ENGINE' },
    },
    {
      title: 'fails when the position or order is not from autotrading',
      candidate: { origin: 'AUTOTRADING' },
      view: { symbolHeldBy: 'OTHER' },
      expected: {
        pass: false,
        observed: 'OTHER',
        detail: expect.stringContaining('the symbol has a position or an order'),
      },
    },
    { title: 'does not concern orders of people', view: { symbolHeldBy: 'OTHER' }, expected: { pass: true } },
  ])('$title', ({ expected, ...inputs }) => {
    expect(readGate(symbolFree, inputs)).toMatchObject(expected)
  })
})
