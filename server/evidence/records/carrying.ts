import type { Instant } from '../../core/instant.ts'
import type { InputName, TruthInputs } from '../../monitor/frame/inputs.ts'
import type { TruthSources } from '../evidence-sources.ts'
import type { SnapshotReader } from '../reader.ts'
import type { CarryRule } from './carried-readings.ts'

/**
 * A reader whose counts reach back beyond the start: what an earlier run counted is added until the whole window has passed since that
 * run was last saved, so that a restart never makes a count smaller too early.
 */
export const carrying = <Name extends InputName>(
  reader: SnapshotReader<TruthInputs[Name]>,
  { name, windowMs, add }: CarryRule<TruthInputs[Name]> & { readonly name: Name },
): SnapshotReader<TruthInputs[Name]> => ({
  ...reader,
  read(sources: TruthSources, nowMs: Instant) {
    const reading = reader.read(sources, nowMs)
    if (!reading) return undefined
    const { own, earlier } = sources.records.carried
    own.set(name, reading.value)
    const valid = (earlier.get(name) ?? []).filter(({ atMs }) => nowMs - atMs < windowMs)
    const value = valid.reduce(
      (sum, { atMs, value: before }) => add(sum, before as TruthInputs[Name], nowMs - atMs),
      reading.value,
    )
    return { ...reading, value }
  },
})
