/** Applies changes of plan, protection and holder to the positions of the ledger. */

import type { Instant } from '../../core/instant.ts'
import type { Position, Protection } from '../../domain/position/position.ts'
import type { LedgerFact } from '../model/facts.ts'

/** Applies a fact about one lifecycle that is not a fill. */
export const applyPositionFact = (
  lifecycles: Lifecycles,
  fact: Extract<LedgerFact, { kind: 'planChanged' | 'protectionChanged' | 'positionHandedBack' }>,
): void => {
  if (fact.kind === 'positionHandedBack') {
    return changePosition(lifecycles, fact, ({ takenOver: _takenOver, ...position }) => ({
      ...position,
      handedBack: true,
    }))
  }
  const protectionAfter = ({ protection }: Position): Protection =>
    fact.kind === 'planChanged' ? { ...protection, plan: fact.plan } : fact.protection
  changePosition(lifecycles, fact, (position) => ({ ...position, protection: protectionAfter(position) }))
}

/** Open lifecycles by symbol and the newest ended ones by ID. */
interface Lifecycles {
  readonly positions: Map<string, Position>
  readonly ended: Map<string, Position>
}

const changePosition = (
  lifecycles: Lifecycles,
  { positionId, atMs }: { readonly positionId: string; readonly atMs: Instant },
  change: (position: Position) => Position,
): void =>
  putPosition(lifecycles, positionId, (position) => ({
    ...change(position),
    version: position.version + 1,
    updatedAtMs: atMs,
  }))

/** Replaces a lifecycle with its new version, even an ended one, because facts about it may still arrive. */
export const putPosition = (
  { positions, ended }: Lifecycles,
  positionId: string,
  change: (position: Position) => Position,
): void => {
  const open = [...positions.values()].find((position) => position.positionId === positionId)
  const past = ended.get(positionId)
  if (open) positions.set(open.symbol, change(open))
  else if (past) ended.set(positionId, change(past))
}
