import type { Sample } from './sample.ts'

export interface Fold<T> {
  /** Test fold: consecutive samples to forecast. */
  readonly tested: readonly T[]
  /** Training samples for that fold. */
  readonly learnt: readonly T[]
}

type Timed = Pick<Sample, 'signalAtMs' | 'resolvedAtMs'>

/**
 * The samples in order of time as `count` stretches, each with those of the others that know nothing of it: none was
 * open in the same time, and none began within `embargoMs` after it (López de Prado, *Advances in Financial Machine
 * Learning*, ch. 7).
 */
export const purgedFolds = <T extends Timed>(
  samples: readonly T[],
  { count, embargoMs }: { readonly count: number; readonly embargoMs: number },
): Fold<T>[] => {
  const ordered = samples.toSorted((a, b) => a.signalAtMs - b.signalAtMs || a.resolvedAtMs - b.resolvedAtMs)
  return Array.from({ length: count }, (_, fold): Fold<T> => {
    const start = Math.floor((fold * ordered.length) / count)
    const end = Math.floor(((fold + 1) * ordered.length) / count)
    const tested = ordered.slice(start, end)
    const fromMs = tested[0]?.signalAtMs ?? 0
    const toMs = tested.reduce((last, { resolvedAtMs }) => Math.max(last, resolvedAtMs), 0) + embargoMs
    const learnt = ordered.filter(
      ({ signalAtMs, resolvedAtMs }, index) =>
        (index < start || index >= end) && (resolvedAtMs < fromMs || signalAtMs > toMs),
    )
    return { tested, learnt }
  }).filter(({ tested }) => tested.length > 0)
}
