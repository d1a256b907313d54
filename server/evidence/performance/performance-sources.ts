import type { TruthSources } from '../evidence-sources.ts'

/** What profitability is worked out from. */
export type PerformanceSources = Pick<TruthSources, 'store' | 'trading' | 'now'>
