import { record, type Turn } from '../turn.ts'
import { audit, byEngine } from './audit.ts'

/** Stops everything that could increase risk, for good: only a person on the host lets go of it. */
export const engageLatch = (turn: Turn, reason: string, detail: string): void => {
  if (turn.ledger.latch) return
  audit(turn, byEngine(turn), { action: 'LATCH', target: 'engine', outcome: 'ENGAGED', reason: `${reason}: ${detail}` })
  record(turn, { kind: 'latchEngaged', reason, detail, atMs: turn.atMs })
}
