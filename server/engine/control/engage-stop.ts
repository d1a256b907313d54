import { furtherOf, type StopCode } from '../../domain/control/stop.ts'
import type { Latch } from '../control-books.ts'
import type { CommandOutcome, Instructed, LoweringCommand, StopOrder } from '../events.ts'
import { createSweep } from '../session.ts'
import { audit, byEngine } from '../trading/audit.ts'
import { mint, record, type Turn } from '../turn.ts'
import { enterState } from './enter-state.ts'
import { sweep } from './sweep.ts'

/** Stops everything that could increase risk, for good: only a person on the host lets go of it. */
const engageStop = (turn: Turn, stop: StopOrder, instructed: Instructed): void => {
  const { latch, control } = turn.ledger
  const said = {
    action: 'EMERGENCY_STOP',
    target: latch?.stopId ?? stop.stopId,
    before: control.state,
    after: 'HALTED',
  }
  audit(turn, instructed, { ...said, outcome: latch ? 'REPEATED' : 'INTENT', reason: `${stop.code}: ${stop.reason}` })
  if (latch) repeat(turn, latch, { flatten: stop.flatten, by: instructed.actor })
  else engage(turn, stop)
  turn.session.sweep = createSweep()
  sweep(turn)
}

/** A person, the host or the stop file wants everything stopped. */
export const emergencyStop = (
  turn: Turn,
  { stop, flatten, instructed }: Extract<LoweringCommand, { kind: 'emergencyStop' }>,
): CommandOutcome => {
  const before = turn.ledger.latch
  engageStop(turn, { ...stop, flatten: furtherOf(stop.flatten, flatten) }, instructed)
  return { kind: 'stopTaken', stopId: before?.stopId ?? stop.stopId, alreadyLatched: before !== null }
}

/** The engine has found what only a person can judge. Once it is stopped, a further reason adds nothing. */
export const haltForGood = (turn: Turn, code: StopCode, reason: string): void => {
  if (turn.ledger.latch) return
  const instructed = byEngine(turn)
  const { actor: by, auditId } = instructed
  const stop = { stopId: mint(turn, 'stp'), code, reason, flatten: 'NONE', by, auditId, atMs: turn.atMs } as const
  engageStop(turn, stop, instructed)
}

const engage = (turn: Turn, stop: StopOrder): void => {
  const { by, code, reason } = stop
  record(turn, { kind: 'latchEngaged', stop, atMs: turn.atMs })
  enterState(turn, 'HALTED', { by, reason: { code, message: reason }, desired: 'PAUSED' })
  turn.effects.push({ kind: 'engageStop', stop })
}

/** Asked for again, a stop begins its sweep anew, and only ever does more than before. */
const repeat = (turn: Turn, latch: Latch, { flatten, by }: Pick<StopOrder, 'flatten' | 'by'>): void =>
  record(turn, { kind: 'stopRepeated', flatten: furtherOf(latch.flatten, flatten), by, atMs: turn.atMs })
