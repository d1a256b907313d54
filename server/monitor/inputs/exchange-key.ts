import { inputOf } from '../input.ts'

/** What a key may do; null is what the exchange does not say. */
export interface KeyRightsTruth {
  readonly trade: boolean | null
  readonly withdraw: boolean | null
  readonly transfer: boolean | null
  readonly boundToAddresses: boolean | null
  readonly expiresAtMs: number | null
}

/** The key of the exchange where orders go; no rights where none is held, as on paper. */
export interface ExchangeKeyTruth {
  readonly rights: KeyRightsTruth | null
}

export const exchangeKey = inputOf<ExchangeKeyTruth>({
  kind: 'PROBE',
  source: 'exchange.key',
  what: 'What the key of the exchange may do',
  producedBy: 'exchange adapter',
  maxAgeMs: ({ monitor }) => monitor.maxProbeAgeMs,
})
