import { describe, expect, it } from 'vitest'
import { type GateCase, readGate } from '../../../../test/support/risk-samples.ts'
import { liveGrant } from './live-grant.ts'

describe('the live grant', () => {
  it.each<GateCase>([
    { title: 'is not needed on paper', view: { liveGrant: null }, expected: { pass: true, observed: 'PAPER' } },
    {
      title: 'passes when it is valid for these limits',
      candidate: { mode: 'LIVE' },
      expected: { pass: true, observed: 'VALID' },
    },
    {
      title: 'fails when it is not valid',
      candidate: { mode: 'LIVE' },
      view: { liveGrant: { valid: false, matchesConstitution: true } },
      expected: { pass: false, observed: 'INVALID' },
    },
    {
      title: 'fails when it is for other limits',
      candidate: { mode: 'LIVE' },
      view: { liveGrant: { valid: true, matchesConstitution: false } },
      expected: { pass: false, observed: 'OTHER_CONSTITUTION' },
    },
    {
      title: 'fails when there is none',
      candidate: { mode: 'LIVE' },
      view: { liveGrant: null },
      expected: { pass: false, observed: null },
    },
  ])('$title', ({ expected, ...inputs }) => {
    expect(readGate(liveGrant, inputs)).toMatchObject(expected)
  })
})
