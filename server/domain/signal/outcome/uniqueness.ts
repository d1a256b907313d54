import { assert } from '../../../core/assert.ts'
import type { TimeRange } from '../../../core/instant.ts'

interface Edge {
  readonly atMs: number
  /** Index of the span. */
  readonly index: number
  readonly begins: boolean
}

/**
 * Computes the uniqueness of each span: the mean over its time of one over the number of spans open then (López de
 * Prado, *Advances in Financial Machine Learning*, ch. 4). Their sum is the number of independent outcomes among them.
 * For the outcomes of one symbol, each from its entry to its end.
 */
export const computeUniqueness = (spans: readonly TimeRange[]): number[] => {
  const shares = new Array<number>(spans.length).fill(0)
  const edges = spans.flatMap(toEdges).sort((a, b) => a.atMs - b.atMs)
  let open = 0
  let atMs = 0
  /** Time up to now, each moment divided by the spans open in it. */
  let shared = 0
  for (const edge of edges) {
    if (open > 0) shared += (edge.atMs - atMs) / open
    atMs = edge.atMs
    open += edge.begins ? 1 : -1
    shares[edge.index] = (shares[edge.index] ?? 0) + (edge.begins ? -shared : shared)
  }
  return spans.map(({ fromMs, toMs }, index) => Math.min(1, (shares[index] ?? 0) / (toMs - fromMs)))
}

const toEdges = ({ fromMs, toMs }: TimeRange, index: number): Edge[] => {
  assert(fromMs < toMs, 'a span of an outcome is not empty')
  return [
    { atMs: fromMs, index, begins: true },
    { atMs: toMs, index, begins: false },
  ]
}
