/** Judges the readiness gates for live trading: scope, waivers, parts, and the status of each gate. */

import type { DecisionPacket } from '../../../../contract/monitor/live-readiness-decision-packet.ts'
import { toRfc3339 } from '../../../core/instant.ts'
import type { JudgedPart } from '../../frame/open-faults.ts'
import type { Waiver } from '../../inputs/go-live.ts'
import { OPERATION_GATES } from './operation-gates.ts'
import { PERFORMANCE_GATES } from './performance-gates.ts'
import { type Part, type ReadinessEvidence, worstPart } from './readiness-evidence.ts'
import type { ReadinessGate } from './readiness-gate.ts'
import { SAFETY_GATES } from './safety-gates.ts'

/** Judges every gate that the scope requires, in order. */
export const judgeGates = (evidence: ReadinessEvidence): readonly JudgedGate[] => {
  const waived = new Set(standingWaivers(evidence).map(({ gateId }) => gateId))
  return gatesInScope(evidence).map((gate) => judgeGate(gate, evidence, waived.has(gate.id)))
}

export type JudgedGate = DecisionPacket['gates'][number]

/**
 * Returns the scope: autotrading if a trading scope is armed, otherwise manual trading. All gates apply when unknown.
 */
export const chooseScope = ({ inputs, frame }: ReadinessEvidence): DecisionPacket['scope'] => {
  const book = inputs.engine?.books.find(({ mode }) => mode !== 'OFF')
  return {
    kind: inputs.engine && !book ? 'MANUAL' : 'AUTOTRADING',
    bookId: book?.bookId ?? null,
    symbols: book?.symbols ?? [],
    maxNotional: frame.constitution.limits.maxGrossExposure,
  }
}

/** Returns the waivers that have not expired. */
export const standingWaivers = ({ inputs, frame }: ReadinessEvidence): readonly Waiver[] =>
  (inputs.waivers ?? []).filter(({ expiresAtMs }) => expiresAtMs > frame.nowMs)

const gatesInScope = (evidence: ReadinessEvidence): readonly ReadinessGate[] => {
  const byHand = chooseScope(evidence).kind === 'MANUAL'
  return READINESS_GATES.filter(({ byHandToo }) => byHandToo || !byHand)
}

/** Returns every part of every gate of the scope, as currently measured. */
export const judgeParts = (evidence: ReadinessEvidence): readonly JudgedPart[] =>
  gatesInScope(evidence).flatMap((gate) =>
    gate.parts(evidence).map((part) => ({
      key: partKey(gate, part),
      status: part.status,
      measured: part.measured,
      observedAtMs: part.observedAt === null ? null : Date.parse(part.observedAt),
    })),
  )

const partKey = ({ id }: ReadinessGate, { what }: Part): string => `${id}: ${what}`

/** Retains the failure of a part until it is measured again. */
const standing = (gate: ReadinessGate, part: Part, { frame }: ReadinessEvidence): Part => {
  const open = frame.openParts[partKey(gate, part)]
  if (!open || part.status === 'FAIL' || part.status === 'PASS') return part
  const observedAt = toRfc3339(open.atMs)
  return {
    ...part,
    status: 'FAIL',
    what: `${part.what} (last measured at ${observedAt}, not measured now)`,
    measured: open.measured,
    observedAt,
  }
}

/** Judges one gate. A waiver can replace only a measurement that does not exist. */
const judgeGate = (gate: ReadinessGate, evidence: ReadinessEvidence, isWaived: boolean): JudgedGate => {
  const { monitor } = evidence.frame.constitution
  const parts = gate.parts(evidence)
  const [first, ...others] = parts
  const { status, what, measured, threshold, unit, producedBy, evidenceIds, observedAt, remedy } = worstPart([
    standing(gate, first, evidence),
    ...others.map((part) => standing(gate, part, evidence)),
  ])
  const waived = status === 'UNMEASURED' && isWaived
  return {
    id: gate.id,
    title: gate.title,
    mandatory: true,
    status: waived ? 'PASS' : status === 'UNMEASURED' ? 'MISSING' : status,
    waived,
    what,
    measured,
    threshold,
    unit,
    windowDays: gate.windowDays?.(monitor) ?? null,
    waivable: parts.some((part) => part.status === 'UNMEASURED'),
    producedBy,
    remedy: remedy ?? gate.remedy,
    evidenceIds: [...evidenceIds],
    evidenceObservedAt: observedAt,
    validForMs: monitor.packetValidMs,
  }
}

export const countGates = (gates: readonly JudgedGate[]): DecisionPacket['counts'] => {
  const count = (wanted: JudgedGate['status']): number => gates.filter(({ status }) => status === wanted).length
  const waived = gates.filter((gate) => gate.waived).length
  return { pass: count('PASS'), waived, fail: count('FAIL'), missing: count('MISSING') }
}

/** Describes how many gates pass, and how many of these only because of a waiver. */
export const describePasses = (passes: string, { waived }: DecisionPacket['counts']): string =>
  waived === 0 ? passes : `${passes} (${waived} of them waived by the host, not measured)`

/** Every gate before real money, in order of number. */
export const READINESS_GATES: readonly ReadinessGate[] = [
  ...PERFORMANCE_GATES,
  ...OPERATION_GATES,
  ...SAFETY_GATES,
].toSorted((a, b) => (a.id < b.id ? -1 : 1))
