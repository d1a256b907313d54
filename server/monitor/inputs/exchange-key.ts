import type { KeyPermissions } from '../../domain/account/key-permissions.ts'
import { defineInput } from '../frame/input.ts'

/** The key of the exchange where orders go; no rights where none is held, as on paper. */
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
