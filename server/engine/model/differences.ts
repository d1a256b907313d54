import type { Instant } from '../../core/instant.ts'

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
    | 'UNWATCHED_POSITION'
    | 'UNWATCHED_ORDERS'
  readonly symbol: string | null
  readonly ours: string
  readonly theirs: string
  readonly firstSeenAtMs: Instant
}

/** Nobody's books are wrong about it: the account holds something in a symbol that is not watched. */
export const isUnwatched = ({ kind }: Pick<Difference, 'kind'>): boolean =>
  kind === 'UNWATCHED_POSITION' || kind === 'UNWATCHED_ORDERS'
