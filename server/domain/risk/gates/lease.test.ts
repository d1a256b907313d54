import { describe, expect, it } from 'vitest'
import { type GateCase, readGate } from '../../../../test/support/risk-samples.ts'
import { lease } from './lease.ts'

describe('the lease', () => {
  it.each<GateCase>([
    { title: 'passes while it is held', expected: { pass: true, observed: 'HELD' } },
    {
      title: 'fails when it is lost',
      view: { lease: { held: false, epoch: 3, foreignEpoch: null } },
      expected: { pass: false, observed: 'LOST' },
    },
    {
      title: 'passes when an older epoch was seen',
      view: { lease: { held: true, epoch: 3, foreignEpoch: 2 } },
      expected: { pass: true },
    },
    {
      title: 'passes when our own epoch was seen',
      view: { lease: { held: true, epoch: 3, foreignEpoch: 3 } },
      expected: { pass: true },
    },
    {
      title: 'fails when a newer epoch was seen',
      view: { lease: { held: true, epoch: 3, foreignEpoch: 4 } },
      expected: {
        pass: false,
        observed: 'SUPERSEDED',
        detail: 'the exchange has seen epoch 4, newer than our 3: stop this engine, another one has taken over',
      },
    },
    {
      title: 'passes for a protective order when it has lapsed',
      candidate: { origin: 'GUARDIAN', terms: { reduceOnly: true } },
      view: { lease: { held: false, epoch: 3, foreignEpoch: null } },
      expected: { pass: true, observed: 'LAPSED' },
    },
    {
      title: 'fails for a protective order too when a newer epoch was seen',
      candidate: { origin: 'GUARDIAN', terms: { reduceOnly: true } },
      view: { lease: { held: false, epoch: 3, foreignEpoch: 4 } },
      expected: { pass: false, observed: 'SUPERSEDED' },
    },
    {
      title: 'fails for other orders that only reduce',
      candidate: { terms: { reduceOnly: true } },
      view: { lease: { held: false, epoch: 3, foreignEpoch: null } },
      expected: { pass: false },
    },
  ])('$title', ({ expected, ...inputs }) => {
    expect(readGate(lease, inputs)).toMatchObject(expected)
  })
})
