import type { Instant } from '../../core/instant.ts'

/** A difference between the ledger and the exchange. */
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
    | 'UNWATCHED_POSITION'
    | 'UNWATCHED_ORDERS'
  readonly symbol: string | null
  readonly ours: string
  readonly theirs: string
  readonly firstSeenAtMs: Instant
}

/** Returns whether the difference is no ledger error: the account holds something in a symbol that is not watched. */
export const isUnwatched = ({ kind }: Pick<Difference, 'kind'>): boolean =>
  kind === 'UNWATCHED_POSITION' || kind === 'UNWATCHED_ORDERS'
