import { expect, it } from 'vitest'
import { aConstitution } from '../../../test/support/risk-samples.ts'
import { aSnapshot, report, TAKEN_AT_MS } from '../../../test/support/truth-samples.ts'
import type { Constitution } from '../../domain/risk/constitution.ts'
import { runtimeConstitutionTruth } from '../../monitor/surfaces/runtime-constitution/rules.ts'
import { constitutionProbesReader } from './constitution-probes.ts'

const hashes = (constitution: string) => ({ build: 'b', constitution, config: 'f' })

const sourcesWith = (inForce: Constitution) => {
  const rules = { constitution: inForce }
  return {
    state: { rules },
    bootedAtMs: TAKEN_AT_MS - 10_000,
    constitution: {
      constitution: aConstitution({}),
      hash: 'c'.repeat(64),
      source: 'BUILT_IN' as const,
      drifts: new Map<string, number>(),
      past: [
        { runId: 'run_1', startedAtMs: 1_000, hashes: hashes('a'.repeat(64)) },
        { runId: 'run_2', startedAtMs: 2_000, hashes: null },
        { runId: 'run_3', startedAtMs: 3_000, hashes: hashes('a'.repeat(64)) },
        { runId: 'run_4', startedAtMs: 4_000, hashes: hashes('d'.repeat(64)) },
      ],
      runId: 'run_5',
    },
  }
}

it('probes the gates with the constitution of the engine, and lists the runs with another one', () => {
  const sources = sourcesWith(aConstitution({}))
  const reading = constitutionProbesReader.read(sources, TAKEN_AT_MS)
  expect(reading.value.changes).toEqual([
    { runId: 'run_5', atMs: TAKEN_AT_MS - 10_000, fromHash: 'd'.repeat(64), toHash: 'c'.repeat(64) },
    { runId: 'run_4', atMs: 4_000, fromHash: 'a'.repeat(64), toHash: 'd'.repeat(64) },
  ])
  const made = report(runtimeConstitutionTruth, aSnapshot({ constitutionProbes: reading.value }))
  expect(made.verdict).toBe('CONFORMS')
})

it('detects a limit that has changed in the engine, and records since when', () => {
  const sources = sourcesWith(aConstitution({ limits: { maxLeverage: 10 } }))
  constitutionProbesReader.read(sources, TAKEN_AT_MS - 300_000)
  const later = constitutionProbesReader.read(sources, TAKEN_AT_MS)
  expect(later.value.articles.find(({ path }) => path === 'limits.maxLeverage')).toMatchObject({
    declared: 3,
    effective: 10,
    differsSinceMs: TAKEN_AT_MS - 300_000,
  })
  const made = report(runtimeConstitutionTruth, aSnapshot({ constitutionProbes: later.value }))
  expect(made.verdict).toBe('DRIFT_LOOSER')
  const mended = { ...sources, state: { rules: { constitution: aConstitution({}) } } }
  const { value } = constitutionProbesReader.read(mended, TAKEN_AT_MS)
  expect(value.articles.every(({ differsSinceMs }) => differsSinceMs === null)).toBe(true)
})
