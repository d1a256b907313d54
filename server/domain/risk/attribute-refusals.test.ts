import { describe, expect, it } from 'vitest'
import { attributeRefusals, blockedIn, findDominant } from './attribute-refusals.ts'

const VECTOR = [
  { gates: ['A'], count: 2 },
  { gates: ['A', 'B'], count: 1 },
  { gates: ['A', 'B', 'C'], count: 1 },
  { gates: ['C'], count: 1 },
]

describe('attributeRefusals', () => {
  it('attributes to each gate its part of what it blocked together with others', () => {
    const gates = attributeRefusals(VECTOR)
    expect(
      gates.map(({ gateId, firstFail, anyFail, soleBlocker }) => [gateId, firstFail, anyFail, soleBlocker]),
    ).toEqual([
      ['A', 4, 4, 2],
      ['B', 0, 2, 0],
      ['C', 1, 2, 1],
    ])
    expect(gates.map(({ shapley }) => shapley.toFixed(4))).toEqual(['2.8333', '0.8333', '1.3333'])
    expect(gates.reduce((sum, { shapley }) => sum + shapley, 0)).toBeCloseTo(5, 12)
    expect(gates.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12)
    expect(blockedIn(VECTOR)).toBe(5)
  })

  it('names the gate with the largest share, and the lower id of two equal ones', () => {
    expect(findDominant(attributeRefusals(VECTOR))?.gateId).toBe('A')
    expect(findDominant(attributeRefusals([{ gates: ['G08', 'G29'], count: 3 }]))?.gateId).toBe('G08')
    const thirds = [
      { gates: ['G01', 'G02', 'G03'], count: 1 },
      { gates: ['G02', 'G03', 'G04'], count: 1 },
      { gates: ['G03', 'G05', 'G06'], count: 1 },
      { gates: ['G02'], count: 1 },
      { gates: ['G03'], count: 1 },
      { gates: ['G02', 'G07', 'G08'], count: 1 },
    ]
    expect(findDominant(attributeRefusals(thirds))?.gateId).toBe('G02')
  })

  it('returns nothing when no candidate was blocked', () => {
    expect(attributeRefusals([])).toEqual([])
    expect(findDominant([])).toBeUndefined()
  })
})
