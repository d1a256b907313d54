/**
 * Evidence record: saves sections of measurements every half minute, restores them at startup, and reports gaps and
 * losses.
 */

import { setImmediate } from 'node:timers/promises'
import { errorMessage } from '../../core/errors.ts'
import { DAY_MS, type Instant, SECOND_MS, type TimeRange } from '../../core/instant.ts'
import { parseTagged, printTagged } from '../../core/tagged-json.ts'
import type { EvidenceRecordTruth } from '../../monitor/inputs/observation.ts'
import type { EvidenceStore, StoredEvidence } from '../ports.ts'

/** Opens the stored evidence; missing or damaged parts count as lost from now on, and restart empty. */
export const openEvidenceRecord = ({ store, hasRunBefore, nowMs }: EvidenceRecordParts): EvidenceRecord => {
  const state = openState(store, nowMs)
  const lose = (reason: string): void => {
    state.lost = { atMs: nowMs, reason }
    state.sinceMs = nowMs
  }
  const reason = describeLoss(store, state, hasRunBefore)
  if (reason !== null) lose(reason)
  const gap: TimeRange = { fromMs: Math.min(state.savedAtMs ?? nowMs, nowMs), toMs: nowMs }
  if (gap.fromMs < gap.toMs) state.gaps = [...state.gaps, gap].slice(-GAPS_MAX)
  return {
    attach(section) {
      state.sections.set(section.name, section)
      const stored = state.entries.get(section.name)
      if (!stored) return
      try {
        if (stored.version !== section.version) throw new TypeError(`it was saved in format ${stored.version}`)
        section.resume(parseTagged(stored.text), gap)
        state.texts.set(section.name, stored.text)
      } catch (error) {
        lose(`${section.name} cannot be resumed: ${errorMessage(error)}`)
      }
    },
    save(atMs) {
      if (state.waiting !== null) return state.waiting
      const before = state.running
      const turn = before.then(() => {
        state.waiting = null
        state.running = saveInTurns(store, state, atMs)
        return state.running
      })
      state.waiting = turn
      return turn
    },
    saveAtOnce(atMs) {
      const sections = [...state.sections.values()]
      const failures = sections.flatMap((section) => collectFailures(() => saveSection(store, state, section, atMs)))
      finish(store, state, { atMs, failures })
    },
    truth: () => ({
      sinceMs: state.sinceMs,
      lost: state.lost,
      gaps: state.gaps,
      savedAtMs: state.savedAtMs,
      failure: state.failure,
    }),
  }
}

export interface EvidenceRecordParts {
  readonly store: EvidenceStore
  /** True when this market and mode has run before. */
  readonly hasRunBefore: boolean
  readonly nowMs: Instant
}

interface Meta {
  readonly sinceMs: Instant
  readonly lost: EvidenceRecordTruth['lost']
  readonly gaps: readonly TimeRange[]
  readonly names: readonly string[]
}

interface State {
  sinceMs: Instant
  lost: EvidenceRecordTruth['lost']
  gaps: readonly TimeRange[]
  savedAtMs: Instant | null
  failure: string | null
  readonly entries: Map<string, StoredEvidence>
  readonly sections: Map<string, EvidenceSection>
  readonly texts: Map<string, string>
  /** The save in progress, and the next one. */
  running: Promise<void>
  waiting: Promise<void> | null
}

/** A part of the evidence that is saved and restored as a whole. */
export interface EvidenceSection {
  readonly name: string
  /** Version of the saved format. Data saved in another format are not restored, and count as lost. */
  readonly version: number
  /** Returns the current state without copying it. */
  save(): unknown
  /** Restores the saved state; throws and changes nothing when it is not in the format of this version. */
  resume(saved: unknown, gap: TimeRange): void
}

/** Measurements over days, saved every half minute and restored at startup. */
export interface EvidenceRecord {
  /** Restores a section from its saved state, if any, and saves it from now on. */
  attach(section: EvidenceSection): void
  /**
   * Saves every changed section, one at a time; a concurrent call repeats the save once. Never throws: a failure is
   * reported in `truth`.
   */
  save(nowMs: Instant): Promise<void>
  /** Saves synchronously, when the process ends. */
  saveAtOnce(nowMs: Instant): void
  truth(): EvidenceRecordTruth
}

