/** Computes the report of a surface from a snapshot: verdict, reasons, missing evidence and data. */

import {
  type Evidence,
  INSUFFICIENT,
  type MissingEvidence,
  type Reason,
  type Report,
  SEVERITIES,
  type Severity,
} from '../../../contract/monitor/surface.ts'
import { assert } from '../../core/assert.ts'
import { isFresh, toRfc3339, toRfc3339OrNull } from '../../core/instant.ts'
import { INPUTS, type InputName, type TruthSnapshot } from './inputs.ts'
import { missingInput, missingInputCause, seconds } from './missing-evidence.ts'
import { deriveEvidenceId } from './observed.ts'
import { type JudgedPart, NOT_DISPROVED, verdictRank } from './open-faults.ts'
import { missingInputRemedy, remedyOfCause } from './remedies.ts'
import type { Cause, Complete, Finding, Frame, Insufficient, MissingItem, Surface } from './surface.ts'

/**
 * Builds the report of a surface on a snapshot. The worst finding comes first; then, when a needed input is missing or
 * too old, the earlier fault that has not been disproved, or else insufficient evidence; only then a good verdict. A
 * rule that throws is reported as such, never as a good verdict.
 */
export const createReport = (surface: Surface, snapshot: TruthSnapshot, reports: Reports): Report => {
  const frame = createFrame(snapshot, reports)
  try {
    const values = pickValues(snapshot, surface.inputs)
    const finding = judgeSurface(surface, snapshot, frame)
    const reasons = [...finding.reasons, ...surface.remarks(values, finding.verdict)]
    const atLeast = surface.carries(values, frame)
    return envelope(surface, snapshot, reports, { ...finding, reasons, atLeast, data: surface.data(values, frame) })
  } catch (error) {
    const finding = withOpenFault(surface, snapshot, computeFailed(error))
    return envelope(surface, snapshot, reports, { ...finding, atLeast: 'OK', data: null })
  }
}

type Reports = Frame['reports']

/** Returns the parts of a verdict as measured in a snapshot; none when they could not be evaluated. */
export const measureParts = (
  { needs, parts }: Surface,
  snapshot: TruthSnapshot,
  reports: Reports,
): readonly JudgedPart[] => {
  try {
    return parts?.(pickValues(snapshot, needs), createFrame(snapshot, reports)) ?? []
  } catch {
    return []
  }
}

type CompleteFinding = Finding<string> & { readonly missing: readonly MissingItem[]; readonly openFault?: boolean }

const judgeSurface = (surface: Surface, snapshot: TruthSnapshot, frame: Frame): CompleteFinding => {
  const fault = surface.fault(pickValues(snapshot, surface.needs), frame)
  const missingItems = collectMissing(surface, snapshot)
  if (fault) {
    const known = fault.missing ?? []
    const others = missingItems.filter((item) => !known.some((each) => isSameItem(each, item)))
    const finding = { ...fault, missing: [...known, ...others] }
    return missingItems.length > 0 ? withOpenFault(surface, snapshot, finding) : finding
  }
  if (missingItems.length > 0) {
    const lacking = lackingInputs(surface, snapshot, missingItems as [MissingItem, ...MissingItem[]])
    const isDisproved = surface.disproves(pickValues(snapshot, surface.needs), frame)
    return isDisproved ? lacking : withOpenFault(surface, snapshot, lacking)
  }
  const judged = surface.judge(pickValues(snapshot, surface.needs) as Complete<InputName>, frame)
  return 'verdict' in judged ? { missing: [], ...judged } : insufficient(surface, withCause(surface, snapshot, judged))
}

/** Returns insufficient evidence because of missing inputs. */
const lackingInputs = (
  surface: Surface,
  snapshot: TruthSnapshot,
  missing: readonly [MissingItem, ...MissingItem[]],
): CompleteFinding => {
  const reasons = surface.needs.flatMap((name) => missingInputCause(name, snapshot) ?? [])
  return insufficient(surface, withCause(surface, snapshot, { missing, reasons }))
}

/** Adds the cause of insufficient evidence if the surface knows it, and its remedy, unless it has its own summary. */
const withCause = (surface: Surface, snapshot: TruthSnapshot, finding: Insufficient): Insufficient => {
  const cause = finding.summary === undefined ? surface.explain(pickValues(snapshot, surface.inputs)) : null
  if (!cause) return finding
  const parts = [cause.message, remedyOfCause(cause), describeMissing(surface.contract.question, finding.missing)]
  const summary = parts.filter((part) => part !== undefined).join(' ')
  return { ...finding, reasons: [cause, ...(finding.reasons ?? [])], summary }
}

