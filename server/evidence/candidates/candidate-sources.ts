import type { TruthSources } from '../evidence-sources.ts'

/** What is read of candidates and of what they have come to. */
export type CandidateSources = Pick<TruthSources, 'state' | 'store' | 'trading' | 'now'>
