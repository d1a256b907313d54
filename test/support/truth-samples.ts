import { Ajv, type ValidateFunction } from 'ajv'
import { expect } from 'vitest'
import {
  INSUFFICIENT,
  type Report,
  reportSchema,
  SEVERITIES,
  type SurfaceContract,
} from '../../contract/monitor/surface.ts'
import type { Constitution } from '../../server/domain/risk/constitution.ts'
import type { InputName, TruthInputs, TruthSnapshot } from '../../server/monitor/frame/inputs.ts'
import { createReport } from '../../server/monitor/frame/report.ts'
import type { Surface } from '../../server/monitor/frame/surface.ts'
import { aConstitution } from './risk-samples.ts'

/** Instant of the sample snapshots. */
export const TAKEN_AT_MS = Date.UTC(2026, 0, 2, 3, 4, 5, 678)

export type InputValues = { readonly [Name in InputName]?: TruthInputs[Name] }

export interface SnapshotParts {
  readonly mode?: TruthSnapshot['mode']
  readonly constitution?: Constitution
  /** Ages of these inputs at the time of the snapshot; the others have age zero. */
  readonly agesMs?: { readonly [Name in InputName]?: number }
}

/** Creates a snapshot with only these inputs. */
export const aSnapshot = (values: InputValues, parts: SnapshotParts = {}): TruthSnapshot => {
  const { mode = 'PAPER', constitution = aConstitution({}), agesMs = {} } = parts
  const inputs = Object.entries(values).map(([name, value]) => [
    name,
    { value, observedAtMs: TAKEN_AT_MS - (agesMs[name as InputName] ?? 0) },
  ])
  return {
    snapshotId: 'snp_01KDXYZ7QE0000000000000000',
    takenAtMs: TAKEN_AT_MS,
    mode,
    constitution,
    hashes: { constitution: 'c'.repeat(64), config: 'f'.repeat(64), build: 'b'.repeat(64) },
    inputs: Object.fromEntries(inputs),
  }
}

const NOBODY: ReadonlyMap<string, Report> = new Map()

/** Returns the surface's report on a snapshot, after checking it against the documented form. */
export const report = (surface: Surface, snapshot: TruthSnapshot, others = NOBODY): Report => {
  const made = createReport(surface, snapshot, others)
  expectValid(surface.contract, made)
  return made
}

const ajv = new Ajv({ strict: false, allErrors: true })

/** Compiled schemas by surface; compiling takes longer than validating a hundred reports. */
const validators = new Map<SurfaceContract, ValidateFunction>()

const getValidator = (contract: SurfaceContract): ValidateFunction => {
  const validator = validators.get(contract) ?? ajv.compile(reportSchema(contract))
  validators.set(contract, validator)
  return validator
}

/** Expects the properties that every report has regardless of its verdict. */
export const expectValid = (contract: SurfaceContract, made: Report): void => {
  const isValid = getValidator(contract)
  isValid(JSON.parse(JSON.stringify(made)))
  expect(isValid.errors ?? []).toEqual([])
  expect(made.missingEvidence.map(({ code }) => code)).not.toContain('SURFACE_COMPUTE_FAILED')
  if (made.verdict === INSUFFICIENT) expect(made.missingEvidence).not.toEqual([])
  const ids = made.evidence.map(({ id }) => id)
  for (const { evidenceIds } of made.reasons) expect(ids).toEqual(expect.arrayContaining(evidenceIds))
  const ofVerdict = contract.verdicts[made.verdict] ?? 'CRITICAL'
  expect(SEVERITIES.indexOf(made.severity)).toBeGreaterThanOrEqual(SEVERITIES.indexOf(ofVerdict))
  expect(`${made.summary} ${made.reasons.map(({ message }) => message).join(' ')}`).not.toMatch(/unknown/i)
}
