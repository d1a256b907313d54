/** Windowed counts of earlier runs, which are saved and added to the counts of this run. */

import { DAY_MS, type Instant } from '../../core/instant.ts'
import type { InputName } from '../../monitor/frame/inputs.ts'

/** Last readings of inputs with windowed counts, from this run and earlier ones. */
export interface CarriedReadings {
  readonly own: Map<InputName, unknown>
  /** Oldest first; a reading is carried over until its window ends. */
  readonly earlier: Map<InputName, readonly Earlier[]>
}

interface Earlier {
  readonly atMs: Instant
  readonly value: unknown
}

export const createCarriedReadings = (): CarriedReadings => ({ own: new Map(), earlier: new Map() })

/** Maximum number of earlier readings, one per minute of a window. */
const EARLIER_MAX = 60

/** Returns the readings to save: all that are still valid, with the reading of this run as the newest. */
export const readingsToSave = (
  { own, earlier }: CarriedReadings,
  nowMs: Instant,
): ReadonlyMap<string, readonly Earlier[]> =>
  new Map(
    [...own].map(([name, value]) => [
      name,
      [...(earlier.get(name) ?? []).filter(({ atMs }) => atMs > nowMs - DAY_MS), { atMs: nowMs, value }].slice(
        -EARLIER_MAX,
      ),
    ]),
  )

/** Combines a reading with one of an earlier run; `ageMs` is the time since that run saved it. */
export interface CarryRule<T> {
  readonly name: InputName
  readonly windowMs: number
  readonly add: (own: T, earlier: T, ageMs: number) => T
}
