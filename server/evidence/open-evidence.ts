/** Reads all inputs of the monitor at their own intervals, takes snapshots of them, and computes the reports. */

import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Report } from '../../contract/monitor/surface.ts'
import type { MakeId } from '../core/id.ts'
import { ageMs, type Instant, SECOND_MS } from '../core/instant.ts'
import { INPUT_NAMES, type InputName, type TruthInputs, type TruthSnapshot } from '../monitor/frame/inputs.ts'
import { type MadeReport, type Reports, reportsOn } from '../monitor/frame/reports.ts'
import type { Surface } from '../monitor/frame/surface.ts'
import type { TruthSources } from './evidence-sources.ts'
import type { Reader, Readers, Reading } from './reader.ts'

/** Inputs of the monitor, each read at its own interval. */
export interface Truth {
  /** Returns the current snapshot, at most a second old. */
  snapshot(): TruthSnapshot
  /** Returns the last value of one input, however old. */
  latest<Name extends InputName>(name: Name): TruthInputs[Name] | undefined
  /**
   * Starts the background readers. Each runs when the server is ready, in a turn of the event loop of its own, or
   * immediately if it `precedesTrading`; then at its interval, until `signal` aborts.
   */
  begin(ready: Promise<void>, signal: AbortSignal): void
}

export interface TruthParts {
  readonly sources: TruthSources
  readonly readers: Readers
  readonly ids: MakeId
  /** Called for an input that could not be read; the snapshot omits it. */
  readonly onFailure: (input: InputName, error: unknown) => void
}

/** Age after which a snapshot is replaced. */
const TAKEN_ANEW_MS = SECOND_MS

interface StoredReading<T> {
  readonly reading: Reading<T>
  readonly readAtMs: Instant
}

interface StoredInputs {
  get<Name extends InputName>(name: Name): StoredReading<TruthInputs[Name]> | undefined
  set<Name extends InputName>(name: Name, stored: StoredReading<TruthInputs[Name]>): void
  delete(name: InputName): void
}

export const openTruth = (parts: TruthParts): Truth => {
  const stored: StoredInputs = new Map()
  let last: TruthSnapshot | undefined
  return {
    snapshot() {
      const nowMs = parts.sources.now()
      if (last && nowMs >= last.takenAtMs && nowMs - last.takenAtMs < TAKEN_ANEW_MS) return last
      last = take(parts, stored, nowMs)
      return last
    },
    latest: (name) => stored.get(name)?.reading?.value,
    begin(ready, signal) {
      let turn = ready
      for (const name of INPUT_NAMES) {
        void readInBackground(parts, stored, { name, ready: turn, signal })
        turn = turn.then(() => setImmediate())
      }
    },
  }
}

/** Function that reads one input for a snapshot. */
interface SnapshotRead<Name> {
  readonly name: Name
  readonly nowMs: Instant
}

const readNow = <Name extends InputName>(
  { sources, readers, onFailure }: TruthParts,
  stored: StoredInputs,
  { name, nowMs }: SnapshotRead<Name>,
): void => {
  const reader: Reader<TruthInputs[Name]> = readers[name]
  const before = stored.get(name)
  const beforeMs = before ? ageMs(before.readAtMs, nowMs) : null
  if (reader.at !== 'SNAPSHOT' || (beforeMs !== null && beforeMs < reader.everyMs)) return
  try {
    stored.set(name, { reading: reader.read(sources, nowMs), readAtMs: nowMs })
  } catch (error) {
    stored.delete(name)
    onFailure(name, error)
  }
}

interface BackgroundRead<Name> {
  readonly name: Name
  readonly ready: Promise<void>
  readonly signal: AbortSignal
}

/** First retry delay for an input that is not available yet, for example during startup; later delays increase. */
const FIRST_PAUSE_MS = SECOND_MS

/** Reads in the background; when a reading fails, the last value is retained and ages. */
const readInBackground = async <Name extends InputName>(
  { sources, readers, onFailure }: TruthParts,
  stored: StoredInputs,
  { name, ready, signal }: BackgroundRead<Name>,
): Promise<void> => {
  const reader: Reader<TruthInputs[Name]> = readers[name]
  if (reader.at !== 'BACKGROUND') return
  if (!reader.precedesTrading) await ready
  if (reader.firstAfterMs !== undefined) await pause(reader.firstAfterMs, signal)
  for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs = Math.min(2 * pauseMs, reader.everyMs)) {
    try {
      const nowMs = sources.now()
      const reading = await reader.read(sources, nowMs)
      if (reading) {
        stored.set(name, { reading, readAtMs: nowMs })
        pauseMs = reader.everyMs
      }
    } catch (error) {
      if (!signal.aborted) onFailure(name, error)
    }
    await pause(pauseMs, signal)
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal, ref: false }).catch(() => {})

const take = (parts: TruthParts, stored: StoredInputs, nowMs: Instant): TruthSnapshot => {
  const { sources, ids } = parts
  for (const name of INPUT_NAMES) readNow(parts, stored, { name, nowMs })
  const inputs = INPUT_NAMES.flatMap((name) => {
    const reading = stored.get(name)?.reading
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

/** Reports about the platform, by surface. */
export interface Monitor {
  /** Returns the report of a surface on the current snapshot; undefined when there is no such surface. */
  find(surface: string): Report | undefined
  /** Returns all reports of one snapshot. */
  reports(): Reports
}

export const createMonitor = (
  truth: Pick<Truth, 'snapshot'>,
  surfaces: readonly Surface[],
  onMade?: (made: MadeReport) => void,
): Monitor => {
  let last: Reports | undefined
  const reports = (): Reports => {
    const snapshot = truth.snapshot()
    if (last?.snapshot !== snapshot) last = reportsOn(snapshot, surfaces, onMade)
    return last
  }
  return { find: (surface) => reports().find(surface), reports }
}
