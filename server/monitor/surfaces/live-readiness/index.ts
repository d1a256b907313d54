import { OPERATION_GATES } from './operation-gates.ts'
import { PERFORMANCE_GATES } from './performance-gates.ts'
import type { ReadinessGate } from './readiness-gate.ts'
import { SAFETY_GATES } from './safety-gates.ts'

/** Every gate before real money, in order of number. */
export const READINESS_GATES: readonly ReadinessGate[] = [
  ...PERFORMANCE_GATES,
  ...OPERATION_GATES,
  ...SAFETY_GATES,
].toSorted((a, b) => (a.id < b.id ? -1 : 1))
