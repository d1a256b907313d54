import type { Cause } from '../../domain/order/order.ts'
import type { LinkState } from '../considered-entries.ts'
import { findBrief, type LoopSources } from './loop-sources.ts'

/** Whether the candidate that something says it came of is there, and is the one it says. */
export const causeLink = ({ store, considered }: LoopSources, { candidateId, digest }: Cause): LinkState => {
  const entry = findBrief(considered, candidateId) ?? store.signals.findEntry(candidateId)
  if (!entry) return 'PARENT_MISSING'
  return entry.digest === digest ? 'VERIFIED' : 'DIGEST_DIFFERS'
}
