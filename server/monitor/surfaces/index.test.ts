import { describe, expect, it } from 'vitest'
import { SURFACES as CONTRACTS } from '../../../contract/monitor/index.ts'
import { INSUFFICIENT, SEVERITIES } from '../../../contract/monitor/surface.ts'
import { SURFACES } from './index.ts'

describe('the surfaces', () => {
  it('are those of the contract, each once and with its rules, after those it reads', () => {
    const names = SURFACES.map(({ contract }) => contract.surface)
    expect(names.toSorted()).toEqual(CONTRACTS.map(({ surface }) => surface).toSorted())
    for (const [index, { contract, dependsOn }] of SURFACES.entries()) {
      expect(CONTRACTS).toContain(contract)
      expect(names.slice(0, index)).toEqual(expect.arrayContaining([...dependsOn]))
    }
  })

  it.each(['surface', 'label'] as const)('have a %s of their own', (field) => {
    expect(new Set(CONTRACTS.map((contract) => contract[field])).size).toBe(CONTRACTS.length)
  })

  it.each(CONTRACTS)('$surface reports insufficient evidence, and never an unknown state', ({ verdicts }) => {
    expect(Object.keys(verdicts)).toContain(INSUFFICIENT)
    expect(Object.keys(verdicts).join()).not.toContain('UNKNOWN')
    for (const severity of Object.values(verdicts)) expect(SEVERITIES).toContain(severity)
  })
})
