import { setTimeout } from 'node:timers/promises'
import { ageMs } from '../core/age.ts'
import type { MakeId } from '../core/id.ts'
import { type Instant, SECOND_MS } from '../core/instant.ts'
import { INPUT_NAMES, type InputName, type TruthInputs } from '../monitor/truth-inputs.ts'
import type { TruthSnapshot } from '../monitor/truth-snapshot.ts'
import type { Reader, Readers, Reading } from './reader.ts'
import type { TruthSources } from './truth-sources.ts'

/** What is known of the platform, looked at as often as is good for it. */
export interface Truth {
  /** As it is now, or was within the last second. */
  snapshot(): TruthSnapshot
  /** What was last found of one input, however old. */
  latest<Name extends InputName>(name: Name): TruthInputs[Name] | undefined
  /** Lets whatever is looked at beside the snapshots be looked at, once and then as often as it says; ends with `signal`. */
  begin(signal: AbortSignal): void
}

export interface TruthParts {
  readonly sources: TruthSources
  readonly readers: Readers
  readonly ids: MakeId
  /** Told of what could not be looked at; the snapshot does without it. */
  readonly onFailure: (input: InputName, error: unknown) => void
}

/** A snapshot is taken anew when it is older. */
const TAKEN_ANEW_MS = SECOND_MS

interface Kept<T> {
  readonly reading: Reading<T>
  readonly readAtMs: Instant
}

interface KeptInputs {
  get<Name extends InputName>(name: Name): Kept<TruthInputs[Name]> | undefined
  set<Name extends InputName>(name: Name, kept: Kept<TruthInputs[Name]>): void
  delete(name: InputName): void
}

export const openTruth = (parts: TruthParts): Truth => {
  const kept: KeptInputs = new Map()
  let last: TruthSnapshot | undefined
  return {
    snapshot() {
      const nowMs = parts.sources.now()
      if (last && nowMs >= last.takenAtMs && nowMs - last.takenAtMs < TAKEN_ANEW_MS) return last
      last = take(parts, kept, nowMs)
      return last
    },
    latest: (name) => kept.get(name)?.reading?.value,
    begin(signal) {
      for (const name of INPUT_NAMES) void lookBeside(parts, kept, { name, signal })
    },
  }
}

/** One input whose turn it is. */
interface Look<Name> {
  readonly name: Name
  readonly nowMs: Instant
}

const lookAtOnce = <Name extends InputName>(
  { sources, readers, onFailure }: TruthParts,
  kept: KeptInputs,
  { name, nowMs }: Look<Name>,
): void => {
  const reader: Reader<TruthInputs[Name]> = readers[name]
  const before = kept.get(name)
  const beforeMs = before ? ageMs(before.readAtMs, nowMs) : null
  if (reader.at !== 'SNAPSHOT' || (beforeMs !== null && beforeMs < reader.everyMs)) return
  try {
    kept.set(name, { reading: reader.read(sources, nowMs), readAtMs: nowMs })
  } catch (error) {
    kept.delete(name)
    onFailure(name, error)
  }
}

interface LookBeside<Name> {
  readonly name: Name
  readonly signal: AbortSignal
}

/** What cannot be seen yet, as at a start, is looked for again soon, then less and less often. */
const FIRST_PAUSE_MS = SECOND_MS

/** What was found before stays, and grows old, where nothing is found now. */
const lookBeside = async <Name extends InputName>(
  { sources, readers, onFailure }: TruthParts,
  kept: KeptInputs,
  { name, signal }: LookBeside<Name>,
): Promise<void> => {
  const reader: Reader<TruthInputs[Name]> = readers[name]
  if (reader.at !== 'BACKGROUND') return
  for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs = Math.min(2 * pauseMs, reader.everyMs)) {
    try {
      const nowMs = sources.now()
      const reading = await reader.read(sources, nowMs)
      if (reading) {
        kept.set(name, { reading, readAtMs: nowMs })
        pauseMs = reader.everyMs
      }
    } catch (error) {
      if (!signal.aborted) onFailure(name, error)
    }
    await setTimeout(pauseMs, undefined, { signal, ref: false }).catch(() => {})
  }
}

const take = (parts: TruthParts, kept: KeptInputs, nowMs: Instant): TruthSnapshot => {
  const { sources, ids } = parts
  for (const name of INPUT_NAMES) lookAtOnce(parts, kept, { name, nowMs })
  const inputs = INPUT_NAMES.flatMap((name) => {
    const reading = kept.get(name)?.reading
    return reading ? [[name, Object.freeze(reading)] as const] : []
  })
  return Object.freeze({
    snapshotId: ids('snp'),
    takenAtMs: nowMs,
    mode: sources.state.rules.mode,
    constitution: sources.state.rules.constitution,
    hashes: sources.hashes,
    inputs: Object.freeze(Object.fromEntries(inputs)),
  })
}
