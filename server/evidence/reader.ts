import type { Instant } from '../core/instant.ts'
import type { InputName, TruthInputs } from '../monitor/frame/inputs.ts'
import type { Observed } from '../monitor/frame/observed.ts'
import type { TruthSources } from './evidence-sources.ts'

/** What was found; nothing where nothing could be seen. */
export type Reading<T> = Observed<T> | undefined

/**
 * How an input is come by. `at: 'SNAPSHOT'`: with the snapshot, not more often than `everyMs`; it must cost next to nothing.
 * `at: 'BACKGROUND'`: beside it, as often as `everyMs`; the snapshot has the last that was found, with its age.
 */
export type Reader<T> =
  | SnapshotReader<T>
  | {
      readonly at: 'BACKGROUND'
      readonly everyMs: number
      read(sources: TruthSources, nowMs: Instant): Reading<T> | Promise<Reading<T>>
    }

export type Readers = { readonly [Name in InputName]: Reader<TruthInputs[Name]> }

export interface SnapshotReader<T> {
  readonly at: 'SNAPSHOT'
  readonly everyMs: number
  read(sources: TruthSources, nowMs: Instant): Reading<T>
}

/** A reader of what is known at once, with every snapshot. */
export const always = <T>(read: (sources: TruthSources, nowMs: Instant) => Reading<T>): SnapshotReader<T> => ({
  at: 'SNAPSHOT',
  everyMs: 0,
  read,
})
