import type { ConsoleManifest } from '../../../contract/monitor/console-manifest.ts'
import { defineInput } from '../frame/input.ts'

/** Manifest of the console build, and the digests of its files now. */
export interface ConsoleManifestTruth {
  readonly manifest: ConsoleManifest
  /** SHA-256 of the files as they lie there. */
  readonly bundleDigest: string
}

export const consoleManifest = defineInput<ConsoleManifestTruth>({
  kind: 'ATTESTATION',
  source: 'console.manifest',
  what: 'The manifest of the built console',
  producedBy: 'console build',
  maxAgeMs: ({ monitor }) => monitor.maxProbeAgeMs,
})
