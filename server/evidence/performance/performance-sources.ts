import type { TruthSources } from '../evidence-sources.ts'

/** Sources of the profitability figures. */
export type PerformanceSources = Pick<TruthSources, 'store' | 'trading' | 'now'>
