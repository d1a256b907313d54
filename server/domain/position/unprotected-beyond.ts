import type { Instant } from '../../core/instant.ts'
import type { Protection } from './position.ts'

interface Guarded {
  readonly protection: Pick<Protection, 'unprotectedSinceMs'>
}

/** Counts those without a verified stop for longer than `budgetMs`. */
export const unprotectedBeyond = (positions: Iterable<Guarded>, budgetMs: number, atMs: Instant): number =>
  [...positions].filter(
    ({ protection }) => protection.unprotectedSinceMs !== null && atMs - protection.unprotectedSinceMs > budgetMs,
  ).length
