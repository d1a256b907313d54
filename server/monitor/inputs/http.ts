/** Inputs of the monitor: API routes, traffic and the console. */

import type { ConsoleManifest } from '../../../contract/monitor/console-manifest.ts'
import type { Role } from '../../../contract/roles.ts'
import { atOnce, defineInput } from '../frame/input.ts'

/** Registered API route: its declared access, and the result of probing its access check for each role. */
export interface RouteTruth {
  readonly method: string
  readonly url: string
  readonly effect: 'READ' | 'SESSION' | 'ORDER_INSTRUCTION' | 'CONTROL_RESTRICT' | 'RESEARCH' | null
  readonly access: 'OPEN' | 'ANONYMOUS' | 'PUBLIC' | readonly Role[] | null
  readonly quota: 'TIER' | 'CONTROL' | 'NONE' | 'FAILURES' | 'SESSION'
  readonly audited: boolean
  readonly idempotency: 'HONOURED' | 'BY_NATURE' | 'NONE'
  readonly decisions: Readonly<Record<'anonymous' | Role, 'OPEN' | 'UNAUTHENTICATED' | 'ALLOWED' | 'FORBIDDEN'>>
  readonly observed24h: { readonly allowed: number; readonly denied401: number; readonly denied403: number }
}

export const routes = defineInput<readonly RouteTruth[]>({
  kind: 'PROBE',
  source: 'http.guard',
  what: 'The access decision of every route for each kind of caller',
  producedBy: 'HTTP server',
  maxAgeMs: ({ monitor }) => monitor.maxProbeAgeMs,
})

/** One quota of the API and who is using it. */
export interface QuotaTruth {
  readonly name: string
  readonly requests: number
  readonly windowSec: number
  readonly active: number
  readonly limited: number
  readonly rejected1h: number
  /** Number of rejections within the recent period. */
  readonly rejectedLately: number
}

/** HTTP traffic, and results of the keys sent with it. */
export interface TrafficTruth {
  readonly quotas: readonly QuotaTruth[]
  /** Control requests of authorised users that were rejected within an hour. */
  readonly controlRefused1h: number
  readonly answers: {
    readonly replays24h: number
    readonly mismatches24h: number
    readonly duplicates24h: number
    readonly inFlight: number
  }
}

export const traffic = defineInput<TrafficTruth>({
  kind: 'STATE',
  source: 'http.quotas',
  what: 'The usage of the API quotas',
  producedBy: 'HTTP server',
  maxAgeMs: atOnce,
})

/** Numbers of requests since the start, by response class. */
export interface HttpAnswers {
  /** Keyed by the first digit of the status. */
  readonly byClass: { readonly '2xx': number; readonly '3xx': number; readonly '4xx': number; readonly '5xx': number }
  /** Responses with status 429. */
  readonly rateLimited: number
}

export const httpAnswers = defineInput<HttpAnswers>({
  kind: 'STATE',
  source: 'http.answers',
  what: 'The counts of HTTP responses',
  producedBy: 'http server',
  maxAgeMs: atOnce,
})

/** Stream subscribers, and reasons for closed connections. */
export interface StreamStanding {
  readonly connections: number
  readonly subscriptions: number
  /** Number of messages waiting for clients that must not be lost. */
  readonly backlog: number
  /** Connections that the server has closed since the start, by reason. */
  readonly ended: Readonly<Record<string, number>>
}

export const streamStanding = defineInput<StreamStanding>({
  kind: 'STATE',
  source: 'ws.stream',
  what: 'The subscribers of the stream',
  producedBy: 'stream',
  maxAgeMs: atOnce,
})

/** Manifest of the console build, and the digests of its files now. */
export interface ConsoleManifestTruth {
  readonly manifest: ConsoleManifest
  /** SHA-256 of the files on disk. */
  readonly bundleDigest: string
}

export const consoleManifest = defineInput<ConsoleManifestTruth>({
  kind: 'ATTESTATION',
  source: 'console.manifest',
  what: 'The manifest of the built console',
  producedBy: 'console build',
  maxAgeMs: ({ monitor }) => monitor.maxProbeAgeMs,
})

/** Responses to requests without a token, sent within the process; protected routes must return 401. */
export interface ConsoleProbesTruth {
  readonly pages: readonly { readonly path: string; readonly status: number }[]
  readonly reads: readonly { readonly path: string; readonly status: number }[]
  /** The content security policy of the first page; null if there is none. */
  readonly policy: string | null
}

export const consoleProbes = defineInput<ConsoleProbesTruth>({
  kind: 'PROBE',
  source: 'http.probes',
  what: 'The responses of the console pages and of the API calls they need',
  producedBy: 'HTTP server',
  maxAgeMs: ({ monitor }) => monitor.maxProbeAgeMs,
})
