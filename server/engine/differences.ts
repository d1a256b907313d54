import type { Instant } from '../core/instant.ts'

/** Where our books and the exchange's do not agree. */
export interface Difference {
  /** The same for the same disagreement, however often it is seen. */
  readonly key: string
  readonly kind:
    | 'MISSING_FILL'
    | 'UNKNOWN_ORDER'
    | 'QTY_MISMATCH'
    | 'ENTRY_PRICE_DRIFT'
    | 'UNPROTECTED'
    | 'FOREIGN_EPOCH'
    | 'BALANCE_DRIFT'
  readonly symbol: string | null
  readonly ours: string
  readonly theirs: string
  readonly firstSeenAtMs: Instant
}
