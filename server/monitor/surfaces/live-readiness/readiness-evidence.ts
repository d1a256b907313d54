/**
 * Evidence for readiness gates: parts read from inputs or from reports of other surfaces, and their comparison with a
 * requirement.
 */

import { INSUFFICIENT, type Report } from '../../../../contract/monitor/surface.ts'
import { isFresh, toRfc3339 } from '../../../core/instant.ts'
import { followPointer } from '../../../core/json.ts'
import { INPUTS, type InputName } from '../../frame/inputs.ts'
import { seconds } from '../../frame/missing-evidence.ts'
import type { Available, Frame } from '../../frame/surface.ts'

/** Inputs used to judge the packet, in addition to the reports of other surfaces. */
export const PACKET_NEEDS = [
  'engine',
  'orders',
  'reconciliation',
  'clock',
  'audit',
  'auditVerification',
  'constitutionProbes',
  'waivers',
  'readinessChecks',
  'liveKey',
  'latch',
  'watch',
  'drills',
  'identity',
] as const satisfies readonly InputName[]
export type PacketNeed = (typeof PACKET_NEEDS)[number]

export interface ReadinessEvidence {
  readonly inputs: Available<PacketNeed>
  readonly frame: Frame
}

/** Requirement on a measured value. */
export interface Requirement<T> {
  readonly what: string
  readonly threshold: number | string
  readonly unit?: string
  readonly measure: (value: T) => {
    readonly holds: boolean
    readonly measured: number | string | null
    /** True when a failure means too little evidence rather than a fault. */
    readonly tooLittle?: boolean
  }
}

/** Reads a part from an input. An old input can still show a fault, but never a pass. */
export const inputPart = <N extends PacketNeed>(
  { inputs, frame }: ReadinessEvidence,
  name: N,
  requirement: Requirement<NonNullable<Available<PacketNeed>[N]>>,
): Part => {
  const value = inputs[name]
  const { maxAgeMs, producedBy } = INPUTS[name]
  const observedAtMs = frame.observedAtMs(name)
  const evidenceId = frame.evidenceId(name)
  const common = {
    ...requirementBody(requirement),
    producedBy,
    evidenceIds: evidenceId === undefined ? [] : [evidenceId],
  }
  if (value === undefined || value === null || observedAtMs === undefined) return { ...common, ...NOTHING }
  const limitMs = maxAgeMs(frame.constitution)
  const fresh = isFresh(observedAtMs, frame.nowMs, limitMs)
  const { holds, measured, tooLittle = false } = requirement.measure(value)
  const observedAt = toRfc3339(observedAtMs)
  if (holds && !fresh) {
    return { ...common, status: 'MISSING', measured: `${measured}, more than ${seconds(limitMs)} old`, observedAt }
  }
  const status = holds ? 'PASS' : tooLittle ? 'MISSING' : 'FAIL'
  return { ...common, status, measured, observedAt }
}

const NOTHING = { status: 'MISSING', measured: null, observedAt: null } as const

const requirementBody = <T>({ what, threshold, unit }: Requirement<T>) => ({ what, threshold, unit: unit ?? null })

/** Reads a part from the data of another surface's report. A report with too little evidence never shows a pass. */
export const reportPart = ({ frame }: ReadinessEvidence, surface: string, requirement: Requirement<Report>): Part => {
  const report = frame.reports.get(surface)
  const common = { ...requirementBody(requirement), producedBy: surface }
  if (!report) return { ...common, ...NOTHING, evidenceIds: [] }
  const { holds, measured, tooLittle = false } = requirement.measure(report)
  const enough = report.verdict !== INSUFFICIENT
  const status = holds ? (enough ? 'PASS' : 'MISSING') : tooLittle || measured === null ? 'MISSING' : 'FAIL'
  return { ...common, status, measured, evidenceIds: report.evidence.map(({ id }) => id), observedAt: report.asOf }
}

/** Requires that the verdict of another surface is one of the given ones. */
export const verdictPart = (evidence: ReadinessEvidence, surface: string, good: readonly string[]): Part =>
  reportPart(evidence, surface, {
    what: `The verdict of ${surface}`,
    threshold: good.join(' or '),
    measure: ({ verdict }) => ({
      holds: good.includes(verdict),
      measured: verdict,
      tooLittle: verdict === INSUFFICIENT,
    }),
  })

/** Returns a number from the data of a report by its JSON pointer; null when there is none. */
export const numberIn = ({ data }: Report, pointer: string): number | null => {
  const member = followPointer(data, pointer)
  return member.ok && typeof member.value === 'number' ? member.value : null
}

/** Returns a list from the data of a report by its JSON pointer; empty when there is none. */
export const itemsIn = ({ data }: Report, pointer: string): readonly unknown[] => {
  const member = followPointer(data, pointer)
  return member.ok && Array.isArray(member.value) ? member.value : []
}

/** Returns a member of an item of such a list. */
export const readMember = (item: unknown, name: string): unknown => {
  const member = followPointer(item, `/${name}`)
  return member.ok ? member.value : undefined
}

/** Evidence for one requirement of a readiness gate. */
export interface Part {
  /** `UNMEASURED`: not measured by this build; only this can be waived on the host. */
  readonly status: 'PASS' | 'FAIL' | 'MISSING' | 'UNMEASURED'
  /** Description of what is missing or wrong. */
  readonly what: string
  readonly measured: number | string | null
  readonly threshold: number | string
  readonly unit: string | null
  readonly producedBy: string
  readonly evidenceIds: readonly string[]
  readonly observedAt: string | null
  /** Replaces the remedy of the gate, where this part knows a more exact one. */
  readonly remedy?: string
}

const RANK: Record<Part['status'], number> = { FAIL: 0, MISSING: 1, UNMEASURED: 2, PASS: 3 }

/** Returns the decisive part of the gate: the worst one, or the first of equal ones. */
export const worstPart = (parts: readonly [Part, ...Part[]]): Part =>
  parts.reduce((worst, part) => (RANK[part.status] < RANK[worst.status] ? part : worst))

/** Returns a part that nothing in this build measures. */
export const unmeasured = (what: string, threshold: number | string, producedBy: string): Part => ({
  status: 'UNMEASURED',
  what,
  measured: null,
  threshold,
  unit: null,
  producedBy,
  evidenceIds: [],
  observedAt: null,
})
