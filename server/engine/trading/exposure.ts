import { type Money, valueAt } from '../../domain/account/money.ts'
import { type Bracket, maintenanceMargin } from '../../domain/margin/brackets.ts'
import { unrealizedPnl } from '../../domain/margin/unrealized.ts'
import { type Lots, lots, type Ticks } from '../../domain/market/instrument.ts'
import type { Market } from '../../domain/market/market.ts'
import { markTicksOf } from '../../domain/market/touch.ts'
import type { Order } from '../../domain/order/order.ts'
import { directionSign, type Position } from '../../domain/position/position.ts'
import type { Ledger } from '../ledger.ts'

type Books = { readonly ledger: Ledger; readonly market: Market }

export const workingOrders = (ledger: Ledger): Order[] =>
  [...ledger.working].flatMap((orderId) => ledger.orders.get(orderId) ?? [])

export const remainingOf = (order: Order): Lots => lots(order.terms.quantity - order.filled)

export const signedQuantity = (position: Position | undefined): number =>
  position ? directionSign(position) * position.quantity : 0

/** What a symbol's position would be at worst: with every working or unknown order that increases it filled. */
export const worstCase = (
  ledger: Ledger,
  symbol: string,
): { position: number; worstLong: number; worstShort: number } => {
  const position = signedQuantity(ledger.positions.get(symbol))
  let [worstLong, worstShort] = [position, position]
  for (const order of workingOrders(ledger)) {
    if (order.terms.symbol !== symbol || order.terms.reduceOnly) continue
    if (order.terms.side === 'BUY') worstLong += remainingOf(order)
    else worstShort -= remainingOf(order)
  }
  return { position, worstLong, worstShort }
}

/** The price a symbol is valued at: its mark, or what the position cost while no mark has been seen. */
const markOf = (market: Market, symbol: string): Ticks | undefined => {
  const entry = market.instruments.get(symbol)
  return entry && markTicksOf(entry)
}

export const worstNotional = ({ ledger, market }: Books, symbol: string): Money => {
  const instrument = market.instruments.get(symbol)?.instrument
  const mark = markOf(market, symbol)
  if (!instrument || mark === undefined) return 0n
  const { worstLong, worstShort } = worstCase(ledger, symbol)
  return valueAt(instrument, mark, lots(Math.max(Math.abs(worstLong), Math.abs(worstShort))))
}

export const unrealizedOf = (market: Market, position: Position): Money => {
  const entry = market.instruments.get(position.symbol)
  const mark = markOf(market, position.symbol)
  if (!entry || mark === undefined) return 0n
  return unrealizedPnl(entry.instrument, signedQuantity(position), position.cost, mark)
}

/** Null until the exchange has said what the wallet holds. */
export const equityOf = ({ ledger, market }: Books): Money | null => {
  if (ledger.openedAtMs === null) return null
  let equity = ledger.account.walletBalance
  for (const position of ledger.positions.values()) equity += unrealizedOf(market, position)
  return equity
}

export const notionalAtMark = (market: Market, position: Position): Money => {
  const entry = market.instruments.get(position.symbol)
  const mark = markOf(market, position.symbol)
  return entry && mark !== undefined ? valueAt(entry.instrument, mark, position.quantity) : position.cost
}

/** Of the positions of all symbols but one. */
export const otherMaintenance = (
  { ledger, market }: Books,
  brackets: (symbol: string) => readonly Bracket[],
  except: string,
): { maintenance: Money; unrealized: Money } => {
  let [maintenance, unrealized] = [0n, 0n]
  for (const position of ledger.positions.values()) {
    if (position.symbol === except) continue
    maintenance += maintenanceMargin(brackets(position.symbol), notionalAtMark(market, position))
    unrealized += unrealizedOf(market, position)
  }
  return { maintenance, unrealized }
}
