import { defineInput } from '../frame/input.ts'

/** How the host is reached, how what is secret lies on it, and what the program is locked to. */
export interface CustodyTruth {
  readonly transport: {
    /** Whether we, or a proxy the host has declared with an https address, end TLS. */
    readonly tls: boolean
    /** Whether only this machine can reach us. */
    readonly loopback: boolean
  }
  readonly secrets: {
    /** Whether nobody but the owner can read any of the files; null where the system has no such permissions. */
    readonly modesOk: boolean | null
    /** When the newest key of an exchange was put there. */
    readonly newestKeyAtMs: number | null
  }
  /** SHA-256 of the file that locks the libraries; null where there is none. */
  readonly lockfileDigest: string | null
}

export const custody = defineInput<CustodyTruth>({
  kind: 'PROBE',
  source: 'host.files',
  what: 'How secrets lie on the host',
  producedBy: 'host',
  maxAgeMs: ({ monitor }) => monitor.maxProbeAgeMs,
})
