import { describe, expect, it } from 'vitest'
import { type GateCase, readGate } from '../../../../test/support/risk-samples.ts'
import { manipulationPosture } from './manipulation-posture.ts'

describe('the manipulation posture', () => {
  it.each<GateCase>([
    {
      title: 'passes a clean market',
      view: { manipulationPosture: 'CLEAN' },
      expected: { pass: true, observed: 'CLEAN' },
    },
    { title: 'passes an elevated one', view: { manipulationPosture: 'ELEVATED' }, expected: { pass: true } },
    {
      title: 'fails a hostile one',
      view: { manipulationPosture: 'HOSTILE' },
      expected: { pass: false, observed: 'HOSTILE' },
    },
    {
      title: 'reports that it is not measured',
      expected: { pass: true, observed: null, detail: 'no manipulation posture has been measured yet' },
    },
  ])('$title', ({ expected, ...inputs }) => {
    expect(readGate(manipulationPosture, inputs)).toMatchObject(expected)
  })
})
