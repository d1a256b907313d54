import type { TruthSources } from '../truth-sources.ts'

/** What profitability is worked out from. */
export type PerformanceSources = Pick<TruthSources, 'store' | 'trading' | 'now'>
