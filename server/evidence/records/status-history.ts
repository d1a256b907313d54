/** History of the public status: components, observed and operational time by minute, and the last incident. */

import { DAY_MS, type Instant, MINUTE_MS, SECOND_MS } from '../../core/instant.ts'
import type { ComponentId, ComponentStatus, StatusHistoryTruth } from '../../monitor/inputs/observation.ts'

/** History of the public status in this run. Changed only by `noteStatus`, in place. */
export interface StatusHistory {
  last: StatusNote | null
  readonly components: Map<ComponentId, { readonly status: ComponentStatus; readonly sinceMs: Instant }>
  /** Totals for each minute of the last 24 hours with at least one observation. */
  readonly minutes: Map<Instant, { observedMs: number; workingMs: number }>
  incident: StatusHistoryTruth['lastIncident']
  hasWorked: boolean
}

/** Status at one instant. */
export interface StatusNote {
  readonly verdict: string
  readonly components: readonly { readonly id: ComponentId; readonly status: ComponentStatus }[]
  readonly atMs: Instant
}

export const createStatusHistory = (): StatusHistory => ({
  last: null,
  components: new Map(),
  minutes: new Map(),
  incident: null,
  hasWorked: false,
})

/** Maximum time between two samples that counts as observed. */
const OBSERVATION_GAP_MAX_MS = 5 * SECOND_MS

/** Records the current status; the time since the previous sample counts with the status of that sample. */
export const noteStatus = (history: StatusHistory, note: StatusNote): void => {
  const { last } = history
  if (last && note.atMs > last.atMs && note.atMs - last.atMs <= OBSERVATION_GAP_MAX_MS) count(history, last, note.atMs)
  for (const { id, status } of note.components) {
    if (history.components.get(id)?.status !== status) history.components.set(id, { status, sinceMs: note.atMs })
  }
  noteIncident(history, note)
  history.last = note
}

const WORKING: readonly string[] = ['OPERATIONAL', 'TRADING_PAUSED']
/** Incident verdicts, worst first; insufficient evidence is an incident only after sufficient evidence. */
const INCIDENTS: readonly string[] = ['OUTAGE', 'EMERGENCY_STOPPED', 'INSUFFICIENT_EVIDENCE', 'DEGRADED']

const count = ({ minutes }: StatusHistory, { verdict, atMs: fromMs }: StatusNote, toMs: Instant): void => {
  const minute = Math.floor(toMs / MINUTE_MS) * MINUTE_MS
  const counted = minutes.get(minute) ?? { observedMs: 0, workingMs: 0 }
  counted.observedMs += toMs - fromMs
  if (WORKING.includes(verdict)) counted.workingMs += toMs - fromMs
  minutes.set(minute, counted)
  for (const [oldest] of minutes) {
    if (oldest > toMs - DAY_MS) break
    minutes.delete(oldest)
  }
}

/** Groups all verdicts from the first bad one until recovery into one incident, named after the worst verdict. */
const noteIncident = (history: StatusHistory, { verdict, atMs }: StatusNote): void => {
  const works = WORKING.includes(verdict)
  history.hasWorked ||= works
  const { incident } = history
  if (incident?.endedAtMs === null) {
    history.incident = { ...incident, code: worseCode(incident.code, verdict), endedAtMs: works ? atMs : null }
    return
  }
  const isBad = INCIDENTS.includes(verdict) && (history.hasWorked || verdict !== 'INSUFFICIENT_EVIDENCE')
  if (isBad) history.incident = { code: verdict, startedAtMs: atMs, endedAtMs: null }
}

const worseCode = (code: string, verdict: string): string =>
  INCIDENTS.includes(verdict) && INCIDENTS.indexOf(verdict) < INCIDENTS.indexOf(code) ? verdict : code

/** Returns the recorded history as a plain value. */
export const statusHistoryTruth = ({ components, minutes, incident }: StatusHistory): StatusHistoryTruth => {
  const counted = [...minutes.values()]
  return {
    components: [...components].map(([id, { status, sinceMs }]) => ({ id, status, sinceMs })),
    observedMs: counted.reduce((sum, { observedMs }) => sum + observedMs, 0),
    workingMs: counted.reduce((sum, { workingMs }) => sum + workingMs, 0),
    lastIncident: incident,
  }
}
