import type { Instant } from '../../core/instant.ts'
import type { Ledger } from '../ledger.ts'

/** Positions that have been without a verified stop for longer than `budgetMs`. */
export const unprotectedBeyond = (ledger: Ledger, budgetMs: number, atMs: Instant): number =>
  [...ledger.positions.values()].filter(
    ({ protection }) => protection.unprotectedSinceMs !== null && atMs - protection.unprotectedSinceMs > budgetMs,
  ).length
