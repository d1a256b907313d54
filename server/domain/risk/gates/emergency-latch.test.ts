import { describe, expect, it } from 'vitest'
import { type GateCase, readGate } from '../../../../test/support/risk-samples.ts'
import { emergencyLatch } from './emergency-latch.ts'

describe('the emergency latch', () => {
  it.each<GateCase>([
    {
      title: 'passes while it is clear',
      expected: { pass: true, observed: 'CLEAR', detail: 'no emergency stop is engaged' },
    },
    {
      title: 'fails while it is engaged, with the reason and the remedy',
      view: { latch: { engaged: true, reason: 'stopped by ada' } },
      expected: {
        pass: false,
        observed: 'ENGAGED',
        detail: 'an emergency stop is engaged (stopped by ada): clear it on the host, or send a reduce-only order',
      },
    },
    {
      title: 'fails without a reason too',
      view: { latch: { engaged: true, reason: null } },
      expected: { pass: false },
    },
    {
      title: 'lets an order that only reduces through',
      candidate: { terms: { reduceOnly: true } },
      view: { latch: { engaged: true, reason: 'stopped by ada' } },
      expected: { pass: true, observed: 'ENGAGED' },
    },
  ])('$title', ({ expected, ...inputs }) => {
    expect(readGate(emergencyLatch, inputs)).toMatchObject(expected)
  })
})
