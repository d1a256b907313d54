import {
  type Evidence,
  INSUFFICIENT,
  type MissingEvidence,
  type Reason,
  type Report,
  type Severity,
} from '../../contract/monitor/surface.ts'
import { assert } from '../core/assert.ts'
import { toRfc3339 } from '../core/instant.ts'
import { evidenceIdOf } from './evidence-id.ts'
import { lackOfInput } from './lack-of-input.ts'
import { sentenceOf } from './sentences.ts'
import type { Cause, Finding, Frame, Insufficient, Lack, Surface, Whole } from './surface.ts'
import { INPUTS, type InputName } from './truth-inputs.ts'
import type { TruthSnapshot } from './truth-snapshot.ts'

type Reports = Frame['reports']

/**
 * What a surface says of a snapshot. First the worst that is seen; then, where something it needs is missing or too old,
 * that there is not enough evidence; only then anything good. A rule that fails says so, and says nothing good.
 */
export const reportOf = (surface: Surface, snapshot: TruthSnapshot, reports: Reports): Report => {
  const frame = frameOf(snapshot, reports)
  try {
    const seen = valuesOf(snapshot, surface.inputs)
    const found = findingOf(surface, snapshot, frame)
    return envelope(surface, snapshot, { ...found, data: surface.data(seen, frame) })
  } catch (error) {
    return envelope(surface, snapshot, { ...computeFailed(error), data: null })
  }
}

type Found = Finding<string> & { readonly missing: readonly Lack[] }

const findingOf = (surface: Surface, snapshot: TruthSnapshot, frame: Frame): Found => {
  const fault = surface.fault(valuesOf(snapshot, surface.needs), frame)
  if (fault) return { ...fault, missing: [...(fault.missing ?? []), ...lacksOf(surface, snapshot)] }
  const lacks = lacksOf(surface, snapshot)
  if (lacks.length > 0) return insufficient(surface, { missing: lacks as [Lack, ...Lack[]] })
  const judged = surface.judge(valuesOf(snapshot, surface.needs) as Whole<InputName>, frame)
  return 'verdict' in judged ? { missing: [], ...judged } : insufficient(surface, judged)
}

const lacksOf = ({ needs }: Surface, snapshot: TruthSnapshot): Lack[] =>
  needs.flatMap((name) => lackOfInput(name, snapshot) ?? [])

const insufficient = ({ contract }: Surface, { missing, reasons = [], summary }: Insufficient): Found => ({
  verdict: INSUFFICIENT,
  summary: summary ?? sentenceOf(contract.title, missing[0]),
  reasons,
  missing,
})

const computeFailed = (error: unknown): Found => ({
  verdict: INSUFFICIENT,
  summary: 'This surface could not be worked out; nothing is said of what it watches.',
  reasons: [],
  missing: [
    {
      code: 'SURFACE_COMPUTE_FAILED',
      description: error instanceof Error ? error.name : 'A rule of this surface failed',
      have: null,
      need: 'a rule that holds',
      producedBy: 'monitor',
      earliestAtMs: null,
    },
  ],
})

const frameOf = ({ takenAtMs, mode, constitution, hashes, inputs }: TruthSnapshot, reports: Reports): Frame => ({
  nowMs: takenAtMs,
  mode,
  constitution,
  hashes,
  observedAtMs: (name) => inputs[name]?.observedAtMs,
  evidenceId: (name) => inputs[name] && evidenceIdOf(name, inputs[name]),
  reports,
})

const valuesOf = ({ inputs }: TruthSnapshot, names: readonly InputName[]) =>
  Object.fromEntries(names.flatMap((name) => (inputs[name] ? [[name, inputs[name].value]] : [])))

const envelope = (surface: Surface, snapshot: TruthSnapshot, found: Found & { readonly data: unknown }): Report => {
  const { contract, inputs } = surface
  const evidence = inputs.flatMap((name) => evidenceOf(name, snapshot) ?? [])
  const severity: Severity | undefined = contract.verdicts[found.verdict]
  assert(severity, `${found.verdict} is a verdict of ${contract.surface}`)
  const oldestAgeMs = Math.max(0, ...evidence.map(({ ageMs }) => ageMs))
  const stale = inputs.filter((name) => lackOfInput(name, snapshot) !== null)
  return {
    surface: contract.surface,
    verdict: found.verdict,
    schemaVersion: '1.0.0',
    mutationAuthority: 'NONE',
    generatedAt: toRfc3339(snapshot.takenAtMs),
    asOf: toRfc3339(snapshot.takenAtMs - oldestAgeMs),
    snapshotId: snapshot.snapshotId,
    constitutionHash: snapshot.hashes.constitution,
    configHash: snapshot.hashes.config,
    buildDigest: snapshot.hashes.build,
    executionMode: snapshot.mode,
    severity,
    summary: found.summary,
    reasons: found.reasons.map((cause) => reasonOf(cause, severity, snapshot)),
    missingEvidence: found.missing.map(missingOf),
    evidence,
    freshness: {
      status: stale.length === 0 ? 'FRESH' : stale.length < inputs.length ? 'PARTIAL' : 'STALE',
      oldestAgeMs,
      staleInputs: stale.map((name) => INPUTS[name].source),
    },
    data: found.data,
  }
}

const reasonOf = ({ of, severity, ...cause }: Cause, ofVerdict: Severity, snapshot: TruthSnapshot): Reason => ({
  ...cause,
  severity: severity ?? ofVerdict,
  evidenceIds: of.flatMap((name) => evidenceOf(name, snapshot)?.id ?? []),
})

const missingOf = ({ earliestAtMs, ...lack }: Lack): MissingEvidence => ({
  ...lack,
  earliestAt: earliestAtMs === null ? null : toRfc3339(earliestAtMs),
})

const evidenceOf = (name: InputName, { inputs, takenAtMs, constitution }: TruthSnapshot): Evidence | undefined => {
  const observed = inputs[name]
  if (!observed) return undefined
  const { observedAtMs, sampleSize, digest } = observed
  const { kind, source, maxAgeMs } = INPUTS[name]
  const ageMs = Math.max(0, takenAtMs - observedAtMs)
  const limitMs = maxAgeMs(constitution)
  return {
    id: evidenceIdOf(name, observed),
    kind,
    source,
    observedAt: toRfc3339(observedAtMs),
    ageMs,
    maxAgeMs: limitMs,
    fresh: ageMs <= limitMs,
    ...(sampleSize !== undefined && { sampleSize }),
    ...(digest !== undefined && { digest }),
  }
}