/** Retains a worse earlier verdict while evidence is incomplete, until evidence disproves it. */
const withOpenFault = (
  { contract, hasFaults }: Surface,
  { inputs }: TruthSnapshot,
  finding: CompleteFinding,
): CompleteFinding => {
  const fault = hasFaults ? inputs.openFaults?.value.surfaces[contract.surface] : undefined
  if (!fault || !(fault.verdict in contract.verdicts)) return finding
  if (verdictRank(contract, fault.verdict) >= verdictRank(contract, finding.verdict)) return finding
  const at = toRfc3339(fault.atMs)
  const lacking = finding.missing.map(({ description }) => description).join('; ')
  const cause: Cause = {
    code: NOT_DISPROVED,
    message: `Last found at ${at}, and no observation since then contradicts it.`,
    value: at,
    of: ['openFaults'],
  }
  return {
    verdict: fault.verdict,
    summary: `As of ${at}: ${fault.summary} Considered unchanged until this is observed again: ${lacking}.`,
    reasons: [cause, ...finding.reasons],
    missing: finding.missing,
    openFault: true,
  }
}

/** Returns whether two items describe the same evidence, as when one was taken from the report of another surface. */
const isSameItem = (one: MissingItem, other: MissingItem): boolean =>
  one.code === other.code && one.description === other.description

const collectMissing = (surface: Surface, snapshot: TruthSnapshot): MissingItem[] => [
  ...surface.needs.flatMap((name) => missingInput(name, snapshot) ?? []),
  ...lostEvidence(surface, snapshot),
]

