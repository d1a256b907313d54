import { defineInput, limitOrZero } from '../frame/input.ts'

/** Reconciliation of our ledger with the exchange; observed when it was last done. */
export interface ReconciliationTruth {
  readonly differences: number
}

export const reconciliation = defineInput<ReconciliationTruth>({
  kind: 'BOOKS',
  source: 'exchange.account',
  what: 'The reconciliation with the exchange',
  producedBy: 'reconciliation',
  maxAgeMs: ({ data }) => limitOrZero(data.maxReconciliationAgeMs),
})
