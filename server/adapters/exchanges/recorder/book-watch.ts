/** Completeness check of a recording: whether a symbol's order book can be built from its changes and a snapshot. */

/** State that shows whether a symbol's order book can be built from the recording. */
export interface BookWatch {
  /** First change of the current unbroken chain. */
  first: DepthNumbers | null
  /** Last sequence number of that chain. */
  last: number | null
  /** Matching snapshot; null while one is required. */
  snapshot: number | null
}

/** Sequence numbers of an order book change, as Binance defines them. */
export interface DepthNumbers {
  readonly U: number
  readonly u: number
  readonly pu: number
}

export const createBookWatch = (): BookWatch => ({ first: null, last: null, snapshot: null })

/** Resets the state after the end of a stream: the next one needs its own chain and snapshot. */
export const breakWatch = (watch: BookWatch): void => {
  watch.first = null
  watch.last = null
  watch.snapshot = null
}

/** Records a change; returns true when the sequence broke although the connection held. */
export const noteChange = (watch: BookWatch, change: DepthNumbers): boolean => {
  const broken = watch.last !== null && change.pu !== watch.last
  if (broken || watch.first === null) {
    watch.first = change
    if (broken || !joins(watch, watch.snapshot)) watch.snapshot = null
  }
  watch.last = change.u
  return broken
}

/** Notes a snapshot; false when it is older than the chain, and another is needed. */
export const noteSnapshot = (watch: BookWatch, lastUpdateId: number): boolean => {
  if (!joins(watch, lastUpdateId)) return false
  watch.snapshot = lastUpdateId
  return true
}

/**
 * Returns whether the first change of a chain that reaches the snapshot spans it; false when the snapshot predates them
 * all.
 */
const joins = ({ first }: BookWatch, snapshot: number | null): boolean =>
  first === null || (snapshot !== null && (snapshot >= first.U || snapshot === first.pu))
