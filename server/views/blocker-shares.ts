import type { Blocker } from '../../contract/control.ts'
import { engineState } from '../domain/risk/gates/engine-state.ts'
import { GATES } from '../domain/risk/gates/index.ts'
import type { RefusedEntries } from '../engine/model/ports.ts'

/** Share of the blocked entries attributed to a blocker. */
export type BlockerShare = Pick<Blocker, 'share' | 'soleBlockerCount'>

const NOT_KNOWN: BlockerShare = { share: null, soleBlockerCount: null }

/**
 * Splits every blocked entry equally among the gates that failed, whatever their order (the Shapley value of a game
 * that only all of them together decide): the shares of all gates add up to one.
 */
export const computeShare = (refused: readonly RefusedEntries[], blockerId: string): BlockerShare => {
  const gateId = blockerId === 'STATE' ? engineState.id : blockerId
  const blocked = refused.reduce((sum, { count }) => sum + count, 0)
  if (blocked === 0 || !GATES.some(({ id }) => id === gateId)) return NOT_KNOWN
  const mine = refused.filter(({ gates }) => gates.includes(gateId))
  const parts = mine.reduce((sum, { gates, count }) => sum + count / gates.length, 0)
  const sole = mine.reduce((sum, { gates, count }) => (gates.length === 1 ? sum + count : sum), 0)
  return { share: Number((parts / blocked).toFixed(8)), soleBlockerCount: sole }
}
