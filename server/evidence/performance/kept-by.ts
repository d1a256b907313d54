import type { PerformanceSources } from './performance-sources.ts'

/** What a reader has worked out before and need not work out again: one for each platform that is looked at. */
export const onePerSources = <T>(begin: () => T): ((sources: PerformanceSources) => T) => {
  const instances = new WeakMap<PerformanceSources, T>()
  return (sources) => {
    const known = instances.get(sources) ?? begin()
    instances.set(sources, known)
    return known
  }
}
