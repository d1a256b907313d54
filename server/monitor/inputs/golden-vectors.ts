import type { GoldenRun } from '../../domain/signal/golden/run-golden.ts'
import { defineInput } from '../frame/input.ts'

/** Whether every strategy and pattern says of fixed bars what it is known to say, on the build that runs. */
export const goldenVectors = defineInput<readonly GoldenRun[]>({
  kind: 'ATTESTATION',
  source: 'golden.vectors',
  what: 'A run of the golden vectors on this build',
  producedBy: 'golden vectors',
  maxAgeMs: ({ monitor }) => monitor.maxFullVerificationAgeMs,
})
