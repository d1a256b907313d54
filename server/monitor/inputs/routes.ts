import type { Role } from '../../../contract/roles.ts'
import { defineInput } from '../frame/input.ts'

/** One method of one registered address, and the response of its access check when probed. */
export interface RouteTruth {
  readonly method: string
  readonly url: string
  readonly effect: 'READ' | 'SESSION' | 'ORDER_INSTRUCTION' | 'CONTROL_RESTRICT' | null
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
  what: 'What the guard of every route answers to whom',
  producedBy: 'HTTP server',
  maxAgeMs: ({ monitor }) => monitor.maxProbeAgeMs,
})
