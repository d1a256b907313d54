import type { Instant } from '../../../core/instant.ts'
import type { Constitution } from '../../../domain/risk/constitution.ts'
import type { Part } from './part.ts'
import type { ReadinessEvidence } from './readiness-evidence.ts'

/** One thing that must hold before real money is traded. */
export interface ReadinessGate {
  readonly id: `LR${string}`
  readonly title: string
  /** What to do, or what to wait for, while it does not pass. */
  readonly remedy: string
  /** False where it asks about autotrading: a packet for trading by hand leaves it out. */
  readonly byHandToo: boolean
  readonly windowDays?: (monitor: Constitution['monitor']) => number
  /** When its evidence could be there; left out, when the surface it goes by could have all it lacks. */
  readonly dueAtMs?: (evidence: ReadinessEvidence) => Instant | null
  readonly parts: (evidence: ReadinessEvidence) => readonly [Part, ...Part[]]
}
