/** The numbers of a change of the book, as Binance calls them. */
export interface DepthNumbers {
  readonly U: number
  readonly u: number
  readonly pu: number
}

/** What is needed to know whether the book of one symbol can be built from what was recorded. */
export interface BookWatch {
  /** The first change of the unbroken chain that is being told. */
  first: DepthNumbers | null
  /** The end of that chain. */
  last: number | null
  /** The snapshot that goes with it; null while one is needed. */
  snapshot: number | null
}

export const createBookWatch = (): BookWatch => ({ first: null, last: null, snapshot: null })

/** The stream is over: a chain and a snapshot of their own are needed after it. */
export const breakWatch = (watch: BookWatch): void => {
  watch.first = null
  watch.last = null
  watch.snapshot = null
}

/** Notes a change; true when the chain broke, although the connection held. */
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

/** Of an unbroken chain the first change that reaches the snapshot spans it, unless the snapshot is from before them all. */
const joins = ({ first }: BookWatch, snapshot: number | null): boolean =>
  first === null || (snapshot !== null && (snapshot >= first.U || snapshot === first.pu))
