/** Inputs of the monitor: authentication, audit log, code and host security. */

import { atOnce, defineInput } from '../frame/input.ts'

/** Authentication methods and their recent results, without names. */
export interface IdentityTruth {
  readonly algorithm: string
  readonly tokenType: string
  readonly accessTtlMs: number
  readonly refreshIdleMs: number
  readonly refreshAbsoluteMs: number
  readonly keys: readonly {
    readonly kid: string
    readonly createdAtMs: number
    readonly rotateDueAtMs: number
    readonly signs: boolean
  }[]
  readonly passwords: { readonly scheme: string; readonly parameters: string; readonly outdated: number }
  readonly users: number
  /** Number of users who may sign in as ADMIN or TRADER. */
  readonly powerful: number
  /** Number of these users with two-factor authentication, which the host may require. */
  readonly powerfulWithSecondFactor: number
  readonly secondFactorRequired: boolean
  readonly strangeRoles: number
  /** Counts of this run within the last day. */
  readonly lately: {
    readonly loggedIn: number
    readonly loginFailed: number
    readonly loginThrottled: number
    readonly sessionRevoked: number
    readonly refreshReused: number
  }
}

export const identity = defineInput<IdentityTruth>({
  kind: 'STATE',
  source: 'identity.state',
  what: 'The status of authentication',
  producedBy: 'identity',
  maxAgeMs: atOnce,
})

/** Status of the audit log. */
export interface AuditTruth {
  readonly status: 'RECORDED' | 'SPOOLED' | 'HELD'
  readonly size: number
  readonly root: string
  readonly lastCheckpointAt: string | null
  /** Number of entries verified at the start, from the newest checkpoint on; absent when that failed. */
  readonly verifiedTo?: number
  /** Fault of the audit log; null when there is none. */
  readonly broken: string | null
}

export const audit = defineInput<AuditTruth>({
  kind: 'STATE',
  source: 'audit.log',
  what: 'The status of the audit log',
  producedBy: 'audit',
  maxAgeMs: atOnce,
})

/** Result of reading the whole audit log, from its first entry on. */
export interface AuditVerificationTruth {
  /** Number of verified entries. */
  readonly size: number
  readonly checkpoints: number
  readonly findings: number
  /** Code of the first finding, if any. */
  readonly first: string | null
}

export const auditVerification = defineInput<AuditVerificationTruth>({
  kind: 'ATTESTATION',
  source: 'audit.verification',
  what: 'A verification of the whole audit log',
  producedBy: 'audit',
  maxAgeMs: ({ monitor }) => monitor.maxFullVerificationAgeMs,
})

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
  what: 'The protection of secrets on the host',
  producedBy: 'host',
  maxAgeMs: ({ monitor }) => monitor.maxProbeAgeMs,
})

/** Advisory module, and how it is marked as such. */
export interface AdvisoryModule {
  readonly path: string
  readonly kind: 'RAG' | 'NLP' | 'LLM' | 'ML_CLASSIFIER'
  readonly because: string
}

/** Import graph of the shipped code. */
export interface CodeGraphTruth {
  readonly digest: string
  readonly nodes: number
  readonly edges: number
  /** Digest of the files it was read from. */
  readonly buildDigest: string
  /** Groups of modules that advisory code must not reach, with the number of modules in each. */
  readonly forbidden: readonly { readonly name: string; readonly modules: number }[]
  readonly advisory: readonly AdvisoryModule[]
  /** Import paths from advisory code to forbidden modules. */
  readonly paths: readonly { readonly from: string; readonly to: string; readonly path: readonly string[] }[]
  /** Modules of the decision path that import advisory code. */
  readonly influenced: readonly string[]
  /** Modules that use the port through which orders are sent, and the ones that should not. */
  readonly portHolders: readonly string[]
  readonly strangeHolders: readonly string[]
  /** Imports with a target computed at run time, which static analysis cannot follow. */
  readonly computedImports: readonly string[]
  /** Strategies from user files: each runs in its own thread, within the decision path. */
  readonly userStrategies: readonly { readonly strategyId: string; readonly version: number; readonly digest: string }[]
}

export const codeGraph = defineInput<CodeGraphTruth>({
  kind: 'ATTESTATION',
  source: 'host.code',
  what: 'The import graph of the running code',
  producedBy: 'host',
  maxAgeMs: ({ monitor }) => monitor.maxFullVerificationAgeMs,
})
