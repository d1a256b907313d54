/** Exposure, unrealised PnL, equity and maintenance margin, computed from ledger and market prices. */

import { type Money, valueAt } from '../../domain/account/money.ts'
import { type Bracket, maintenanceMargin } from '../../domain/margin/brackets.ts'
import { unrealizedPnl } from '../../domain/margin/liquidation.ts'
import { lots, type Ticks } from '../../domain/market/instrument.ts'
import { getMarkTicks, type Market } from '../../domain/market/market.ts'
import { type Order, remainingLots } from '../../domain/order/order.ts'
import { type Position, signedQuantity } from '../../domain/position/position.ts'
import type { Ledger } from '../state/ledger.ts'

/** Position of a symbol now, and with every working or unknown order that increases it filled. */
export interface Exposure {
  readonly position: number
  readonly worstLong: number
  readonly worstShort: number
}

type Books = { readonly ledger: Ledger; readonly market: Market }

export const NO_EXPOSURE: Exposure = { position: 0, worstLong: 0, worstShort: 0 }

/** Returns the exposure of each symbol with a position or a working order. */
export const computeExposures = (ledger: Ledger, working: readonly Order[]): ReadonlyMap<string, Exposure> => {
  const exposures = new Map<string, { -readonly [Name in keyof Exposure]: number }>()
  for (const [symbol, open] of ledger.positions) {
    const position = signedQuantity(open)
    exposures.set(symbol, { position, worstLong: position, worstShort: position })
  }
  for (const order of working) {
    const { symbol, side, reduceOnly } = order.terms
    if (reduceOnly) continue
    const exposure = exposures.get(symbol) ?? { ...NO_EXPOSURE }
    if (side === 'BUY') exposure.worstLong += remainingLots(order)
    else exposure.worstShort -= remainingLots(order)
    exposures.set(symbol, exposure)
  }
  return exposures
}

/**
 * Returns the price a symbol is valued at: its mark price or, if there is none, the last trade. Candles are no substitute:
 * after a start, those of the history may be days old.
 */
const findMark = (market: Market, symbol: string): Ticks | undefined => {
  const entry = market.instruments.get(symbol)
  return entry && (getMarkTicks(entry) ?? entry.lastTrade?.price)
}

/** Returns the worst-case notional of a symbol at its mark price. */
export const worstNotional = (market: Market, symbol: string, { worstLong, worstShort }: Exposure): Money => {
  const instrument = market.instruments.get(symbol)?.instrument
  const mark = findMark(market, symbol)
  if (!instrument || mark === undefined) return 0n
  return valueAt(instrument, mark, lots(Math.max(Math.abs(worstLong), Math.abs(worstShort))))
}

/** Returns the unrealised PnL of a position; null while its symbol has no price. */
export const findUnrealized = (market: Market, position: Position): Money | null => {
  const entry = market.instruments.get(position.symbol)
  const mark = findMark(market, position.symbol)
  if (!entry || mark === undefined) return null
  return unrealizedPnl(entry.instrument, signedQuantity(position), position.cost, mark)
}

const computeUnrealized = (market: Market, position: Position): Money => findUnrealized(market, position) ?? 0n

/**
 * Returns the equity; null until the exchange has reported the wallet balance, and until a price has been received for
 * every position of a listed instrument. Positions of other instruments are valued at their cost.
 */
export const computeEquity = ({ ledger, market }: Books): Money | null => {
  if (ledger.openedAtMs === null) return null
  let equity = ledger.account.walletBalance
  for (const position of ledger.positions.values()) {
    const unrealized = findUnrealized(market, position)
    if (unrealized === null && market.instruments.has(position.symbol)) return null
    equity += unrealized ?? 0n
  }
  return equity
}

export const notionalAtMark = (market: Market, position: Position): Money => {
  const entry = market.instruments.get(position.symbol)
  const mark = findMark(market, position.symbol)
  return entry && mark !== undefined ? valueAt(entry.instrument, mark, position.quantity) : position.cost
}

/** Returns the maintenance margin of all positions, except those of one symbol if given. */
export const otherMaintenance = (
  { ledger, market }: Books,
  brackets: (symbol: string) => readonly Bracket[],
  except: string | null,
): { maintenance: Money; unrealized: Money } => {
  let [maintenance, unrealized] = [0n, 0n]
  for (const position of ledger.positions.values()) {
    if (position.symbol === except) continue
    maintenance += maintenanceMargin(brackets(position.symbol), notionalAtMark(market, position))
    unrealized += computeUnrealized(market, position)
  }
  return { maintenance, unrealized }
}