/** Marks counts as missing if their lookback period extends beyond a loss of evidence. */
const lostEvidence = ({ lookbackMs }: Surface, { inputs, takenAtMs, constitution }: TruthSnapshot): MissingItem[] => {
  const lost = inputs.evidenceRecord?.value.lost
  const needMs = lookbackMs?.(constitution) ?? 0
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

const insufficient = (
  { contract }: Surface,
  { missing, beside = [], reasons = [], summary }: Insufficient,
): CompleteFinding => ({
  verdict: INSUFFICIENT,
  summary: summary ?? describeMissing(contract.question, missing),
  reasons,
  missing: [...missing, ...beside],
})

const computeFailed = (error: unknown): CompleteFinding => ({
  verdict: INSUFFICIENT,
  summary: 'This surface could not be evaluated; the state of what it monitors is unknown.',
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

const createFrame = ({ takenAtMs, inputs, ...snapshot }: TruthSnapshot, reports: Reports): Frame => ({
  nowMs: takenAtMs,
  mode: snapshot.mode,
  constitution: snapshot.constitution,
  hashes: snapshot.hashes,
  snapshotId: snapshot.snapshotId,
  observedAtMs: (name) => inputs[name]?.observedAtMs,
  openParts: inputs.openFaults?.value.parts ?? {},
  evidenceId: (name) => inputs[name] && deriveEvidenceId(name, inputs[name]),
  reports,
})

const pickValues = ({ inputs }: TruthSnapshot, names: readonly InputName[]) =>
  Object.fromEntries(names.flatMap((name) => (inputs[name] ? [[name, inputs[name].value]] : [])))

type ReportedFinding = CompleteFinding & { readonly data: unknown; readonly atLeast: Severity }

const envelope = (surface: Surface, snapshot: TruthSnapshot, reports: Reports, finding: ReportedFinding): Report => {
  const { contract, inputs } = surface
  const evidence = allEvidence(
    finding.openFault ? { ...surface, inputs: [...inputs, 'openFaults'] } : surface,
    snapshot,
    reports,
  )
  const ofVerdict: Severity | undefined = contract.verdicts[finding.verdict]
  assert(ofVerdict, `${finding.verdict} must be a verdict of ${contract.surface}`)
  const severity = SEVERITIES[Math.max(SEVERITIES.indexOf(ofVerdict), SEVERITIES.indexOf(finding.atLeast))] ?? ofVerdict
  const oldestAgeMs = Math.max(0, ...evidence.map(({ ageMs }) => ageMs))
  const stale = inputs.filter((name) => missingInput(name, snapshot) !== null)
  const staleInputs = [
    ...stale.map((name) => INPUTS[name].source),
    ...surface.dependsOn.flatMap((name) => reports.get(name)?.freshness.staleInputs ?? []),
  ]
  return {
    surface: contract.surface,
    verdict: finding.verdict,
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
    summary: finding.summary,
    reasons: finding.reasons.map((cause) => toReason(cause, ofVerdict, { snapshot, evidence })),
    missingEvidence: finding.missing.map(toMissingEvidence),
    evidence,
    freshness: {
      status: staleInputs.length === 0 ? 'FRESH' : stale.length < inputs.length ? 'PARTIAL' : 'STALE',
      oldestAgeMs,
      staleInputs: [...new Set(staleInputs)],
    },
    data: finding.data,
  }
}

/** Lists the evidence of the surface and of the reports it uses, without duplicates and from this snapshot only. */
const allEvidence = ({ inputs, dependsOn }: Surface, snapshot: TruthSnapshot, reports: Reports): Evidence[] => {
  const own = inputs.flatMap((name) => toEvidence(name, snapshot) ?? [])
  const theirs = dependsOn.flatMap((name) => reports.get(name)?.evidence ?? [])
  return [...new Map([...own, ...theirs].map((evidence) => [evidence.id, evidence])).values()]
}

interface Known {
  readonly snapshot: TruthSnapshot
  readonly evidence: readonly Evidence[]
}

const toReason = (
  { of, evidenceIds = [], severity, remedy: ownRemedy, ...cause }: Cause,
  ofVerdict: Severity,
  { snapshot, evidence }: Known,
): Reason => {
  const remedy = remedyOfCause({ code: cause.code, ...(ownRemedy !== undefined && { remedy: ownRemedy }) })
  const sourceIds = [...of.flatMap((name) => toEvidence(name, snapshot)?.id ?? []), ...evidenceIds]
  const knownIds = new Set(evidence.map(({ id }) => id))
  return {
    ...cause,
    severity: severity ?? ofVerdict,
    ...(remedy !== undefined && { remedy }),
    evidenceIds: [...new Set(sourceIds)].filter((id) => knownIds.has(id)),
  }
}

const toMissingEvidence = ({ earliestAtMs, ...missingItem }: MissingItem): MissingEvidence => ({
  ...missingItem,
  remedy: missingInputRemedy(missingItem),
  earliestAt: toRfc3339OrNull(earliestAtMs),
})

const toEvidence = (name: InputName, { inputs, takenAtMs, constitution }: TruthSnapshot): Evidence | undefined => {
  const observed = inputs[name]
  if (!observed) return undefined
  const { observedAtMs, sampleSize, digest } = observed
  const { kind, source, maxAgeMs } = INPUTS[name]
  const ageMs = Math.max(0, takenAtMs - observedAtMs)
  const limitMs = maxAgeMs(constitution)
  return {
    id: deriveEvidenceId(name, observed),
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

/**
 * Describes missing evidence in the standard sentence. Among several missing items, it names the one expected last, or
 * the first if none has an expected time, and counts those that may take longer because nothing is known of their time.
 */
const describeMissing = (question: string, missingItems: readonly [MissingItem, ...MissingItem[]]): string => {
  const { description, have, need, unit, producedBy, earliestAtMs } = latestMissing(missingItems)
  const amount =
    typeof have === 'number'
      ? `have ${have} of ${need}${unit === '%' ? unit : unit ? ` ${unit}` : ''}`
      : `${description}: ${have ?? 'none yet'}, required: ${need}`
  const when =
    earliestAtMs === null ? '' : `; at the current rate reached about ${toRfc3339(earliestAtMs).slice(0, 10)}`
  return `Not enough evidence to judge ${question}: ${amount}; produced by ${producedBy}${when}${describeOthers(missingItems)}.`
}

const describeOthers = (missingItems: readonly MissingItem[]): string => {
  const others = missingItems.length - 1
  if (others === 0) return ''
  const undated = missingItems.filter(({ earliestAtMs }) => earliestAtMs === null).length
  const needed = others === 1 ? '1 other item is needed' : `${others} other items are needed`
  if (undated > others) return `; ${needed} as well`
  if (undated === 0) return `; ${needed} and expected earlier`
  return `; ${needed}, ${undated === others ? '' : `${undated} of them `}without an expected date`
}

const latestMissing = (missingItems: readonly [MissingItem, ...MissingItem[]]): MissingItem =>
  missingItems.reduce((latest, missingItem) =>
    (missingItem.earliestAtMs ?? 0) > (latest.earliestAtMs ?? 0) ? missingItem : latest,
  )
