import type { Cause } from '../../domain/order/order.ts'
import { bookFor } from '../../domain/signal/trading-book.ts'
import type { EngineState } from '../turn.ts'

/** Why a strategy may not enter a symbol now; null when it may. */
export const strategyHeldIn = (
  { ledger, rules }: EngineState,
  { strategyId, interval }: Cause,
  symbol: string,
): string | null => {
  const quarantine = ledger.quarantines.get(strategyId)
  if (quarantine) return `${strategyId} is quarantined: ${quarantine.reason}`
  return bookFor(rules.books, { symbol, interval, strategyId })
    ? null
    : `no book has ${strategyId} on ${symbol} ${interval}`
}
