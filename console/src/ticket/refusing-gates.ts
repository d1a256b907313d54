import { PlimsollError } from '@plimsoll/client'
import type { Holding } from '../ui/gate-table.tsx'

/** The gates that have refused an order, as the answer names them; empty where it was refused for something else. */
export const refusingGates = (error: unknown): readonly Holding[] => {
  if (!(error instanceof PlimsollError) || error.code !== 'PRE_TRADE_REJECTED') return []
  return (error.problem?.gates ?? []) as readonly Holding[]
}
