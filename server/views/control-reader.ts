/** Sources of the control views, and fields that several of them share. */

import { decimal, printDecimal } from '../core/decimal.ts'
import type { Instant } from '../core/instant.ts'
import type { Actor, StopOrder } from '../engine/model/events.ts'
import type { Trouble } from '../engine/model/ports.ts'
import type { Memory } from '../engine/state/memory.ts'
import { isStopEngaged, type StopSwitch } from '../engine/state/stop-switch.ts'
import type { EngineState } from '../engine/state/turn.ts'
import type { SignalStore, TradingStore } from './ports.ts'

/** Sources of every control view. */
export interface ControlReader {
  /** Current state of the engine; restrictions apply before they are durable. */
  readonly state: EngineState
  /** The fold of the durable facts, or the stop in a shared store. */
  readonly published: { readonly latch: StopOrder | null }
  readonly stopSwitch: StopSwitch
  readonly memory: Pick<Memory, 'failure' | 'spools' | 'heldAudit'>
  readonly store: Pick<TradingStore, 'countSince' | 'findOrder'>
  readonly signals: Pick<SignalStore, 'countSince' | 'findEntries' | 'findRefused'>
  readonly constitution: {
    readonly hash: string
    readonly source: 'BUILT_IN' | 'HOST_FILE'
    readonly file?: { readonly digest: string }
  }
  readonly loadedAtMs: Instant
  readonly exchange: {
    readonly name: string
    readonly notice: string | null
    readonly execution: 'paper' | 'practice' | 'live'
    troubles(): readonly Trouble[]
  }
  /** Undefined when there is no such user. */
  readonly findUser: (sub: string) => { readonly username: string; readonly roles: readonly string[] } | undefined
  readonly now: () => Instant
}

/** Returns the actor, with the current name of a user. */
export const byBody = ({ findUser }: ControlReader, { type, sub }: Pick<Actor, 'type' | 'sub'>) => ({
  type,
  sub,
  username: (sub !== null && findUser(sub)?.username) || null,
})

/** Version of the format of all control bodies. */
export const SCHEMA_VERSION = '1.0.0'

/** Returns the engaged stop from the ledger or, before it is recorded there, from memory. */
export const findStop = ({ state, stopSwitch }: ControlReader): StopOrder | null =>
  state.ledger.latch ?? stopSwitch.engaged

/** Returns whether the latch is engaged; true even while it is recorded only in a file. */
export const isLatched = ({ state, stopSwitch }: ControlReader): boolean =>
  state.ledger.latch !== null || isStopEngaged(stopSwitch)

/** Destination of audit entries in the current state. */
export const getAuditStatus = ({ memory }: ControlReader): 'RECORDED' | 'SPOOLED' | 'HELD' => {
  if (memory.heldAudit.length > 0) return 'HELD'
  return memory.spools ? 'SPOOLED' : 'RECORDED'
}

/**
 * Prints a quantity in base currency; the ledger contains the lot size of its positions even before market data arrive.
 */
export const quantityText = ({ state }: ControlReader, symbol: string, quantity: number): string => {
  const instrument = state.market.instruments.get(symbol)?.instrument
  const { units, scale } = instrument?.quantity.step ?? decimal(state.ledger.listed.get(symbol)?.lotSize ?? '1')
  return printDecimal({ units: units * BigInt(quantity), scale })
}

/** Times since which each blocker or red breaker has been present without interruption. Changed in place. */
export type FirstObserved = Map<string, Instant>

/** Records the current keys, drops all others, and keeps the time each was first present. */
export const noteObserved = (firstObserved: FirstObserved, keys: readonly string[], nowMs: Instant): void => {
  const present = new Set(keys)
  for (const key of firstObserved.keys()) if (!present.has(key)) firstObserved.delete(key)
  for (const key of present) if (!firstObserved.has(key)) firstObserved.set(key, nowMs)
}
