import type { DecisionPacket } from '../../../contract/monitor/live-readiness-decision-packet.ts'
import type { Waiver } from '../inputs/waivers.ts'
import { READINESS_GATES } from './index.ts'
import { worstOf } from './part.ts'
import type { ReadinessEvidence } from './readiness-evidence.ts'
import type { ReadinessGate } from './readiness-gate.ts'

export type JudgedGate = DecisionPacket['gates'][number]

/** What a packet is for: with a book that is armed autotrading, otherwise trading by hand. Unseen, everything is asked. */
export const scopeOf = ({ seen, frame }: ReadinessEvidence): DecisionPacket['scope'] => {
  const book = seen.engine?.books.find(({ mode }) => mode !== 'OFF')
  return {
    kind: seen.engine && !book ? 'MANUAL' : 'AUTOTRADING',
    bookId: book?.bookId ?? null,
    symbols: book?.symbols ?? [],
    maxNotional: frame.constitution.limits.maxGrossExposure,
  }
}

/** The waivers that still hold. */
export const standingWaivers = ({ seen, frame }: ReadinessEvidence): readonly Waiver[] =>
  (seen.waivers ?? []).filter(({ expiresAtMs }) => expiresAtMs > frame.nowMs)

/** Every gate that the scope asks for, in order. */
export const judgeGates = (evidence: ReadinessEvidence): readonly JudgedGate[] => {
  const byHand = scopeOf(evidence).kind === 'MANUAL'
  const waived = new Set(standingWaivers(evidence).map(({ gateId }) => gateId))
  return READINESS_GATES.filter(({ byHandToo }) => byHandToo || !byHand).map((gate) =>
    judgeGate(gate, evidence, waived.has(gate.id)),
  )
}

/** A waiver stands for what nothing measures, and for nothing else. */
const judgeGate = (gate: ReadinessGate, evidence: ReadinessEvidence, isWaived: boolean): JudgedGate => {
  const { monitor } = evidence.frame.constitution
  const parts = gate.parts(evidence)
  const { status, what, measured, threshold, unit, producedBy, evidenceIds, observedAt } = worstOf(parts)
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
    evidenceIds: [...evidenceIds],
    evidenceObservedAt: observedAt,
    validForMs: monitor.packetValidMs,
  }
}

export const countsOf = (gates: readonly JudgedGate[]): DecisionPacket['counts'] => {
  const count = (wanted: JudgedGate['status']): number => gates.filter(({ status }) => status === wanted).length
  const waived = gates.filter((gate) => gate.waived).length
  return { pass: count('PASS'), waived, fail: count('FAIL'), missing: count('MISSING') }
}

/** How many pass, and how many of these by a waiver alone. */
export const passesOf = (passes: string, { waived }: DecisionPacket['counts']): string =>
  waived === 0 ? passes : `${passes} (${waived} of them waived by the host, not measured)`
