/**
 * Holdings of the account in symbols that this run does not watch: recorded as differences, and listed for the gates.
 */

import type { UnwatchedHolding } from '../../domain/order/venue-report.ts'
import { signedQuantity } from '../../domain/position/position.ts'
import { type Difference, isUnwatched } from '../model/facts.ts'
import type { Ledger } from '../state/ledger.ts'
import { record, type Turn } from '../state/turn.ts'

/** Returns a holding in an unwatched symbol as a difference; the ledger may still contain it from an earlier run. */
export const unwatchedIn = ({ ledger }: Turn, { symbol, quantity, orders }: UnwatchedHolding): ObservedDifference => {
  const shared = { key: `UNWATCHED ${symbol}`, symbol, ours: String(signedQuantity(ledger.positions.get(symbol))) }
  return Number(quantity) === 0
    ? { ...shared, kind: 'UNWATCHED_ORDERS', theirs: String(orders) }
    : { ...shared, kind: 'UNWATCHED_POSITION', theirs: quantity }
}

type ObservedDifference = Omit<Difference, 'firstSeenAtMs'>

/**
 * Records a difference that cannot be resolved here: it does not shorten the check interval, and is reported again when
 * it changes.
 */
export const noteUnwatched = (turn: Turn, observed: ObservedDifference, known: Difference | undefined): void => {
  if (known?.kind === observed.kind && known.theirs === observed.theirs) return
  const difference = { ...observed, firstSeenAtMs: known?.firstSeenAtMs ?? turn.atMs }
  record(turn, { kind: 'differenceFound', difference, atMs: turn.atMs })
}

/** Returns a description for each symbol. */
export const unwatchedHeld = ({ differences }: Ledger): string[] =>
  [...differences.values()]
    .filter(isUnwatched)
    .map(({ kind, symbol, theirs }) => `${symbol} (${kind === 'UNWATCHED_ORDERS' ? `orders: ${theirs}` : theirs})`)
