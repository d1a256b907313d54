import type { Instant } from '../../core/instant.ts'
import { unprotectedBeyond as countBeyond } from '../../domain/position/unprotected-beyond.ts'
import type { Ledger } from '../state/ledger.ts'

/** Positions that have been without a verified stop for longer than `budgetMs`. */
export const unprotectedBeyond = ({ positions }: Ledger, budgetMs: number, atMs: Instant): number =>
  countBeyond(positions.values(), budgetMs, atMs)
