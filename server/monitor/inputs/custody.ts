import { defineInput } from '../frame/input.ts'

/** Network access to the host, protection of its secrets, and the dependency lock of the program. */
export interface HostSecurityTruth {
  readonly transport: {
    /** True when the server, or a proxy the host has declared with an https address, terminates TLS. */
    readonly tls: boolean
    /** True when only this machine can reach the server. */
    readonly loopback: boolean
  }
  readonly secrets: {
    /** True when only the owner can read the files; null when the system has no such permissions. */
    readonly modesOk: boolean | null
    /** Time at which the newest exchange key was stored. */
    readonly newestKeyAtMs: number | null
  }
  /** SHA-256 of the file that locks the libraries; null where there is none. */
  readonly lockfileDigest: string | null
}

export const custody = defineInput<HostSecurityTruth>({
  kind: 'PROBE',
  source: 'host.files',
  what: 'How secrets lie on the host',
  producedBy: 'host',
  maxAgeMs: ({ monitor }) => monitor.maxProbeAgeMs,
})
