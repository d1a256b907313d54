/**
 * Emergency stops requested at a gateway: engages them in the shared store and at the engine, for one account or for
 * all.
 */

import { StoreFailure } from '../core/errors.ts'
import type { Id } from '../core/id.ts'
import { SECOND_MS } from '../core/instant.ts'
import type { StopInput, StopTaken } from '../engine/desks/control-desk.ts'
import type { StopOrder } from '../engine/model/events.ts'
import type { StopFile } from '../engine/model/ports.ts'
import { createStopSwitch, type StopSwitch } from '../engine/state/stop-switch.ts'
import type { Notices, StopStore } from './ports.ts'
import type { EngineDesks } from './remote-desk.ts'

/** Emergency stop of an account at a gateway; confirmation by the store or by the engine is enough. */
export interface GatewayStop {
  /** The open stop in the store, as known to this gateway. */
  readonly stopSwitch: StopSwitch
  /**
   * Resolves when the engine has taken the stop or the store has it; for the fleet, when the store has it for every
   * account. Rejects with a `StoreFailure` when that is uncertain, and with `BeyondReach` when the caller may not stop
   * every account.
   */
  stop(input: StopInput): Promise<StopTaken>
  /** Reads the open stop in the store. */
  refresh(): Promise<void>
}

export interface GatewayStopParts {
  readonly stops: Pick<StopStore, 'engage' | 'engageEverywhere' | 'listOpen'>
  readonly engine: Pick<EngineDesks, 'stop'>
  readonly notices: Pick<Notices, 'send'>
  readonly ids: { readonly stop: () => Id<'stp'>; readonly audit: () => Id<'aud'> }
  readonly now: () => number
  /** Monotonic clock. */
  readonly monotonic: () => number
  readonly delay: (ms: number, task: () => void) => void
}

/** Maximum time until the caller receives a response; after that, the stop is still retried. */
const ANSWER_WITHIN_MS = 2.3 * SECOND_MS

const RETRY_AFTER_MS = 250

/** Replacement for the stop file, which a gateway does not have; the stop is stored in the shared store. */
const NO_FILE: StopFile = {
  exists: () => false,
  read: () => null,
  write: () => false,
  sync: () => Promise.resolve(false),
  remove: () => {},
}

export const createGatewayStop = (parts: GatewayStopParts): GatewayStop => {
  const { stops, engine, notices, ids, now, monotonic, delay } = parts
  const stopSwitch = createStopSwitch(NO_FILE)
  const pause = (ms: number) => new Promise<void>((resolve) => delay(ms, resolve))

  /** Stores the stop, and retries until it succeeds. */
  const store = async <T>(stop: StopOrder, engage: (stop: StopOrder) => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        const stored = await engage(stop)
        stopSwitch.engaged ??= stop
        notices.send('stops')
        return stored
      } catch (error) {
        if (!(error instanceof StoreFailure)) throw error
        await pause(RETRY_AFTER_MS)
      }
    }
  }

  const createStop = ({ reason, flatten, actor }: StopInput, auditId: Id<'aud'>): StopOrder => ({
    stopId: ids.stop(),
    code: 'EMERGENCY_STOP',
    reason: reason ?? 'No reason given.',
    flatten,
    by: actor,
    auditId,
    atMs: now(),
  })

  const stopAccount = async (input: StopInput): Promise<StopTaken> => {
    const since = monotonic()
    const auditId = ids.audit()
    const { engaged } = stopSwitch
    const stop = engaged ?? createStop(input, auditId)
    let durableMs: number | null = null
    const stored = engaged
      ? Promise.resolve()
      : store(stop, stops.engage.bind(stops)).then(() => {
          durableMs = monotonic() - since
        })
    const over = pause(ANSWER_WITHIN_MS)
    const carried = engine.stop(input, stop).catch(() => undefined)
    const taken = await Promise.race([carried, over])
    if (taken) return { ...taken, alreadyLatched: engaged !== null, durableMs: taken.durableMs ?? durableMs }
    await Promise.race([stored, over])
    if (engaged === null && durableMs === null) throw new StoreFailure(NOT_STORED)
    return { stop, alreadyLatched: engaged !== null, latchedMs: monotonic() - since, durableMs, auditId }
  }

  /**
   * Stops all accounts, always with a new stop, because a stop engaged here may have been cleared for other accounts.
   */
  const stopFleet = async (input: StopInput): Promise<StopTaken> => {
    const since = monotonic()
    const alreadyLatched = stopSwitch.engaged !== null
    const stop = createStop(input, ids.audit())
    const over = pause(ANSWER_WITHIN_MS)
    const stored = store(stop, (order) => stops.engageEverywhere(order, input.reach))
    // A caller who may not stop every account stops none, so that the engine must not be ahead of the store.
    if (input.reach && !(await Promise.race([stored, over]))) throw new StoreFailure(NOT_STORED)
    const carried = engine.stop(input, stop).catch(() => undefined)
    const accounts = await Promise.race([stored, over])
    if (!accounts) throw new StoreFailure(NOT_STORED)
    const durableMs = monotonic() - since
    const taken = await Promise.race([carried, over])
    const { auditId } = stop
    return { stop, latchedMs: durableMs, auditId, ...taken, durableMs, alreadyLatched, accounts }
  }

  return {
    stopSwitch,
    stop: (input) => (input.scope === 'FLEET' ? stopFleet(input) : stopAccount(input)),
    async refresh() {
      stopSwitch.engaged = (await stops.listOpen())[0] ?? null
    },
  }
}

const NOT_STORED =
  'Neither the engine nor the store has confirmed the stop; it is being retried. Use another gateway, or plimsoll stop on the host of the engine.'
