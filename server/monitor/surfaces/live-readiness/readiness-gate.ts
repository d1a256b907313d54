import type { Instant } from '../../../core/instant.ts'
import type { Constitution } from '../../../domain/risk/constitution.ts'
import type { Part, ReadinessEvidence } from './readiness-evidence.ts'

/** Readiness gate: one requirement for trading with real money, with its remedy and its measured parts. */
export interface ReadinessGate {
  readonly id: `LR${string}`
  readonly title: string
  /** Action to take, or evidence to wait for, until the gate passes. */
  readonly remedy: string
  /** False for a gate that concerns only autotrading; a packet for manual trading omits it. */
  readonly byHandToo: boolean
  readonly windowDays?: (monitor: Constitution['monitor']) => number
  /** Time its evidence could be available; omitted when the surface it reads provides the missing evidence. */
  readonly dueAtMs?: (evidence: ReadinessEvidence) => Instant | null
  readonly parts: (evidence: ReadinessEvidence) => readonly [Part, ...Part[]]
}
