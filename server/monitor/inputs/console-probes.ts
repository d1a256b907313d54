import { defineInput } from '../frame/input.ts'

/** Responses to requests without a token, made within the process; 401 is required of protected routes. */
export interface ConsoleProbesTruth {
  readonly pages: readonly { readonly path: string; readonly status: number }[]
  readonly reads: readonly { readonly path: string; readonly status: number }[]
  /** The content security policy of the first page; null where there is none. */
  readonly policy: string | null
}

export const consoleProbes = defineInput<ConsoleProbesTruth>({
  kind: 'PROBE',
  source: 'http.probes',
  what: 'What the pages of the console and the reads they need answer',
  producedBy: 'HTTP server',
  maxAgeMs: ({ monitor }) => monitor.maxProbeAgeMs,
})
