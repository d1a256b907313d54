import type { AutotradingStatus, Blocker, Breaker } from '../../contract/control.ts'
import { type Instant, toRfc3339 } from '../core/instant.ts'
import { AUTHORITY } from '../domain/control/control-state.ts'
import { transitionsFrom } from '../domain/control/transitions.ts'
import type { TradingCounts } from '../engine/ports.ts'
import type { EngineState } from '../engine/turn.ts'
import { type ControlReader, findStop, isLatched, SCHEMA_VERSION } from './control-reader.ts'
import { stopResult } from './stop-result.ts'

/** What costs something to find out, and is looked at once a second at most. */
export interface Looked {
  readonly blockers: Blocker[]
  readonly breakers: Breaker[]
  readonly counts: TradingCounts
  readonly lastDecisionAtMs: Instant | null
  readonly lastOrderAtMs: Instant | null
}

/** Where autotrading stands. */
export const controlStatus = (reader: ControlReader, looked: Looked): AutotradingStatus => {
  const { ledger, session, rules } = reader.state
  const { control, differences } = ledger
  const { decided, sent, fills } = looked.counts
  const readAtMs = session.reconciliation.doneAtMs
  return {
    state: control.state,
    stateSince: toRfc3339(control.sinceMs),
    stateReason: { ...control.reason },
    changedBy: { type: control.by?.type ?? 'ENGINE', sub: control.by?.sub ?? null },
    desiredState: control.desired,
    executionMode: rules.mode,
    exchange: exchangeBody(reader),
    latch: latchBody(reader),
    stop: engagedStop(reader),
    lease: { held: true, epoch: session.epoch, remainingMs: null },
    lastReconciliation: {
      at: textOf(readAtMs),
      ok: readAtMs !== null && differences.size === 0,
      differences: differences.size,
    },
    lastDecisionAt: textOf(looked.lastDecisionAtMs),
    lastOrderAt: textOf(looked.lastOrderAtMs),
    topBlockers: looked.blockers,
    breakers: looked.breakers,
    books: [],
    counters24h: { signals: 0, candidates: 0, decisions: decided, orders: sent, fills },
    allowed: allowedIn(reader),
    transitions: transitionsFrom(control.state).flatMap(({ to, by, via }) => by.map((door) => ({ to, by: door, via }))),
    schemaVersion: SCHEMA_VERSION,
    asOf: toRfc3339(reader.now()),
  }
}

const textOf = (atMs: Instant | null): string | null => (atMs === null ? null : toRfc3339(atMs))

const EXECUTION = { paper: 'PAPER', practice: 'PRACTICE', live: 'LIVE' } as const

const exchangeBody = ({ exchange, state }: ControlReader): AutotradingStatus['exchange'] => ({
  name: exchange.name,
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
  return { engaged: isLatched(reader), stopId: stop?.stopId ?? null, at: textOf(stop?.atMs ?? null) }
}

const engagedStop = (reader: ControlReader): AutotradingStatus['stop'] => {
  const stop = findStop(reader)
  if (!stop) return null
  const { auditId } = stop
  const call = { alreadyLatched: true, bodyIgnored: false, latchedMs: null, durableMs: null, auditId }
  return stopResult(reader, stop, call)
}

/** A stop holds from the moment it is in memory, whatever the books still say; real money waits for a live grant. */
const allowedIn = (reader: ControlReader): AutotradingStatus['allowed'] => {
  const { entries, exits, manualIncreasing, manualReducing } = AUTHORITY[reader.state.ledger.control.state]
  const free = !isLatched(reader)
  const granted = reader.state.rules.mode === 'PAPER'
  return {
    entries: entries && free && granted,
    exits: exits && free,
    manualIncreasing: manualIncreasing && free && granted,
    manualReducing,
  }
}

/** When an order was last decided, and when one was last let out. */
export const lastDecisions = ({ ledger }: EngineState): Pick<Looked, 'lastDecisionAtMs' | 'lastOrderAtMs'> => {
  let [lastDecisionAtMs, lastOrderAtMs] = [0, 0]
  for (const { origin, createdAtMs, dispatch } of ledger.orders.values()) {
    if (origin === 'EXTERNAL') continue
    lastDecisionAtMs = Math.max(lastDecisionAtMs, createdAtMs)
    if (dispatch.state !== 'ABANDONED') lastOrderAtMs = Math.max(lastOrderAtMs, dispatch.signedAtMs ?? 0)
  }
  return { lastDecisionAtMs: lastDecisionAtMs || null, lastOrderAtMs: lastOrderAtMs || null }
}
