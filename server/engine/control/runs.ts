/** Start and end of a run of the engine, and the results of the store checks. */

import type { Order } from '../../domain/order/order.ts'
import { parseEpoch } from '../../domain/order/venue-client-id.ts'
import { increases } from '../../domain/risk/gate.ts'
import { type Command, ENGINE, HOST, type Instructed } from '../model/events.ts'
import { audit, byEngine, enterState } from '../state/audit.ts'
import { workingOrders } from '../state/ledger.ts'
import { type EngineState, record, type Turn } from '../state/turn.ts'
import { withdraw } from '../trading/cancel-order.ts'
import { haltUntilCleared } from './engage-stop.ts'

/** Starts a run in the state RECONCILING; an engaged stop remains engaged. */
export const startControl = (turn: Turn): void => {
  const { latch, control } = turn.ledger
  turn.session.foreignEpoch = readForeignEpoch(turn)
  const auditFields = { action: 'START', target: 'engine', before: control.state, after: 'RECONCILING' }
  audit(turn, { ...byEngine(turn), actor: HOST }, { ...auditFields, outcome: 'INTENT', reason: null })
  enterState(turn, 'RECONCILING', { by: HOST, reason: { code: 'STARTED', message: 'The engine has been started.' } })
  noteBehind(turn)
  if (!latch) return
  const { code, reason } = latch
  enterState(turn, 'HALTED', { by: ENGINE, reason: { code, message: reason } })
}

/** Records lost store data in the ledger, where it remains across restarts until the host accepts it. */
const noteBehind = (turn: Turn): void => {
  const findings = turn.session.start?.previousRuns?.behind ?? []
  if (findings.length === 0) return
  const { state } = turn.ledger.control
  const about = { action: 'LEDGER_BEHIND', target: 'engine', before: null, after: state, outcome: 'FOUND' }
  for (const reason of findings) audit(turn, byEngine(turn), { ...about, reason })
  record(turn, { kind: 'storesBehind', findings, atMs: turn.atMs })
}

/** Returns the epoch of another engine found on the account, which is stored while that engine has an open order. */
const readForeignEpoch = ({ ledger, session }: Turn): number | null => {
  const newest = Math.max(...workingOrders(ledger).map(({ venueClientId }) => parseEpoch(venueClientId) ?? 0))
  return newest > session.epoch ? newest : null
}

export const beginShutdown = (turn: Turn, instructed: Instructed): void => {
  const before = turn.ledger.control.state
  if (before === 'STOPPED' || before === 'STOPPING') return
  audit(turn, instructed, {
    action: 'SHUTDOWN',
    target: 'engine',
    before,
    after: 'STOPPING',
    outcome: 'INTENT',
    reason: null,
  })
  enterState(turn, 'STOPPING', {
    by: instructed.actor,
    reason: { code: 'SHUTDOWN', message: instructed.reason ?? 'The process is shutting down.' },
  })
  for (const order of leftToFill(turn)) withdraw(turn, order, 'the process is shutting down')
}

/** Returns our orders that would open an unprotected position if the exchange filled them without us. */
export const leftToFill = ({ ledger, rules }: Pick<EngineState, 'ledger' | 'rules'>): Order[] =>
  rules.restsWhileDown ? [] : workingOrders(ledger).filter((order) => increases(order) && order.origin !== 'EXTERNAL')

export const endRun = (turn: Turn, { runId }: Extract<Command, { kind: 'endRun' }>): void => {
  if (turn.ledger.control.state === 'STOPPING') {
    const by = ENGINE
    enterState(turn, 'STOPPED', { by, reason: { code: 'STOPPED', message: 'The process has shut down.' } })
  }
  record(turn, { kind: 'runEnded', runId, atMs: turn.atMs })
}

/** Handles the result of the check of the store: with a damaged store, only stopping and protection continue. */
export const noteStoreCheck = (turn: Turn, damage: string | null): void => {
  const { start } = turn.session
  if (start?.previousRuns) turn.session.start = { ...start, previousRuns: { ...start.previousRuns, damage } }
  if (damage === null) return
  haltUntilCleared(turn, 'STORE_FAILED', `The store is damaged: ${damage}. Restore the data directory from a backup.`)
}

/** Handles a failure to store decisions: from then on, only stopping and protection continue. */
export const onStore = (turn: Turn, failure: string | null): void => {
  turn.session.storeFailure = failure
  if (failure !== null) haltUntilCleared(turn, 'STORE_FAILED', failure)
}