/** Interval of saving. A crash loses what was measured since the last save; that period counts as a gap. */
export const SAVED_EVERY_MS = 30 * SECOND_MS

const META = 'record'
const META_VERSION = 1
/** Retention of a symbol that is no longer traded, or of a section of an earlier build. */
const FORGOTTEN_AFTER_MS = 31 * DAY_MS
const GAPS_MAX = 500

const saveInTurns = async (store: EvidenceStore, state: State, atMs: Instant): Promise<void> => {
  const failures: string[] = []
  for (const section of state.sections.values()) {
    failures.push(...collectFailures(() => saveSection(store, state, section, atMs)))
    await setImmediate()
  }
  finish(store, state, { atMs, failures })
}

const openState = ({ loaded }: EvidenceStore, nowMs: Instant): State => {
  const state: State = {
    sinceMs: nowMs,
    lost: null,
    gaps: [],
    savedAtMs: null,
    failure: null,
    entries: new Map(loaded.entries.map((entry) => [entry.name, entry])),
    sections: new Map(),
    texts: new Map(),
    running: Promise.resolve(),
    waiting: null,
  }
  const stored = state.entries.get(META)
  if (stored?.version !== META_VERSION) return state
  const { sinceMs, lost, gaps } = parseTagged(stored.text) as Meta
  return Object.assign(state, { sinceMs, lost, gaps, savedAtMs: stored.savedAtMs })
}

/** Returns why evidence of earlier runs was lost; null if none was. */
const describeLoss = ({ loaded }: EvidenceStore, { entries }: State, hasRunBefore: boolean): string | null => {
  if (loaded.state === 'DAMAGED') return loaded.detail ?? 'the store is damaged'
  if (loaded.state === 'NEW') return hasRunBefore ? 'there is no evidence store of earlier runs' : null
  const stored = entries.get(META)
  if (!stored) return 'the store has no list of its content'
  const { names } = parseTagged(stored.text) as Meta
  const missing = names.filter((name) => !entries.has(name))
  return missing.length === 0 ? null : `missing from the store: ${missing.join(', ')}`
}

/** Writes a section unless it is unchanged; the record itself stores the time of the last complete save. */
const saveSection = (store: EvidenceStore, state: State, section: EvidenceSection, atMs: Instant): void => {
  const { name, version } = section
  const text = printTagged(section.save())
  if (state.texts.get(name) === text) return
  store.save([{ name, version, savedAtMs: atMs, text }])
  state.texts.set(name, text)
  state.entries.set(name, { name, version, savedAtMs: atMs, text: '' })
}

interface Finished {
  readonly atMs: Instant
  readonly failures: readonly string[]
}

/** Marks the record as saved only if every section was saved. */
const finish = (store: EvidenceStore, state: State, { atMs, failures }: Finished): void => {
  const [failure] = failures.length > 0 ? failures : collectFailures(() => saveMeta(store, state, atMs))
  state.failure = failure ?? null
  if (failure === undefined) state.savedAtMs = atMs
}

const saveMeta = (store: EvidenceStore, state: State, atMs: Instant): void => {
  const old = [...state.entries.values()].filter(
    ({ name, savedAtMs }) => name !== META && !state.sections.has(name) && savedAtMs < atMs - FORGOTTEN_AFTER_MS,
  )
  for (const { name } of old) state.entries.delete(name)
  const names = [...state.entries.keys()].filter((name) => name !== META)
  const text = printTagged({ sinceMs: state.sinceMs, lost: state.lost, gaps: state.gaps, names } satisfies Meta)
  store.save([
    ...old.map(({ name, version, savedAtMs }) => ({ name, version, savedAtMs, text: null })),
    { name: META, version: META_VERSION, savedAtMs: atMs, text },
  ])
}

const collectFailures = (work: () => void): string[] => {
  try {
    work()
    return []
  } catch (error) {
    return [errorMessage(error)]
  }
}
