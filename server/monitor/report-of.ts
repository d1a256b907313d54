import {
  type Evidence,
  INSUFFICIENT,
  type MissingEvidence,
  type Reason,
  type Report,
  SEVERITIES,
  type Severity,
} from '../../contract/monitor/surface.ts'
import { isFresh } from '../core/age.ts'
import { assert } from '../core/assert.ts'
import { toRfc3339 } from '../core/instant.ts'
import { evidenceIdOf } from './evidence-id.ts'
import { causeOfLack, lackOfInput, seconds } from './lack-of-input.ts'
import { type JudgedPart, NOT_DISPROVED, rankOf } from './open-faults.ts'
import { remedyOfCause, remedyOfLack } from './remedies.ts'
import { sentenceOf } from './sentences.ts'
import type { Cause, Finding, Frame, Insufficient, Lack, Surface, Whole } from './surface.ts'
import { INPUTS, type InputName } from './truth-inputs.ts'
import type { TruthSnapshot } from './truth-snapshot.ts'

type Reports = Frame['reports']

/**
 * What a surface says of a snapshot. First the worst that is seen; then, where something it needs is missing or too old, the fault that
 * was found before and has not been disproved, or else that there is not enough evidence; only then anything good. A rule that fails says
 * so, and says nothing good.
 */
export const reportOf = (surface: Surface, snapshot: TruthSnapshot, reports: Reports): Report => {
  const frame = frameOf(snapshot, reports)
  try {
    const seen = valuesOf(snapshot, surface.inputs)
    const found = findingOf(surface, snapshot, frame)
    const reasons = [...found.reasons, ...surface.remarks(seen, found.verdict)]
    const atLeast = surface.carries(seen, frame)
    return envelope(surface, snapshot, reports, { ...found, reasons, atLeast, data: surface.data(seen, frame) })
  } catch (error) {
    const found = withOpenFault(surface, snapshot, computeFailed(error))
    return envelope(surface, snapshot, reports, { ...found, atLeast: 'OK', data: null })
  }
}

/** The parts a verdict is made of, as they are measured in a snapshot; none where they could not be worked out. */
export const partsOf = (
  { needs, parts }: Surface,
  snapshot: TruthSnapshot,
  reports: Reports,
): readonly JudgedPart[] => {
  try {
    return parts?.(valuesOf(snapshot, needs), frameOf(snapshot, reports)) ?? []
  } catch {
    return []
  }
}

type Found = Finding<string> & { readonly missing: readonly Lack[]; readonly openFault?: boolean }

const findingOf = (surface: Surface, snapshot: TruthSnapshot, frame: Frame): Found => {
  const fault = surface.fault(valuesOf(snapshot, surface.needs), frame)
  const lacks = lacksOf(surface, snapshot)
  if (fault) {
    const found = { ...fault, missing: [...(fault.missing ?? []), ...lacks] }
    return lacks.length > 0 ? withOpenFault(surface, snapshot, found) : found
  }
  if (lacks.length > 0) {
    return withOpenFault(surface, snapshot, lackingInputs(surface, snapshot, lacks as [Lack, ...Lack[]]))
  }
  const judged = surface.judge(valuesOf(snapshot, surface.needs) as Whole<InputName>, frame)
  return 'verdict' in judged ? { missing: [], ...judged } : insufficient(surface, judged)
}

/** Too little is seen; why, where the surface knows the cause behind it. */
const lackingInputs = (surface: Surface, snapshot: TruthSnapshot, missing: readonly [Lack, ...Lack[]]): Found => {
  const stale = surface.needs.flatMap((name) => causeOfLack(name, snapshot) ?? [])
  const cause = surface.explain(valuesOf(snapshot, surface.inputs))
  if (!cause) return insufficient(surface, { missing, reasons: stale })
  const summary = `${cause.message} ${sentenceOf(surface.contract.title, missing)}`
  return insufficient(surface, { missing, reasons: [cause, ...stale], summary })
}

