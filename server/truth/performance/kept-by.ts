import type { PerformanceSources } from './performance-sources.ts'

/** What a reader has worked out before and need not work out again: one for each platform that is looked at. */
export const keptBy = <T>(begin: () => T): ((sources: PerformanceSources) => T) => {
  const kept = new WeakMap<PerformanceSources, T>()
  return (sources) => {
    const known = kept.get(sources) ?? begin()
    kept.set(sources, known)
    return known
  }
}
