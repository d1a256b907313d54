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
import { causeOfLack, lackOfInput } from './lack-of-input.ts'
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
    const reasons = [...found.reasons, ...surface.remarks(seen, found.verdict)]
    return envelope(surface, snapshot, reports, { ...found, reasons, data: surface.data(seen, frame) })
  } catch (error) {
    return envelope(surface, snapshot, reports, { ...computeFailed(error), data: null })
  }
}

type Found = Finding<string> & { readonly missing: readonly Lack[] }

const findingOf = (surface: Surface, snapshot: TruthSnapshot, frame: Frame): Found => {
  const fault = surface.fault(valuesOf(snapshot, surface.needs), frame)
  if (fault) return { ...fault, missing: [...(fault.missing ?? []), ...lacksOf(surface, snapshot)] }
  const lacks = lacksOf(surface, snapshot)
  if (lacks.length > 0) {
    const reasons = surface.needs.flatMap((name) => causeOfLack(name, snapshot) ?? [])
    return insufficient(surface, { missing: lacks as [Lack, ...Lack[]], reasons })
  }
  const judged = surface.judge(valuesOf(snapshot, surface.needs) as Whole<InputName>, frame)
  return 'verdict' in judged ? { missing: [], ...judged } : insufficient(surface, judged)
}

const lacksOf = ({ needs }: Surface, snapshot: TruthSnapshot): Lack[] =>
  needs.flatMap((name) => lackOfInput(name, snapshot) ?? [])

const insufficient = ({ contract }: Surface, { missing, beside = [], reasons = [], summary }: Insufficient): Found => ({
  verdict: INSUFFICIENT,
  summary: summary ?? sentenceOf(contract.title, missing),
  reasons,
  missing: [...missing, ...beside],
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

const frameOf = ({ takenAtMs, inputs, ...snapshot }: TruthSnapshot, reports: Reports): Frame => ({
  nowMs: takenAtMs,
  mode: snapshot.mode,
  constitution: snapshot.constitution,
  hashes: snapshot.hashes,
  snapshotId: snapshot.snapshotId,
  observedAtMs: (name) => inputs[name]?.observedAtMs,
  evidenceId: (name) => inputs[name] && evidenceIdOf(name, inputs[name]),
  reports,
})

const valuesOf = ({ inputs }: TruthSnapshot, names: readonly InputName[]) =>
  Object.fromEntries(names.flatMap((name) => (inputs[name] ? [[name, inputs[name].value]] : [])))

type Shown = Found & { readonly data: unknown }

const envelope = (surface: Surface, snapshot: TruthSnapshot, reports: Reports, found: Shown): Report => {
  const { contract, inputs } = surface
  const evidence = allEvidence(surface, snapshot, reports)
  const severity: Severity | undefined = contract.verdicts[found.verdict]
  assert(severity, `${found.verdict} is a verdict of ${contract.surface}`)
  const oldestAgeMs = Math.max(0, ...evidence.map(({ ageMs }) => ageMs))
  const stale = inputs.filter((name) => lackOfInput(name, snapshot) !== null)
  const staleInputs = [
    ...stale.map((name) => INPUTS[name].source),
    ...surface.reads.flatMap((name) => reports.get(name)?.freshness.staleInputs ?? []),
  ]
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
    reasons: found.reasons.map((cause) => reasonOf(cause, severity, { snapshot, evidence })),
    missingEvidence: found.missing.map(missingOf),
    evidence,
    freshness: {
      status: staleInputs.length === 0 ? 'FRESH' : stale.length < inputs.length ? 'PARTIAL' : 'STALE',
      oldestAgeMs,
      staleInputs: [...new Set(staleInputs)],
    },
    data: found.data,
  }
}

/** What was looked at, and what the reports that are read looked at: each once, and each of this snapshot. */
const allEvidence = ({ inputs, reads }: Surface, snapshot: TruthSnapshot, reports: Reports): Evidence[] => {
  const own = inputs.flatMap((name) => evidenceOf(name, snapshot) ?? [])
  const theirs = reads.flatMap((name) => reports.get(name)?.evidence ?? [])
  return [...new Map([...own, ...theirs].map((evidence) => [evidence.id, evidence])).values()]
}

interface Known {
  readonly snapshot: TruthSnapshot
  readonly evidence: readonly Evidence[]
}

const reasonOf = (
  { of, evidenceIds = [], severity, ...cause }: Cause,
  ofVerdict: Severity,
  { snapshot, evidence }: Known,
): Reason => {
  const seenIn = [...of.flatMap((name) => evidenceOf(name, snapshot)?.id ?? []), ...evidenceIds]
  const shown = new Set(evidence.map(({ id }) => id))
  return {
    ...cause,
    severity: severity ?? ofVerdict,
    evidenceIds: [...new Set(seenIn)].filter((id) => shown.has(id)),
  }
}

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
