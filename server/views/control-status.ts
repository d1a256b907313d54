/** Status of autotrading as the API body, and the readings it is based on. */

import type { AutotradingStatus, Blocker, Breaker } from '../../contract/control.ts'
import { DAY_MS, type Instant, toRfc3339, toRfc3339OrNull } from '../core/instant.ts'
import { AUTHORITY, transitionsFrom } from '../domain/control/control-state.ts'
import { ENGINE } from '../engine/model/events.ts'
import type { Page } from '../engine/model/ports.ts'
import { byBody, type ControlReader, findStop, isLatched, SCHEMA_VERSION } from './control-reader.ts'
import type { TradingCounts } from './ports.ts'
import { stopResult } from './stop-result.ts'

/** Returns the status of autotrading. */
export const controlStatus = (reader: ControlReader, sample: StatusSample): AutotradingStatus => {
  const { ledger, session, rules } = reader.state
  const { control, differences } = ledger
  const { signals, candidates, refused, decided, sent, fills } = sample.counts
  const readAtMs = session.reconciliation.doneAtMs
  return {
    state: control.state,
    stateSince: toRfc3339(control.sinceMs),
    stateReason: { ...control.reason },
    changedBy: byBody(reader, control.by ?? ENGINE),
    desiredState: control.desired,
    executionMode: rules.mode,
    exchange: exchangeBody(reader),
    latch: latchBody(reader),
    stop: engagedStop(reader),
    lease: { held: reader.state.lease.held(), epoch: reader.state.lease.epoch ?? session.epoch, remainingMs: null },
    hostClock: {
      offsetMs: session.hostClock.offsetMs,
      lastSetAt: toRfc3339OrNull(session.hostClock.step?.atMs ?? null),
      lastSetByMs: session.hostClock.step?.byMs ?? null,
    },
    lastReconciliation: {
      at: toRfc3339OrNull(readAtMs),
      ok: readAtMs !== null && differences.size === 0,
      differences: differences.size,
    },
    lastDecisionAt: toRfc3339OrNull(sample.lastDecisionAtMs),
    lastOrderAt: toRfc3339OrNull(sample.lastOrderAtMs),
    topBlockers: sample.blockers,
    breakers: sample.breakers,
    books: booksBody(reader),
    quarantines: quarantinesBody(reader),
    counters24h: { signals, candidates, decisions: decided + refused, orders: sent, fills },
    allowed: allowedIn(reader),
    transitions: transitionsFrom(control.state).flatMap(({ to, by, via }) => by.map((door) => ({ to, by: door, via }))),
    schemaVersion: SCHEMA_VERSION,
    asOf: toRfc3339(reader.now()),
  }
}

interface SignalCounts {
  readonly signals: number
  readonly candidates: number
}

interface Counts extends TradingCounts, SignalCounts {
  /** Autotrading entries refused by the gates. */
  readonly refused: number
}

/** Expensive readings, taken at most once a second. */
export interface StatusSample {
  readonly blockers: Blocker[]
  readonly breakers: Breaker[]
  readonly counts: Counts
  readonly lastDecisionAtMs: Instant | null
  readonly lastOrderAtMs: Instant | null
}

/** The part of the status that is cheap to compute. */
export type BriefStatus = Pick<AutotradingStatus, 'state' | 'exchange' | 'latch'>

export const briefStatus = (reader: ControlReader): BriefStatus => ({
  state: reader.state.ledger.control.state,
  exchange: exchangeBody(reader),
  latch: latchBody(reader),
})

const EXECUTION = { paper: 'PAPER', practice: 'PRACTICE', live: 'LIVE' } as const

const exchangeBody = ({ exchange, state }: ControlReader): AutotradingStatus['exchange'] => ({
  name: exchange.name,
  notice: exchange.notice,
  execution: EXECUTION[exchange.execution],
  connected: state.session.stream === 'connected',
  troubles: exchange.troubles().map(({ code, detail, remedy, sinceMs }) => ({
    code,
    detail,
    remedy,
    since: toRfc3339(sinceMs),
  })),
})

const latchBody = (reader: ControlReader): AutotradingStatus['latch'] => {
  const stop = findStop(reader)
  return { engaged: isLatched(reader), stopId: stop?.stopId ?? null, at: toRfc3339OrNull(stop?.atMs ?? null) }
}

const engagedStop = (reader: ControlReader): AutotradingStatus['stop'] => {
  const stop = findStop(reader)
  if (!stop) return null
  const { auditId } = stop
  const { latch } = reader.state.ledger
  const alreadyLatched = latch !== null && latch.requestedBy.auditId !== latch.auditId
  const call = { alreadyLatched, bodyIgnored: false, latchedMs: null, durableMs: null, auditId }
  return stopResult(reader, stop, call)
}

const booksBody = ({ state: { rules, market } }: ControlReader): AutotradingStatus['books'] =>
  rules.books.map(({ bookId, mode, symbols, intervals, strategies, explores, manualSymbols }) => ({
    bookId,
    mode,
    symbols: [...(symbols ?? market.instruments.keys())].filter((symbol) => !manualSymbols.includes(symbol)),
    timeframes: [...intervals],
    strategies: [...strategies],
    explores,
    manualSymbols: [...manualSymbols],
  }))

const quarantinesBody = ({ state: { ledger } }: ControlReader): AutotradingStatus['quarantines'] =>
  [...ledger.quarantines].map(([strategyId, { reason, atMs }]) => ({ strategyId, reason, since: toRfc3339(atMs) }))

/**
 * Actions allowed now. A stop applies as soon as it is in memory, before it is recorded; real money needs a live grant.
 */
const allowedIn = (reader: ControlReader): AutotradingStatus['allowed'] => {
  const { entries, exits, manualIncreasing, manualReducing } = AUTHORITY[reader.state.ledger.control.state]
  const free = !isLatched(reader)
  const granted = reader.state.rules.mode === 'PAPER'
  return {
    entries:
      entries && free && granted && reader.state.rules.books.some(({ mode }) => mode === reader.state.rules.mode),
    exits: exits && free,
    manualIncreasing: manualIncreasing && free && granted,
    manualReducing,
  }
}

/** Returns when an order or an entry was last decided, and when an order was last sent. */
export const lastDecisions = ({
  state: { ledger },
  signals,
}: ControlReader): Pick<StatusSample, 'lastDecisionAtMs' | 'lastOrderAtMs'> => {
  const [entry] = signals.findEntries({ ...NEWEST, symbol: null, strategyId: null, ordered: null, gateId: null })
  let [lastDecisionAtMs, lastOrderAtMs] = [entry?.candidate.atMs ?? 0, 0]
  for (const { origin, createdAtMs, dispatch } of ledger.orders.values()) {
    if (origin === 'EXTERNAL') continue
    lastDecisionAtMs = Math.max(lastDecisionAtMs, createdAtMs)
    if (dispatch.state !== 'ABANDONED') lastOrderAtMs = Math.max(lastOrderAtMs, dispatch.signedAtMs ?? 0)
  }
  return { lastDecisionAtMs: lastDecisionAtMs || null, lastOrderAtMs: lastOrderAtMs || null }
}

const NEWEST: Page = { before: null, fromMs: null, toMs: null, limit: 1 }

/** Returns signal counts of the last day on the market clock, because the clock of a recording differs from ours. */
export const signalCounts = ({ state: { market }, signals }: ControlReader, nowMs: Instant): SignalCounts => ({
  signals: signals.countSince(market.clockMs - DAY_MS).signals,
  candidates: signals.countSince(nowMs - DAY_MS).candidates,
})
