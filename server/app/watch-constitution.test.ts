import { expect, it } from 'vitest'
import { aConstitution } from '../../test/support/risk-samples.ts'
import type { Constitution } from '../domain/risk/constitution.ts'
import { GATES } from '../domain/risk/gates/index.ts'
import { PROBES } from '../domain/risk/probes/index.ts'
import { limitAt, tryArticle } from '../domain/risk/probes/probe.ts'
import type { OpenControlDesk } from '../engine/desks/control-desk.ts'
import type { ConstitutionProbes } from '../monitor/inputs/engine.ts'
import { createConstitutionWatch } from './engine-rules.ts'

const DECLARED = aConstitution({})

const inForce = (constitution: Constitution): ConstitutionProbes => ({
  source: 'BUILT_IN',
  file: null,
  loadedAtMs: 1,
  changes: [],
  articles: PROBES.map((probe) => ({
    ...tryArticle(probe, GATES, constitution),
    declared: limitAt(DECLARED, probe.path),
    differsSinceMs: null,
  })),
})

const aWatch = () => {
  const current: { probes: ConstitutionProbes | undefined } = { probes: undefined }
  const stops: string[] = []
  const desk: Pick<OpenControlDesk, 'stopFor'> = {
    stopFor: (code, reason) => {
      stops.push(`${code}: ${reason}`)
      return new Promise(() => {})
    },
  }
  return { current, stops, check: createConstitutionWatch({ probes: () => current.probes, desk }) }
}

it('lets the engine run while nothing was probed, and while every limit is as declared or tighter', () => {
  const { current, stops, check } = aWatch()
  check()
  current.probes = inForce(DECLARED)
  check()
  current.probes = inForce(aConstitution({ limits: { maxLeverage: 1 } }))
  check()
  expect(stops).toEqual([])
})

it('stops the engine when an effective limit is looser, once for each fault', () => {
  const { current, stops, check } = aWatch()
  current.probes = inForce(aConstitution({ limits: { maxLeverage: 5 } }))
  check()
  check()
  expect(stops).toEqual(['CONSTITUTION_BROKEN: The gates allow more than the constitution does: limits.maxLeverage.'])
  current.probes = inForce(DECLARED)
  check()
  current.probes = inForce(aConstitution({ data: { maxBookAgeMs: 9_000 } }))
  check()
  expect(stops).toHaveLength(2)
})
