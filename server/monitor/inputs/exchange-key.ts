import type { KeyPermissions } from '../../domain/account/key-permissions.ts'
import { defineInput } from '../frame/input.ts'

/** Exchange key used for orders; without permissions when there is none, as on paper. */
export interface ExchangeKeyTruth {
  readonly rights: KeyPermissions | null
}

export const exchangeKey = defineInput<ExchangeKeyTruth>({
  kind: 'PROBE',
  source: 'exchange.key',
  what: 'What the key of the exchange may do',
  producedBy: 'exchange adapter',
  maxAgeMs: ({ monitor }) => monitor.maxProbeAgeMs,
})
