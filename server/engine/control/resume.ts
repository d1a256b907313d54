/** Commands of the host that give the engine more autonomy: resume, clear a stop, re-arm, live grant. */

import { BREAKERS, type BreakerId, describeReading } from '../../domain/control/breakers.ts'
import { forgetWatches } from '../autotrading/quarantine.ts'
import type { Command, CommandOutcome, RaisingCommand } from '../model/events.ts'
import { isUnwatched } from '../model/facts.ts'
import { DONE } from '../model/outcomes.ts'
import { audit, enterState } from '../state/audit.ts'
import { type EngineState, record, type Turn } from '../state/turn.ts'
import { type Obstacle, refuse, storeObstacle } from './refuse.ts'
import { breakerReadings, printStanding, readStanding } from './standing.ts'

/** Resumes autotrading on behalf of the host, and re-arms tripped breakers. */
export const resume = (
  turn: Turn,
  { displayed, instructed }: Extract<RaisingCommand, { kind: 'resume' }>,
): CommandOutcome => {
  const tripped = [...turn.ledger.tripped.keys()]
  const auditFields = { action: 'RESUME', target: 'engine', before: turn.ledger.control.state, after: 'RUNNING' }
  const obstacle = changedSince(turn, displayed) ?? toResume(turn)
  if (obstacle) return refuse(turn, instructed, { ...auditFields, after: null }, obstacle)
  audit(turn, instructed, { ...auditFields, outcome: 'INTENT', reason: instructed.reason })
  if (tripped.length > 0) record(turn, { kind: 'breakersRearmed', breakers: tripped, atMs: turn.atMs })
  const reason = { code: 'RESUMED', message: instructed.reason ?? 'Resumed on the host.' }
  enterState(turn, 'RUNNING', { by: instructed.actor, reason, desired: 'RUNNING' })
  turn.session.degraded = null
  turn.session.owed.push({ instructed, action: 'RESUME', target: 'engine', orders: [], sinceMs: turn.atMs })
  return DONE
}

type Moment = Pick<Turn, keyof EngineState | 'atMs'>

/** Clears the emergency stop on behalf of the host. A reconciliation follows, after which the engine is paused. */
export const clearStop = (
  turn: Turn,
  { displayed, instructed }: Extract<RaisingCommand, { kind: 'clearStop' }>,
): CommandOutcome => {
  const target = turn.ledger.latch?.stopId ?? 'engine'
  const auditFields = { action: 'STOP_CLEAR', target, before: turn.ledger.control.state, after: 'RECONCILING' }
  const obstacle = changedSince(turn, displayed) ?? toClear(turn)
  if (obstacle) return refuse(turn, instructed, { ...auditFields, after: null }, obstacle)
  audit(turn, instructed, { ...auditFields, outcome: 'INTENT', reason: instructed.reason })
  record(turn, { kind: 'latchReleased', by: instructed.actor, atMs: turn.atMs })
  const reason = { code: 'STOP_CLEARED', message: instructed.reason ?? 'The stop was cleared on the host.' }
  enterState(turn, 'RECONCILING', { by: instructed.actor, reason, desired: 'PAUSED' })
  turn.session.reconciliation.beganAtMs = turn.atMs
  turn.session.reconciliation.doneAtMs = null
  turn.session.reconciliation.dueAtMs = turn.atMs
  turn.session.owed.push({ instructed, action: 'STOP_CLEAR', target, orders: [], sinceMs: turn.atMs })
  return DONE
}

const changedSince = (turn: Turn, displayed: string): Obstacle | undefined =>
  displayed === printStanding(turn)
    ? undefined
    : { code: 'CHANGED_SINCE', detail: 'The state has changed since it was shown. Check it again, then confirm.' }

/** Returns the reason why the engine cannot be resumed now, if any. */
export const toResume = (turn: Moment): Obstacle | undefined => {
  const { state } = turn.ledger.control
  if (state === 'HALTED') {
    return { code: 'STOP_ENGAGED', detail: 'The emergency stop is engaged. Clear it first: plimsoll stop clear.' }
  }
  if (state !== 'PAUSED')
    return { code: 'NOT_PAUSED', detail: `The engine is ${state}; only a PAUSED engine can be resumed.` }
  const standing = breakerReadings(turn).find(({ id, red }) => red && !isForgiven(turn, id))
  return standing
    ? {
        code: 'LIMIT_STANDS',
        detail: describeReading(standing),
      }
    : undefined
}

