/** Follows the state of a process's bus: its connection, and whether notifications of the engine arrive over it. */

import type { Instant } from '../core/instant.ts'
import type { BusStanding } from '../engine/model/fleet.ts'
import type { BusState } from './ports.ts'

/** Creates the watch of a bus that is not connected yet. */
export const createBusWatch = ({ kind, now }: BusWatchParts): BusWatch => {
  let link: BusState = { isUp: false, fault: 'it has not been connected yet' }
  let isArriving = true
  let standing: BusStanding = { kind, state: 'DISCONNECTED', sinceMs: now(), fault: link.fault }

  const update = (): void => {
    const state = link.isUp ? (isArriving ? 'CONNECTED' : 'SILENT') : 'DISCONNECTED'
    const fault = link.isUp ? (isArriving ? null : NOT_ARRIVING) : link.fault
    standing = { kind, state, fault, sinceMs: state === standing.state ? standing.sinceMs : now() }
  }

  return {
    noteLink(next) {
      link = next
      update()
    },
    noteArrival(next) {
      isArriving = next
      update()
    },
    standing: () => standing,
  }
}

interface BusWatchParts {
  readonly kind: BusStanding['kind']
  readonly now: () => Instant
}

export interface BusWatch {
  noteLink(state: BusState): void
  /** Call it when notifications of the engine stop arriving, and when they arrive again. */
  noteArrival(isArriving: boolean): void
  standing(): BusStanding
}

const NOT_ARRIVING = 'notifications of the engine do not arrive: use the same bus for all processes of the account'
