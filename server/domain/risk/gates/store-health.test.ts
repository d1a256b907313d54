import { describe, expect, it } from 'vitest'
import { aConstitution, type GateCase, readGate } from '../../../../test/support/risk-samples.ts'
import { storeHealth } from './store-health.ts'

describe('the health of the store', () => {
  it.each<GateCase>([
    {
      title: 'passes with the slowest commits at the limit',
      view: { store: { commitP99Ms: 250, freeDiskBytes: 2 ** 30 } },
      expected: { pass: true, observed: 250, limit: 250, unit: 'ms' },
    },
    {
      title: 'fails one millisecond beyond',
      view: { store: { commitP99Ms: 251, freeDiskBytes: 2 ** 30 } },
      expected: {
        pass: false,
        observed: 251,
        detail: 'the commit latency (p99) is 251 ms; it must be at most 250 ms: find out what is using the disk',
      },
    },
    {
      title: 'fails with one byte too little free',
      view: { store: { commitP99Ms: 4, freeDiskBytes: 2 ** 30 - 1 } },
      expected: { pass: false, observed: 2 ** 30 - 1, unit: 'bytes' },
    },
    {
      title: 'fails while commits were not measured',
      view: { store: { commitP99Ms: null, freeDiskBytes: 2 ** 34 } },
      expected: { pass: false, observed: null, limit: 250 },
    },
    {
      title: 'fails while the free space is not known',
      view: { store: { commitP99Ms: 4, freeDiskBytes: null } },
      expected: { pass: false, observed: null, unit: 'bytes' },
    },
    {
      title: 'fails when no limit is configured: maxCommitP99Ms',
      view: { constitution: aConstitution({ data: { maxCommitP99Ms: null } }) },
      expected: {
        pass: false,
        observed: 4,
        limit: null,
        detail: 'no limit is configured: constitution data.maxCommitP99Ms',
      },
    },
    {
      title: 'fails when no limit is configured: minFreeDiskBytes',
      view: { constitution: aConstitution({ data: { minFreeDiskBytes: null } }) },
      expected: {
        pass: false,
        observed: 2 ** 34,
        limit: null,
        detail: 'no limit is configured: constitution data.minFreeDiskBytes',
      },
    },
  ])('$title', ({ expected, ...inputs }) => {
    expect(readGate(storeHealth, inputs)).toMatchObject(expected)
  })
})
