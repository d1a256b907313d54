import { setTimeout } from 'node:timers/promises'
import type { MakeId } from '../core/id.ts'
import { type Instant, SECOND_MS } from '../core/instant.ts'
import { INPUT_NAMES, type InputName } from '../monitor/truth-inputs.ts'
import type { TruthSnapshot } from '../monitor/truth-snapshot.ts'
import type { Reader, Readers, Reading } from './reader.ts'
import type { TruthSources } from './truth-sources.ts'

/** What is known of the platform, looked at as often as is good for it. */
export interface Truth {
  /** As it is now, or was within the last second. */
  snapshot(): TruthSnapshot
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

interface Kept {
  readonly reading: Reading<unknown>
  readonly readAtMs: Instant
}

export const openTruth = (parts: TruthParts): Truth => {
  const kept = new Map<InputName, Kept>()
  let last: TruthSnapshot | undefined
  return {
    snapshot() {
      const nowMs = parts.sources.now()
      if (last && nowMs >= last.takenAtMs && nowMs - last.takenAtMs < TAKEN_ANEW_MS) return last
      last = take(parts, kept, nowMs)
      return last
    },
    begin(signal) {
      for (const name of INPUT_NAMES) {
        const reader: Reader<unknown> = parts.readers[name]
        if (reader.at === 'BACKGROUND') void lookBeside(parts, kept, { name, reader, signal })
      }
    },
  }
}

/** One input whose turn it is. */
interface Look {
  readonly name: InputName
  readonly nowMs: Instant
}

const lookAtOnce = ({ sources, readers, onFailure }: TruthParts, kept: Map<InputName, Kept>, { name, nowMs }: Look) => {
  const reader: Reader<unknown> = readers[name]
  const before = kept.get(name)
  if (reader.at !== 'SNAPSHOT' || (before && nowMs - before.readAtMs < reader.everyMs)) return
  try {
    kept.set(name, { reading: reader.read(sources, nowMs), readAtMs: nowMs })
  } catch (error) {
    kept.delete(name)
    onFailure(name, error)
  }
}

interface LookBeside {
  readonly name: InputName
  readonly reader: Extract<Reader<unknown>, { at: 'BACKGROUND' }>
  readonly signal: AbortSignal
}

/** What was found before stays, and grows old, where nothing is found now. */
const lookBeside = async (
  { sources, onFailure }: TruthParts,
  kept: Map<InputName, Kept>,
  { name, reader, signal }: LookBeside,
): Promise<void> => {
  while (!signal.aborted) {
    try {
      const nowMs = sources.now()
      const reading = await reader.read(sources, nowMs)
      if (reading) kept.set(name, { reading, readAtMs: nowMs })
    } catch (error) {
      if (!signal.aborted) onFailure(name, error)
    }
    await setTimeout(reader.everyMs, undefined, { signal, ref: false }).catch(() => {})
  }
}

const take = (parts: TruthParts, kept: Map<InputName, Kept>, nowMs: Instant): TruthSnapshot => {
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
    hashes: {
      constitution: sources.constitution.hash,
      config: sources.control.configHash(),
      build: sources.buildDigest,
    },
    inputs: Object.freeze(Object.fromEntries(inputs)),
  })
}
