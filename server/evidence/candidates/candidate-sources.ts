import type { TruthSources } from '../evidence-sources.ts'

/** Sources of candidates and their results. */
export type CandidateSources = Pick<TruthSources, 'state' | 'store' | 'trading' | 'now'>
