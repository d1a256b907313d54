/** State of the engine, and the turn that processes one event: it collects facts and effects. */

import { type Id, numberedId } from '../../core/id.ts'
import type { Instant } from '../../core/instant.ts'
import type { BracketLookup } from '../../domain/margin/brackets.ts'
import type { Interval } from '../../domain/market/interval.ts'
import type { Market } from '../../domain/market/market.ts'
import type { ExecutionMode } from '../../domain/order/order.ts'
import type { Constitution } from '../../domain/risk/constitution.ts'
import type { StrategyDefinition } from '../../domain/signal/strategy.ts'
import type { TradingBook } from '../../domain/signal/trading-book.ts'
import type { Effect } from '../model/effects.ts'
import type { Fact, LedgerFact } from '../model/facts.ts'
import type { Lease } from '../model/ports.ts'
import type { VenueRequest } from '../model/venue.ts'
import { orderIdsIn } from './batch.ts'
import { applyFact, type Ledger } from './ledger.ts'
import type { Session } from './session.ts'
import type { SignalIndex } from './signal-index.ts'

/** State and results so far while one event is processed. */
export interface Turn extends EngineState {
  readonly atMs: Instant
  readonly facts: Fact[]
  readonly effects: Effect[]
  /** Symbols whose protection must be checked before the turn ends. */
  readonly touched: Set<string>
  /** True when the sweep of the emergency stop must run before the turn ends. */
  sweepDue: boolean
  /** Orders that ended in this turn. */
  readonly ended: Set<string>
}

export interface EngineState {
  /** Owned and changed in place; it can be rebuilt from its source and the stored candles. */
  readonly market: Market
  readonly ledger: Ledger
  readonly session: Session
  readonly signals: SignalIndex
  readonly rules: Rules
  readonly lease: Lease
}

/** Rules of this run, set on the host. */
export interface Rules {
  readonly constitution: Constitution
  readonly brackets: BracketLookup
  readonly mode: ExecutionMode
  /** True when the engine may resume automatically after a restart, provided that no user has paused or stopped it. */
  readonly autoResume: boolean
  /** False when the market's own clock is used, as in a replay. */
  readonly clockChecked: boolean
  /**
   * True when the exchange stops together with the engine, so that resting orders cannot fill while the resulting
   * position would be unprotected.
   */
  readonly restsWhileDown: boolean
  /** Trading scopes of autotrading; if there are none, nothing is traded. */
  readonly books: readonly TradingBook[]
  /** Returns the strategies for an interval. */
  readonly strategiesFor: (interval: Interval) => readonly StrategyDefinition[]
}

/** Starts processing an event. */
export const beginTurn = (state: EngineState, atMs: Instant): Turn => ({
  ...state,
  atMs,
  facts: [],
  effects: [],
  touched: new Set(),
  sweepDue: false,
  ended: new Set(),
})

/** Applies a fact to the ledger; it becomes durable before any effect is performed. */
export const record = (turn: Turn, fact: LedgerFact): void => {
  const { working } = turn.ledger
  const before = orderIdsIn(fact).filter((orderId) => working.has(orderId))
  turn.facts.push(fact)
  applyFact(turn.ledger, fact)
  for (const orderId of before) if (!working.has(orderId)) turn.ended.add(orderId)
}

export const requestVenue = (turn: Turn, request: Exclude<VenueRequest, { kind: 'submit' }>): void => {
  turn.effects.push({ kind: 'askVenue', request })
}

/** Creates an ID that never repeats, because it contains the run's epoch. */
export const mint = <Prefix extends string>({ session, atMs }: Turn, prefix: Prefix): Id<Prefix> =>
  numberedId(prefix, atMs, session.epoch * MINTED_MAX + ++session.minted)

/** Upper bound of the number of IDs in one run. */
const MINTED_MAX = 2 ** 32
