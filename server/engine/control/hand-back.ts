/** Hands a manually controlled position back to autotrading. */

import { assert } from '../../core/assert.ts'
import { heldByAutotrading, resolveHolder } from '../../domain/position/position.ts'
import type { Command, CommandOutcome } from '../model/events.ts'
import { DONE } from '../model/outcomes.ts'
import { audit } from '../state/audit.ts'
import { record, type Turn } from '../state/turn.ts'
import { type Obstacle, refuse, storeObstacle } from './refuse.ts'

/**
 * Returns a manually controlled position to the strategy that planned its exit. Stop and target are unchanged; the
 * position is closed at its horizon or when the strategy exits, immediately if that time has passed.
 */
export const handBack = (
  turn: Turn,
  { symbol, instructed }: Extract<Command, { kind: 'handBack' }>,
): CommandOutcome => {
  const position = turn.ledger.positions.get(symbol)
  const obstacle = obstacleTo(turn, symbol)
  const entry = { action: 'POSITION_HAND_BACK', target: position?.positionId ?? symbol }
  if (obstacle) return refuse(turn, instructed, entry, obstacle)
  assert(position, `a position must be open in ${symbol}`)
  const { positionId, takenOver: _takenOver, ...released } = position
  record(turn, { kind: 'positionHandedBack', positionId, by: instructed.actor, atMs: turn.atMs })
  audit(turn, instructed, {
    ...entry,
    before: 'held by a user',
    after: heldByAutotrading(resolveHolder(released)) ?? null,
    outcome: 'DONE',
    reason: instructed.reason,
  })
  return DONE
}

const obstacleTo = ({ ledger, session }: Turn, symbol: string): Obstacle | undefined => {
  const broken = storeObstacle(session)
  if (broken) return broken
  const position = ledger.positions.get(symbol)
  if (!position) return { code: 'NO_POSITION', detail: `No position is open in ${symbol}.` }
  if (!position.cause) {
    return {
      code: 'NO_PLANNED_EXIT',
      detail: `Autotrading did not open the position in ${symbol}: it has no planned exit.`,
    }
  }
  return position.takenOver
    ? undefined
    : { code: 'NOT_TAKEN_OVER', detail: `The position in ${symbol} is already managed by autotrading.` }
}
