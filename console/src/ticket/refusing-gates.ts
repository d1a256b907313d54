import { PlimsollError } from '@plimsoll/client'
import type { Holding } from '../ui/gate-table.tsx'

/** Returns the gates that refused an order, as listed in the response; empty when it was refused for another reason. */
export const refusingGates = (error: unknown): readonly Holding[] => {
  if (!(error instanceof PlimsollError) || error.code !== 'PRE_TRADE_REJECTED') return []
  return (error.problem?.gates ?? []) as readonly Holding[]
}
