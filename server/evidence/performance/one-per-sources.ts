import type { PerformanceSources } from './performance-sources.ts'

/** Keeps the computed state of a reader: one for each platform. */
export const onePerSources = <T>(begin: () => T): ((sources: PerformanceSources) => T) => {
  const instances = new WeakMap<PerformanceSources, T>()
  return (sources) => {
    const known = instances.get(sources) ?? begin()
    instances.set(sources, known)
    return known
  }
}
