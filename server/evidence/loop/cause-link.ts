import type { Cause } from '../../domain/order/order.ts'
import type { LinkState } from '../considered-entries.ts'
import { findBrief, type LoopSources } from './loop-sources.ts'

/** Checks that the candidate named as a cause exists and has the stated digest. */
export const causeLink = ({ store, considered }: LoopSources, { candidateId, digest }: Cause): LinkState => {
  const entry = findBrief(considered, candidateId) ?? store.signals.findEntry(candidateId)
  if (!entry) return 'PARENT_MISSING'
  return entry.digest === digest ? 'VERIFIED' : 'DIGEST_DIFFERS'
}
