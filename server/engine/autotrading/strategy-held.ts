import type { Instant } from '../../core/instant.ts'
import type { Cause } from '../../domain/order/order.ts'
import { bookFor } from '../../domain/signal/trading-book.ts'
import type { EngineState } from '../state/turn.ts'

/** Returns the reason why a strategy may not enter a symbol now; null when it may. */
export const strategyHeldIn = (
  { ledger, market, rules }: EngineState,
  { strategyId, interval, validUntilMs }: Cause,
  { symbol, atMs }: { readonly symbol: string; readonly atMs: Instant },
): string | null => {
  const quarantine = ledger.quarantines.get(strategyId)
  if (quarantine) return `${strategyId} is quarantined: ${quarantine.reason}`
  const nowMs = rules.clockChecked ? Math.max(atMs, market.clockMs) : market.clockMs
  if (nowMs > validUntilMs) return 'its signal is too old: wait for the next one'
  return bookFor(rules.books, { symbol, interval, strategyId })
    ? null
    : `no book has ${strategyId} on ${symbol} ${interval}`
}
