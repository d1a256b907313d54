import type { GoldenRun } from '../../domain/signal/golden/run-golden.ts'
import { defineInput } from '../frame/input.ts'

/** Golden vector results of every strategy and pattern, on the running build. */
export const goldenVectors = defineInput<readonly GoldenRun[]>({
  kind: 'ATTESTATION',
  source: 'golden.vectors',
  what: 'A run of the golden vectors on this build',
  producedBy: 'golden vectors',
  maxAgeMs: ({ monitor }) => monitor.maxFullVerificationAgeMs,
})
