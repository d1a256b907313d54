import type { AutotradingStatus, PauseResult, StopResult } from '../../contract/control.ts'
import { ageMs } from '../core/age.ts'
import { digestOf } from '../core/digest.ts'
import { DAY_MS, type Instant, SECOND_MS } from '../core/instant.ts'
import { breakerReadings } from '../engine/control/breaker-readings.ts'
import type { PauseTaken } from '../engine/control-desk.ts'
import type { RefusedEntries } from '../engine/ports.ts'
import { breakerBodies } from './control-breakers.ts'
import { controlConfig } from './control-config.ts'
import { type ControlReader, findStop, isLatched } from './control-reader.ts'
import {
  type BriefStatus,
  briefStatus,
  controlStatus,
  type Looked,
  lastDecisions,
  signalCounts,
} from './control-status.ts'
import { type FirstSeen, noteSeen } from './first-seen.ts'
import { pauseResult } from './pause-result.ts'
import { type StopCall, stopResult } from './stop-result.ts'
import { blockerBodies, findBlockers, keysOf } from './top-blockers.ts'

/** What a client may read of who may do what. */
export interface ControlViews {
  status(): AutotradingStatus
  /** What of the status may be asked for as often as one likes. */
  brief(): BriefStatus
  /** The same bytes and the same tag while the same configuration is in force. */
  config(): { readonly etag: string; readonly body: string }
  /** Of the configuration that is in force. */
  configHash(): string
  isLatched(): boolean
  pauseResult(taken: PauseTaken): PauseResult
  /** Null when no stop is engaged. A call that is not over yet is told as far as it has come. */
  stopResult(call: Omit<StopCall, 'auditId'> & { readonly auditId: StopCall['auditId'] | null }): StopResult | null
}

/** What has been looked at, and since when things are as they are. Changed in place. */
interface Looking {
  atMs: Instant
  /** The state of then, and since when. */
  stood: string
  last: Looked | undefined
  readonly firstSeen: FirstSeen
}

export const createControlViews = (reader: ControlReader): ControlViews => {
  const looking: Looking = { atMs: 0, stood: '', last: undefined, firstSeen: new Map() }
  return {
    status: () => controlStatus(reader, look(reader, looking)),
    brief: () => briefStatus(reader),
    config() {
      const config = controlConfig(reader)
      return { etag: `"${digestOf(config)}"`, body: JSON.stringify(config) }
    },
    configHash: () => controlConfig(reader).configHash,
    isLatched: () => isLatched(reader),
    pauseResult: (taken) => pauseResult(reader, taken),
    stopResult(call) {
      const stop = findStop(reader)
      return stop && stopResult(reader, stop, { ...call, auditId: call.auditId ?? stop.auditId })
    },
  }
}

const look = (reader: ControlReader, looking: Looking): Looked => {
  const { state, store, signals } = reader
  const nowMs = reader.now()
  const { control, tripped } = state.ledger
  const stands = `${control.state} ${control.sinceMs} ${tripped.size}`
  if (looking.last && (ageMs(looking.atMs, nowMs) ?? SECOND_MS) < SECOND_MS && looking.stood === stands)
    return looking.last
  const readings = breakerReadings({ ...state, atMs: nowMs })
  const found = findBlockers(state, nowMs)
  const refused = signals.findRefused(nowMs - DAY_MS)
  const red = readings.flatMap(({ id, red }) => (red ? [id] : []))
  noteSeen(looking.firstSeen, [...found.flatMap(keysOf), ...red], nowMs)
  const since = (key: string): Instant => looking.firstSeen.get(key) ?? nowMs
  looking.atMs = nowMs
  looking.stood = stands
  looking.last = {
    blockers: blockerBodies(found, { firstSeen: since, refused }),
    breakers: breakerBodies(readings, tripped, since),
    counts: { ...store.countSince(nowMs - DAY_MS), ...signalCounts(reader, nowMs), refused: countOf(refused) },
    ...lastDecisions(reader),
  }
  return looking.last
}

/** Refused entries became no orders: the gates were asked all the same. */
const countOf = (refused: readonly RefusedEntries[]): number => refused.reduce((sum, { count }) => sum + count, 0)
