/** Readers of the monitor's inputs: how, and how often, each input is read. */

import type { Instant } from '../core/instant.ts'
import type { InputName, TruthInputs } from '../monitor/frame/inputs.ts'
import type { Observed } from '../monitor/frame/observed.ts'
import type { TruthSources } from './evidence-sources.ts'

/**
 * Method of reading an input. `at: 'SNAPSHOT'`: with the snapshot, at most once per `everyMs`, for inputs that cost
 * next to nothing. `at: 'BACKGROUND'`: independently, every `everyMs`; the snapshot contains the last value with its
 * age.
 */
export type Reader<T> =
  | SnapshotReader<T>
  | {
      readonly at: 'BACKGROUND'
      readonly everyMs: number
      /** True for an input that is read before the engine trades; the others are first read when the server is ready. */
      readonly precedesTrading?: boolean
      /** Delay of the first reading once the server is ready. */
      readonly firstAfterMs?: number
      read(sources: TruthSources, nowMs: Instant): Reading<T> | Promise<Reading<T>>
    }

/** Value that was read; undefined when none was available. */
export type Reading<T> = Observed<T> | undefined

export type Readers = { readonly [Name in InputName]: Reader<TruthInputs[Name]> }

export interface SnapshotReader<T> {
  readonly at: 'SNAPSHOT'
  readonly everyMs: number
  read(sources: TruthSources, nowMs: Instant): Reading<T>
}

/** Creates a reader of values that are available immediately, with every snapshot. */
export const always = <T>(read: (sources: TruthSources, nowMs: Instant) => Reading<T>): SnapshotReader<T> => ({
  at: 'SNAPSHOT',
  everyMs: 0,
  read,
})