/** Returns whether re-arming resets a breaker: the daily loss breaker remains until the end of the day. */
const isForgiven = ({ ledger }: Moment, id: BreakerId): boolean =>
  BREAKERS[id] === 'AUTO_HYSTERESIS' || (id !== 'DAY_LOSS' && ledger.tripped.has(id))

/** Returns the reason why the stop cannot be cleared now, if any. */
export const toClear = (turn: Moment): Obstacle | undefined => {
  const standing = readStanding(turn)
  if (standing.stopId === null) return { code: 'NOT_STOPPED', detail: 'No emergency stop is engaged.' }
  if (standing.state !== 'HALTED') {
    return {
      code: 'NOT_HALTED',
      detail: `The engine is ${standing.state}; a stop can be cleared only while it is HALTED.`,
    }
  }
  const broken = storeObstacle(standing)
  if (broken) return broken
  if (standing.foreignEpoch !== null) {
    return {
      code: 'FOREIGN_EPOCH',
      detail: 'Another engine trades on this account. Shut one of them down permanently.',
    }
  }
  if (!standing.reconciled)
    return { code: 'NOT_RECONCILED', detail: 'The account has not been read from the exchange since the start.' }
  const disputed = [...turn.ledger.differences.values()].flatMap((one) => (isUnwatched(one) ? [] : [one.key]))
  const left: readonly (readonly [string, readonly string[], string])[] = [
    ['DIFFERENCES', disputed, 'The ledger and the exchange differ'],
    ['OUTCOME_UNKNOWN', standing.unknownOutcomes, 'The outcome of these orders is unknown'],
    ['UNPROTECTED', standing.unprotected, 'These positions have no verified stop'],
    ['NOT_SWEPT', standing.leftToCancel, 'These orders are still to be cancelled'],
  ]
  const blocker = left.find(([, ids]) => ids.length > 0)
  if (blocker) return { code: blocker[0], detail: `${blocker[2]}: ${blocker[1].join(', ')}.` }
  return standing.swept ? undefined : { code: 'NOT_SWEPT', detail: 'The account is still being read after the stop.' }
}

/**
 * Re-enables a quarantined strategy on behalf of the host; the comparison of its outcomes with the forecast starts
 * over.
 */
export const rearmStrategy = (
  turn: Turn,
  { strategyId, instructed }: Extract<Command, { kind: 'rearmStrategy' }>,
): CommandOutcome => {
  const before = turn.ledger.quarantines.get(strategyId)?.reason ?? null
  const auditFields = { action: 'STRATEGY_REARM', target: strategyId, before }
  const obstacle = obstacleTo(turn, strategyId)
  if (obstacle) return refuse(turn, instructed, auditFields, obstacle)
  forgetWatches(turn.signals, strategyId)
  record(turn, { kind: 'strategiesRearmed', strategies: [strategyId], atMs: turn.atMs })
  audit(turn, instructed, { ...auditFields, outcome: 'DONE', reason: instructed.reason })
  return DONE
}

const obstacleTo = ({ ledger, session }: Turn, strategyId: string): Obstacle | undefined =>
  storeObstacle(session) ??
  (ledger.quarantines.has(strategyId)
    ? undefined
    : { code: 'NOT_QUARANTINED', detail: `${strategyId} is not quarantined.` })

/** Grants live trading for these limits and a period, or revokes it. */
export const setLiveGrant = (
  turn: Turn,
  { grant, instructed }: Extract<Command, { kind: 'setLiveGrant' }>,
): CommandOutcome => {
  const action = grant ? 'LIVE_GRANT' : 'LIVE_REVOKE'
  const auditFields = { action, target: grant?.packetId ?? 'engine', before: turn.ledger.liveGrant?.packetId ?? null }
  const obstacle = grant ? storeObstacle(turn.session) : undefined
  if (obstacle) return refuse(turn, instructed, auditFields, obstacle)
  record(turn, { kind: 'liveGrantChanged', grant, by: instructed.actor, atMs: turn.atMs })
  audit(turn, instructed, { ...auditFields, outcome: 'DONE', reason: instructed.reason })
  return DONE
}
