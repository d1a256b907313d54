/**
 * Standby engine of a shared account: its host commands, and the transfer of stops from its stop file to the shared
 * store.
 */

import type { Projection } from '../adapters/store/postgres/projection.ts'
import type { MakeId } from '../core/id.ts'
import { HOST, type StopOrder } from '../engine/model/events.ts'
import type { Clock, StopFile } from '../engine/model/ports.ts'
import type { StandbyStatus, StandbyStop } from '../host/control-verbs.ts'
import { logVerbs } from '../host/log-verbs.ts'
import { HostRefusal, type VerbTable } from '../host/verb.ts'
import type { LeaseReading, StopStore } from '../scaled/ports.ts'
import type { LogReader } from '../views/log-view.ts'
import type { SharedStore } from './shared-store.ts'

/** Host commands of a standby: its status, and the emergency stop of the account. */
export const standbyVerbs = ({ store, logs, projection, lease, shareStop, users }: StandbyVerbsParts): VerbTable => ({
  ...users,
  ...logVerbs(logs),
  status: async (): Promise<StandbyStatus> => {
    const reading = lease()
    return {
      state: 'STANDBY',
      account: store.account,
      epoch: reading?.epoch ?? null,
      activeHost: reading?.holder ? reading.host : null,
      batch: projection.position(),
    }
  },
  stop: async (): Promise<StandbyStop> => {
    await shareStop()
    return { standbyOf: store.account }
  },
  'engine.yield': async () => {
    throw new HostRefusal('NOT_ACTIVE', `This engine is the standby of the account ${store.account}.`)
  },
})

interface StandbyVerbsParts {
  readonly store: SharedStore
  readonly logs: LogReader
  readonly projection: Pick<Projection, 'position'>
  readonly lease: () => LeaseReading | null
  readonly shareStop: () => Promise<void>
  readonly users: VerbTable
}

interface StandbyStopParts {
  readonly stops: StopStore
  readonly stopFile: StopFile
  readonly ids: MakeId
  readonly now: Clock
}

/**
 * Returns a check function for the stop file of a standby: a stop in it is stored for the active engine, and the file
 * is removed once the stop has been cleared there.
 */
export const createStandbyStop = ({ stops, stopFile, ids, now }: StandbyStopParts): (() => Promise<void>) => {
  const made = { stopId: ids('stp'), auditId: ids('aud') }
  let shared: string | undefined
  /** Writes the stop into a file without one, so that a restart continues with it instead of engaging another. */
  const nameStop = (): StopOrder => {
    const stop: StopOrder = {
      ...made,
      code: 'STOP_FILE',
      reason: 'A stop file was created in the data directory of a standby.',
      flatten: 'NONE',
      by: HOST,
      atMs: now(),
    }
    stopFile.write(stop)
    return stop
  }
  return async () => {
    if (!stopFile.exists()) return
    const stop = stopFile.read() ?? nameStop()
    if (await stops.isReleased(stop.stopId)) return stopFile.remove()
    if (shared !== stop.stopId) await stops.engage(stop)
    shared = stop.stopId
  }
}