/** On evidence that is not whole, a worse verdict that was found before stands until whole evidence says otherwise. */
const withOpenFault = ({ contract, hasFaults }: Surface, { inputs }: TruthSnapshot, found: Found): Found => {
  const fault = hasFaults ? inputs.openFaults?.value.surfaces[contract.surface] : undefined
  if (!fault || !(fault.verdict in contract.verdicts)) return found
  if (rankOf(contract, fault.verdict) >= rankOf(contract, found.verdict)) return found
  const at = toRfc3339(fault.atMs)
  const lacking = found.missing.map(({ description }) => description).join('; ')
  const cause: Cause = {
    code: NOT_DISPROVED,
    message: `Last found at ${at}, and nothing observed since then shows that it is over.`,
    value: at,
    of: ['openFaults'],
  }
  return {
    verdict: fault.verdict,
    summary: `As of ${at}: ${fault.summary} It counts as unchanged until this is observed again: ${lacking}.`,
    reasons: [cause, ...found.reasons],
    missing: found.missing,
    openFault: true,
  }
}

const lacksOf = (surface: Surface, snapshot: TruthSnapshot): Lack[] => [
  ...surface.needs.flatMap((name) => lackOfInput(name, snapshot) ?? []),
  ...lostEvidence(surface, snapshot),
]

/** What was counted before evidence was lost is missing until the counts that are kept since then reach back far enough. */
const lostEvidence = ({ looksBackMs }: Surface, { inputs, takenAtMs, constitution }: TruthSnapshot): Lack[] => {
  const lost = inputs.evidenceRecord?.value.lost
  const needMs = looksBackMs?.(constitution) ?? 0
  if (!lost || takenAtMs - lost.atMs >= needMs) return []
  return [
    {
      code: 'EVIDENCE_RECORD',
      description: `Counts that reach back ${seconds(needMs)}; evidence of earlier runs was lost at ${toRfc3339(lost.atMs)}`,
      have: seconds(Math.max(0, takenAtMs - lost.atMs)),
      need: seconds(needMs),
      producedBy: 'evidence store',
      earliestAtMs: lost.atMs + needMs,
    },
  ]
}

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
  openParts: inputs.openFaults?.value.parts ?? {},
  evidenceId: (name) => inputs[name] && evidenceIdOf(name, inputs[name]),
  reports,
})

const valuesOf = ({ inputs }: TruthSnapshot, names: readonly InputName[]) =>
  Object.fromEntries(names.flatMap((name) => (inputs[name] ? [[name, inputs[name].value]] : [])))

type Shown = Found & { readonly data: unknown; readonly atLeast: Severity }

const envelope = (surface: Surface, snapshot: TruthSnapshot, reports: Reports, found: Shown): Report => {
  const { contract, inputs } = surface
  const evidence = allEvidence(
    found.openFault ? { ...surface, inputs: [...inputs, 'openFaults'] } : surface,
    snapshot,
    reports,
  )
  const ofVerdict: Severity | undefined = contract.verdicts[found.verdict]
  assert(ofVerdict, `${found.verdict} is a verdict of ${contract.surface}`)
  const severity = SEVERITIES[Math.max(SEVERITIES.indexOf(ofVerdict), SEVERITIES.indexOf(found.atLeast))] ?? ofVerdict
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
    reasons: found.reasons.map((cause) => reasonOf(cause, ofVerdict, { snapshot, evidence })),
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
  { of, evidenceIds = [], severity, remedy: ownRemedy, ...cause }: Cause,
  ofVerdict: Severity,
  { snapshot, evidence }: Known,
): Reason => {
  const remedy = remedyOfCause({ code: cause.code, ...(ownRemedy !== undefined && { remedy: ownRemedy }) })
  const seenIn = [...of.flatMap((name) => evidenceOf(name, snapshot)?.id ?? []), ...evidenceIds]
  const shown = new Set(evidence.map(({ id }) => id))
  return {
    ...cause,
    severity: severity ?? ofVerdict,
    ...(remedy !== undefined && { remedy }),
    evidenceIds: [...new Set(seenIn)].filter((id) => shown.has(id)),
  }
}

const missingOf = ({ earliestAtMs, ...lack }: Lack): MissingEvidence => ({
  ...lack,
  remedy: remedyOfLack(lack),
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
    fresh: isFresh(observedAtMs, takenAtMs, limitMs),
    ...(sampleSize !== undefined && { sampleSize }),
    ...(digest !== undefined && { digest }),
  }
}
