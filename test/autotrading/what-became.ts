import type { Instant } from '../../server/core/instant.ts'
import type { Order } from '../../server/domain/order/order.ts'
import type { Fill } from '../../server/domain/position/position.ts'
import type { Signal } from '../../server/domain/signal/signal.ts'
import type { ConsideredEntry, Decision, Fact } from '../../server/engine/model/facts.ts'

type Outcome = Extract<Fact, { kind: 'signalResolved' }>['outcome']

interface DecidedOrder {
  readonly order: Order
  readonly decision: Decision
}

/** Time a lifecycle was without a verified stop, and its remaining time. */
interface Cover {
  readonly openedAtMs: Instant
  openSinceMs: Instant | null
  longestMs: number
}

/** Facts indexed for queries; changed only by `readFacts`. */
export interface WhatBecame {
  read: number
  readonly signals: Map<string, Signal>
  readonly outcomes: Map<string, Outcome>
  readonly entries: ConsideredEntry[]
  readonly orders: Map<string, DecidedOrder>
  readonly fills: Fill[]
  readonly covers: Map<string, Cover>
  /** Reasons of the engine's own orders, by order. */
  readonly reasons: Map<string, string>
  /** Signals that were raised or resolved a second time. */
  readonly twice: string[]
}

/** Creates an empty index. */
export const nothingYet = (): WhatBecame => ({
  read: 0,
  signals: new Map(),
  outcomes: new Map(),
  entries: [],
  orders: new Map(),
  fills: [],
  covers: new Map(),
  reasons: new Map(),
  twice: [],
})

/** Adds the facts since the last call. */
export const readFacts = (became: WhatBecame, facts: readonly Fact[]): WhatBecame => {
  for (; became.read < facts.length; became.read++) {
    const fact = facts[became.read]
    if (fact) note(became, fact)
  }
  return became
}

const note = (became: WhatBecame, fact: Fact): void => {
  switch (fact.kind) {
    case 'signalRaised':
      return noteOnce(became, became.signals, fact.signal.signalId, fact.signal)
    case 'signalResolved':
      return noteOnce(became, became.outcomes, fact.signalId, fact.outcome)
    case 'entryConsidered':
      became.entries.push(fact.entry)
      return
    case 'orderDecided':
      became.orders.set(fact.order.orderId, fact)
      return
    case 'executed':
      became.fills.push(...fact.fills)
      for (const { positionId } of fact.fills) beginCover(became, positionId, fact.atMs)
      return
    case 'protectionChanged':
      return noteCover(became, fact)
    case 'audited':
      if (fact.entry.reason !== null) became.reasons.set(fact.entry.target, fact.entry.reason)
      return
    default:
  }
}

const noteOnce = <T>({ twice }: WhatBecame, known: Map<string, T>, id: string, value: T): void => {
  if (known.has(id)) twice.push(id)
  known.set(id, value)
}

const beginCover = ({ covers }: WhatBecame, positionId: string, atMs: Instant): void => {
  if (!covers.has(positionId)) covers.set(positionId, { openedAtMs: atMs, openSinceMs: atMs, longestMs: 0 })
}

const noteCover = (
  { covers }: WhatBecame,
  { positionId, protection, atMs }: Extract<Fact, { kind: 'protectionChanged' }>,
): void => {
  const cover = covers.get(positionId)
  if (!cover) return
  if (cover.openSinceMs !== null) cover.longestMs = Math.max(cover.longestMs, atMs - cover.openSinceMs)
  cover.openSinceMs = protection.unprotectedSinceMs
}
