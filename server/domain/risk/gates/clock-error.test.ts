import { describe, expect, it } from 'vitest'
import { aConstitution, type GateCase, readGate } from '../../../../test/support/risk-samples.ts'
import { clockError } from './clock-error.ts'

describe('the clock', () => {
  it.each<GateCase>([
    {
      title: 'passes with offset and error at the limit',
      view: { clock: { checked: true, offsetMs: -480, errorMs: 20, ageMs: 120000 } },
      expected: { pass: true, observed: 500, limit: 500 },
    },
    {
      title: 'fails one millisecond beyond',
      view: { clock: { checked: true, offsetMs: -480, errorMs: 21, ageMs: 0 } },
      expected: { pass: false, observed: 501 },
    },
    {
      title: 'fails when we are ahead as when we are behind',
      view: { clock: { checked: true, offsetMs: 490, errorMs: 11, ageMs: 0 } },
      expected: { pass: false, observed: 501 },
    },
    {
      title: 'fails when it was compared too long ago',
      view: { clock: { checked: true, offsetMs: 0, errorMs: 1, ageMs: 120001 } },
      expected: { pass: false, observed: 120_001, limit: 120_000 },
    },
    {
      title: 'fails while the offset is not known',
      view: { clock: { checked: true, offsetMs: null, errorMs: 1, ageMs: 0 } },
      expected: { pass: false, observed: null },
    },
    {
      title: 'fails while the error is not known',
      view: { clock: { checked: true, offsetMs: 0, errorMs: null, ageMs: 0 } },
      expected: { pass: false, observed: null },
    },
    {
      title: 'fails while the age is not known',
      view: { clock: { checked: true, offsetMs: 0, errorMs: 1, ageMs: null } },
      expected: { pass: false, observed: null },
    },
    {
      title: 'does not apply where the market has its own clock',
      view: { clock: { checked: false, offsetMs: null, errorMs: null, ageMs: null } },
      expected: { pass: true, observed: null, detail: 'does not apply: this market takes its time from the recording' },
    },
    {
      title: 'fails when no limit is configured: maxClockErrorMs',
      view: { constitution: aConstitution({ data: { maxClockErrorMs: null } }) },
      expected: {
        pass: false,
        observed: 30,
        limit: null,
        detail: 'no limit is configured: constitution data.maxClockErrorMs',
      },
    },
    {
      title: 'fails when no limit is configured: maxClockAgeMs',
      view: { constitution: aConstitution({ data: { maxClockAgeMs: null } }) },
      expected: {
        pass: false,
        observed: 9000,
        limit: null,
        detail: 'no limit is configured: constitution data.maxClockAgeMs',
      },
    },
  ])('$title', ({ expected, ...inputs }) => {
    expect(readGate(clockError, inputs)).toMatchObject(expected)
  })
})
