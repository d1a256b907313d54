import { atOnce, defineInput } from '../frame/input.ts'

/** One quota of the API and who is using it. */
export interface QuotaTruth {
  readonly name: string
  readonly requests: number
  readonly windowSec: number
  readonly active: number
  readonly limited: number
  readonly rejected1h: number
  /** Within the time in which a delay is still one of now. */
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
  what: 'How the quotas of the API are used',
  producedBy: 'HTTP server',
  maxAgeMs: atOnce,
})
