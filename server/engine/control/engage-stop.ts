/** Engages the emergency stop: requested by a person, the host or the stop file, or decided by the engine itself. */

import { type Flatten, type StopCode, strongerFlatten } from '../../domain/control/stop.ts'
import type { CommandOutcome, Instructed, LoweringCommand, StopOrder } from '../model/events.ts'
import { audit, byEngine, enterState } from '../state/audit.ts'
import type { Latch } from '../state/control-state.ts'
import { createSweep } from '../state/session.ts'
import { mint, record, type Turn } from '../state/turn.ts'

/** Engages the emergency stop at the request of a person, the host or the stop file. */
export const emergencyStop = (
  turn: Turn,
  { stop, flatten, instructed }: Extract<LoweringCommand, { kind: 'emergencyStop' }>,
): CommandOutcome => {
  const before = turn.ledger.latch
  engageStop(turn, { ...stop, flatten: strongerFlatten(stop.flatten, flatten) }, instructed)
  return { kind: 'stopTaken', stopId: before?.stopId ?? stop.stopId, alreadyLatched: before !== null }
}

/** Stops everything that could increase risk, until a person on the host clears the stop. */
const engageStop = (turn: Turn, stop: StopOrder, instructed: Instructed): void => {
  const { latch } = turn.ledger
  if (latch) repeat(turn, latch, { stop, instructed })
  else engage(turn, stop, instructed)
  turn.session.lowered++
  turn.session.sweep = createSweep()
  turn.sweepDue = true
}

/** Halts the engine for a finding that a person must review. Further reasons have no effect. */
export const haltUntilCleared = (turn: Turn, code: StopCode, reason: string): void => {
  if (turn.ledger.latch) return
  const instructed = byEngine(turn)
  const { actor: by, auditId } = instructed
  const stop = { stopId: mint(turn, 'stp'), code, reason, flatten: 'NONE', by, auditId, atMs: turn.atMs } as const
  engageStop(turn, stop, instructed)
}

const engage = (turn: Turn, stop: StopOrder, instructed: Instructed): void => {
  const { by, code, reason, stopId, flatten } = stop
  audit(turn, instructed, {
    action: ACTION,
    target: stopId,
    before: turn.ledger.control.state,
    after: haltedWith(flatten),
    outcome: 'INTENT',
    reason: `${code}: ${reason}`,
  })
  record(turn, { kind: 'latchEngaged', stop, atMs: turn.atMs })
  enterState(turn, 'HALTED', { by, reason: { code, message: reason }, desired: 'PAUSED' })
  turn.effects.push({ kind: 'engageStop', stop })
}

interface Repeated {
  readonly stop: StopOrder
  readonly instructed: Instructed
}

/** Restarts the sweep when a stop is requested again; the new request can only extend the stop. */
const repeat = (turn: Turn, latch: Latch, { stop, instructed }: Repeated): void => {
  const { actor: by, auditId, reason } = instructed
  const flatten = strongerFlatten(latch.flatten, stop.flatten)
  audit(turn, instructed, {
    action: ACTION,
    target: latch.stopId,
    before: haltedWith(latch.flatten),
    after: haltedWith(flatten),
    outcome: 'REPEATED',
    reason: reason ?? 'No reason was given.',
  })
  record(turn, { kind: 'stopRepeated', flatten, by, auditId, atMs: turn.atMs })
}

const ACTION = 'EMERGENCY_STOP'

const haltedWith = (flatten: Flatten): string => `HALTED, flatten ${flatten}`
