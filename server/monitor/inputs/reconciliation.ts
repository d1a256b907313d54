import { defineInput, limitOrZero } from '../frame/input.ts'

/** The comparison of our books with the exchange; observed when it was last done. */
export interface ReconciliationTruth {
  readonly differences: number
}

export const reconciliation = defineInput<ReconciliationTruth>({
  kind: 'BOOKS',
  source: 'exchange.account',
  what: 'A comparison of our books with the exchange',
  producedBy: 'reconciliation',
  maxAgeMs: ({ data }) => limitOrZero(data.maxReconciliationAgeMs),
})
