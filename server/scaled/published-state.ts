/**
 * State of the active engine that is not in the journal, as published to gateways: its content, and its conversion to
 * and from a string.
 */

import { readExact, writeExact } from '../core/exact-json.ts'
import type { Bracket } from '../domain/margin/brackets.ts'
import type { Trouble } from '../engine/model/ports.ts'
import type { Memory } from '../engine/state/memory.ts'
import type { Session } from '../engine/state/session.ts'
import type { SignalIndex } from '../engine/state/signal-index.ts'

/** Published state of the active engine. */
export interface PublishedState {
  readonly session: Omit<Session, 'start'>
  /** Progress of the evaluation of past candles. */
  readonly past: SignalIndex['past']
  readonly memory: Pick<Memory, 'failure' | 'spools' | 'heldAudit'>
  /** Whether the engine held its lease. */
  readonly isHeld: boolean
  readonly troubles: readonly Trouble[]
  readonly brackets: ReadonlyMap<string, readonly Bracket[]>
}

/** Maximum number of published attempts; the newest are enough to compute a rate. */
const ATTEMPTS_MAX = 500

export const printPublishedState = ({ session, ...rest }: PublishedState): string => {
  const { start: _start, attempts, ...shown } = session as Session
  return writeExact(flatten({ session: { ...shown, attempts: attempts.slice(-ATTEMPTS_MAX) }, ...rest }))
}

export const readPublishedState = (text: string): PublishedState => unflatten(readExact(text)) as PublishedState

/** Writes each map as its entries. */
const flatten = (part: unknown): unknown => {
  if (part instanceof Map) return { $map: [...part].map(flatten) }
  if (Array.isArray(part)) return part.map(flatten)
  return isObject(part) ? mapValues(part, flatten) : part
}

const unflatten = (part: unknown): unknown => {
  if (Array.isArray(part)) return part.map(unflatten)
  if (!isObject(part)) return part
  return Array.isArray(part.$map)
    ? new Map(part.$map.map(unflatten) as [unknown, unknown][])
    : mapValues(part, unflatten)
}

const isObject = (part: unknown): part is Record<string, unknown> => typeof part === 'object' && part !== null

const mapValues = (part: object, change: (value: unknown) => unknown): object =>
  Object.fromEntries(Object.entries(part).map(([name, value]) => [name, change(value)]))
