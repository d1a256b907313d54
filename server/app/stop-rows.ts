import { StoreFailure } from '../core/errors.ts'
import { every } from '../core/every.ts'
import { type Flatten, strongerFlatten } from '../domain/control/stop.ts'
import type { OpenControlDesk } from '../engine/desks/control-desk.ts'
import { type StopOrder, toStopOrder } from '../engine/model/events.ts'
import type { ControlBooks } from '../engine/state/control-state.ts'
import { engageSwitch, isStopEngaged, type StopSwitch } from '../engine/state/stop-switch.ts'
import type { Notices, StopStore } from '../scaled/ports.ts'

/** Synchronises the emergency stop of the active engine with the shared store. */
export interface StopRows {
  /**
   * Blocks orders for a stop from the store. Each stop is applied once, even while another one is engaged: clearing on
   * this host clears all stops applied before, and the store may return them until they are cleared there too.
   */
  take(stop: StopOrder): void
  /** Applies the open stops in the store. Rejects with a `StoreFailure` when the store does not respond. */
  read(): Promise<void>
  /**
   * Returns a poll function: stops the engine for a stop in the store, stores a stop that was engaged here, and clears
   * stops in the store that were cleared here.
   */
  watch(engine: Stopped): () => Promise<void>
}

export interface StopRowsParts {
  readonly stops: StopStore
  readonly stopSwitch: StopSwitch
  readonly epoch: number
}

/** The engine that follows the stops of the shared store. */
interface Stopped {
  readonly books: Pick<ControlBooks, 'latch'>
  readonly desk: Pick<OpenControlDesk, 'stopFor'>
}

export const createStopRows = ({ stops, stopSwitch, epoch }: StopRowsParts): StopRows => {
  /** Applied stops, and the effect of each on positions. */
  const taken = new Map<string, Flatten>()
  const stored = new Set<string>()
  /** Applied stop for which the engine has not been stopped yet. */
  let due: StopOrder | undefined

  const take = (stop: StopOrder): void => {
    stored.add(stop.stopId)
    const known = taken.get(stop.stopId)
    if (known !== undefined && strongerFlatten(known, stop.flatten) === known) return
    taken.set(stop.stopId, stop.flatten)
    engageSwitch(stopSwitch, stop)
    due = due ? { ...due, flatten: strongerFlatten(due.flatten, stop.flatten) } : stop
  }

  const read = async (): Promise<void> => {
    for (const stop of await stops.listOpen()) take(stop)
  }

  const store = async (stop: StopOrder): Promise<void> => {
    if (!taken.has(stop.stopId)) taken.set(stop.stopId, stop.flatten)
    if (stored.has(stop.stopId)) return
    await stops.engage(toStopOrder(stop))
    stored.add(stop.stopId)
  }

  const releaseTaken = async (): Promise<void> => {
    const open = await stops.listOpen()
    for (const { stopId } of open.filter((stop) => taken.has(stop.stopId))) await stops.release(stopId, epoch)
  }

  const poll = async ({ books, desk }: Stopped): Promise<void> => {
    const engaged = books.latch ?? stopSwitch.engaged
    if (engaged) await store(engaged)
    await read()
    if (due && !covers(books.latch, due)) void desk.stopFor(due.code, due.reason, due.flatten)
    due = undefined
    if (books.latch === null && !isStopEngaged(stopSwitch)) await releaseTaken()
  }

  return {
    take,
    read,
    watch: (engine) => async () => {
      try {
        await poll(engine)
      } catch (error) {
        if (!(error instanceof StoreFailure)) throw error
      }
    },
  }
}

/** Returns whether the engaged stop covers everything requested by this one. */
const covers = (latch: ControlBooks['latch'], { flatten }: StopOrder): boolean =>
  latch !== null && strongerFlatten(latch.flatten, flatten) === latch.flatten

/** Poll interval; every append also returns an open stop. */
const POLL_EVERY_MS = 250

/** Polls periodically and upon each notification, one poll at a time; the returned function stops it. */
export const watchStopRows = (
  rows: StopRows,
  { notices, ...engine }: Stopped & { readonly notices: Pick<Notices, 'listen'> },
): (() => void) => {
  const poll = rows.watch(engine)
  let isPolling = false
  const pollOnce = async (): Promise<void> => {
    if (isPolling) return
    isPolling = true
    await poll()
    isPolling = false
  }
  const stopListening = notices.listen('stops', () => void pollOnce())
  const stopPolling = every(POLL_EVERY_MS, () => void pollOnce())
  return () => {
    stopListening()
    stopPolling()
  }
}
