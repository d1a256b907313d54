/**
 * Views of the engine's control state for clients: status, configuration, limits, and the results of pause and stop.
 */

import type { AutotradingStatus, Breaker, PauseResult, StopResult } from '../../contract/control.ts'
import type { RiskLimits } from '../../contract/limits.ts'
import { computeDigest } from '../core/digest.ts'
import { ageMs, DAY_MS, type Instant, SECOND_MS, toRfc3339 } from '../core/instant.ts'
import { BREAKERS, type BreakerReading } from '../domain/control/breakers.ts'
import { isTerminal } from '../domain/order/transition.ts'
import { breakerReadings } from '../engine/control/standing.ts'
import type { PauseTaken } from '../engine/desks/control-desk.ts'
import type { ControlBooks } from '../engine/state/control-state.ts'
import { controlConfig } from './control-config.ts'
import {
  type ControlReader,
  type FirstObserved,
  findStop,
  getAuditStatus,
  isLatched,
  noteObserved,
  SCHEMA_VERSION,
} from './control-reader.ts'
import {
  type BriefStatus,
  briefStatus,
  controlStatus,
  lastDecisions,
  type StatusSample,
  signalCounts,
} from './control-status.ts'
import { limitsBody } from './limits-view.ts'
import type { RefusedEntries } from './ports.ts'
import { type StopCall, stopResult } from './stop-result.ts'
import { blockerBodies, blockerKeys, findBlockers } from './top-blockers.ts'

/** Control state that a client may read. */
export interface ControlViews {
  status(): AutotradingStatus
  /** Returns the part of the status that is cheap enough for frequent requests. */
  brief(): BriefStatus
  /** Returns the configuration; bytes and tag are unchanged while the configuration is. */
  config(): { readonly etag: string; readonly body: string }
  /** Returns the current limits and their use. */
  limits(): RiskLimits
  /** Returns the hash of the current configuration. */
  configHash(): string
  isLatched(): boolean
  pauseResult(taken: PauseTaken): PauseResult
  /**
   * Returns the result of the stop; null when none is engaged. A call in progress is reported with its progress so far.
   */
  stopResult(call: Omit<StopCall, 'auditId'> & { readonly auditId: StopCall['auditId'] | null }): StopResult | null
}

/** Last readings, and the times since which they are unchanged. Changed in place. */
interface Sampler {
  atMs: Instant
  /** Fingerprint of the sampled state. */
  stood: string
  last: StatusSample | undefined
  readonly firstObserved: FirstObserved
}

export const createControlViews = (reader: ControlReader): ControlViews => {
  const sampler: Sampler = { atMs: 0, stood: '', last: undefined, firstObserved: new Map() }
  return {
    status: () => controlStatus(reader, sampleStatus(reader, sampler)),
    brief: () => briefStatus(reader),
    config() {
      const config = controlConfig(reader)
      return { etag: `"${computeDigest(config)}"`, body: JSON.stringify(config) }
    },
    limits: () => limitsBody(reader),
    configHash: () => controlConfig(reader).configHash,
    isLatched: () => isLatched(reader),
    pauseResult: (taken) => pauseResult(reader, taken),
    stopResult(call) {
      const stop = findStop(reader)
      return stop && stopResult(reader, stop, { ...call, auditId: call.auditId ?? stop.auditId })
    },
  }
}

const sampleStatus = (reader: ControlReader, sampler: Sampler): StatusSample => {
  const { state, store, signals } = reader
  const nowMs = reader.now()
  const { control, tripped } = state.ledger
  const stands = `${control.state} ${control.sinceMs} ${tripped.size}`
  if (sampler.last && (ageMs(sampler.atMs, nowMs) ?? SECOND_MS) < SECOND_MS && sampler.stood === stands)
    return sampler.last
  const readings = breakerReadings({ ...state, atMs: nowMs })
  const blockers = findBlockers(state, nowMs)
  const refused = signals.findRefused(nowMs - DAY_MS)
  const red = readings.flatMap(({ id, red }) => (red ? [id] : []))
  noteObserved(sampler.firstObserved, [...blockers.flatMap(blockerKeys), ...red], nowMs)
  const since = (key: string): Instant => sampler.firstObserved.get(key) ?? nowMs
  sampler.atMs = nowMs
  sampler.stood = stands
  sampler.last = {
    blockers: blockerBodies(blockers, { firstObserved: since, refused }),
    breakers: breakerBodies(readings, tripped, since),
    counts: { ...store.countSince(nowMs - DAY_MS), ...signalCounts(reader, nowMs), refused: countRefused(refused) },
    ...lastDecisions(reader),
  }
  return sampler.last
}

/** Counts refused entries, for which the gates were evaluated although no order was placed. */
const countRefused = (refused: readonly RefusedEntries[]): number => refused.reduce((sum, { count }) => sum + count, 0)

/** Returns the bodies of all breakers: armed, currently red, or tripped and awaiting the host. */
const breakerBodies = (
  readings: readonly BreakerReading[],
  tripped: ControlBooks['tripped'],
  redSince: (id: string) => Instant,
): Breaker[] =>
  readings.map(({ id, red, observed, limit }) => {
    const common = { id, reset: BREAKERS[id] }
    const trip = tripped.get(id)
    if (trip) {
      return { ...common, state: 'TRIPPED', since: toRfc3339(trip.atMs), observed: trip.observed, limit: trip.limit }
    }
    const since = red ? toRfc3339(redSince(id)) : null
    return { ...common, state: red ? 'RED' : 'ARMED', since, observed, limit }
  })

/** Returns the result of a pause, and the current state of the engine. */
export const pauseResult = (reader: ControlReader, taken: PauseTaken): PauseResult => {
  const { ledger } = reader.state
  const ended = taken.entries.flatMap((orderId) => {
    const status = ledger.orders.get(orderId)?.status ?? 'CANCELED'
    return isTerminal(status) ? [status] : []
  })
  const filled = ended.filter((status) => status === 'FILLED').length
  return {
    changed: taken.changed,
    state: ledger.control.state,
    previousState: taken.previousState,
    desiredState: ledger.control.desired,
    effectiveAt: toRfc3339(taken.atMs),
    entriesCancelled: {
      attempted: taken.entries.length,
      confirmed: ended.length - filled,
      filled,
      unknown: taken.entries.length - ended.length,
    },
    positionsOpen: ledger.positions.size,
    audit: { auditId: taken.auditId, status: getAuditStatus(reader) },
    schemaVersion: SCHEMA_VERSION,
  }
}
