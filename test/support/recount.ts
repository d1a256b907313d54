import { expect } from 'vitest'
import { sumOf, unitsOf } from './exact-text.ts'
import type { Json } from './order-stream.ts'

const ONE = 10n ** 8n

/** To the nearest unit, ties away from zero. */
const over = (part: bigint, whole: bigint): bigint => {
  const [a, b] = [part < 0n ? -part : part, whole < 0n ? -whole : whole]
  const quotient = (2n * a + b) / (2n * b)
  return part < 0n === whole < 0n ? quotient : -quotient
}

/** What fees are a part of the value: 0.02 % for who waited, 0.05 % for who came. */
const RATES: Record<string, bigint> = { MAKER: unitsOf('0.0002'), TAKER: unitsOf('0.0005') }

/** A position as its trades make it; everything in 10^-8. */
interface Held {
  /** Positive is long. */
  quantity: bigint
  cost: bigint
  realized: bigint
  fees: bigint
}

/** An account counted up anew from the list of its trades, by nothing but their price, quantity, side and liquidity. */
export interface Recount {
  readonly wallet: bigint
  readonly realized: bigint
  readonly fees: bigint
  readonly funding: bigint
  /** By the id of the lifecycle. */
  readonly positions: ReadonlyMap<string, Held>
}

/** Counts trades, newest first as they are listed, and expects of each the fee and the result it ought to have. */
export const recount = (opening: string, trades: readonly Json[]): Recount => {
  const positions = new Map<string, Held>()
  let [realized, fees, funding] = [0n, 0n, 0n]
  for (const trade of trades.toReversed()) {
    if (trade.kind === 'FUNDING') {
      funding += unitsOf(trade.cashFlow)
      continue
    }
    const held = positions.get(trade.positionId) ?? { quantity: 0n, cost: 0n, realized: 0n, fees: 0n }
    positions.set(trade.positionId, held)
    const { gain, fee } = book(held, trade)
    expect([trade.fillId, unitsOf(trade.fee), unitsOf(trade.realizedPnl)]).toEqual([trade.fillId, fee, gain])
    expect(unitsOf(trade.cashFlow)).toBe(gain - fee)
    realized += gain
    fees += fee
  }
  return { wallet: unitsOf(opening) + realized - fees + funding, realized, fees, funding, positions }
}

const book = (held: Held, { side, price, qty, notional, liquidity }: Json): { gain: bigint; fee: bigint } => {
  const [quantity, sign] = [unitsOf(qty), side === 'BUY' ? 1n : -1n]
  const value = (unitsOf(price) * quantity) / ONE
  expect(unitsOf(notional)).toBe(value)
  const fee = over(value * (RATES[liquidity] ?? 0n), ONE)
  const size = held.quantity < 0n ? -held.quantity : held.quantity
  const reduces = held.quantity * sign < 0n
  const released = reduces ? over(held.cost * quantity, size) : 0n
  const gain = reduces ? sign * (released - value) : 0n
  held.quantity += sign * quantity
  held.cost += reduces ? -released : value
  held.realized += gain
  held.fees += fee
  return { gain, fee }
}

/** Expects of a position what its trades make it, valued at the mark it tells itself. */
export const expectPosition = (position: Json, { positions }: Recount): void => {
  const held = positions.get(position.id)
  if (!held) throw new Error(`no trade belongs to ${position.id}`)
  const size = held.quantity < 0n ? -held.quantity : held.quantity
  const sign = held.quantity < 0n ? -1n : 1n
  expect([unitsOf(position.qty), unitsOf(position.realizedPnl), unitsOf(position.feesPaid)]).toEqual([
    size,
    held.realized,
    held.fees,
  ])
  if (size === 0n) return
  const notional = (unitsOf(position.markPrice) * size) / ONE
  expect(position.direction).toBe(sign > 0n ? 'LONG' : 'SHORT')
  expect(unitsOf(position.entryPrice)).toBe(over(held.cost * ONE, size))
  expect(unitsOf(position.notional)).toBe(notional)
  expect(unitsOf(position.unrealizedPnl)).toBe(sign * (notional - held.cost))
  expect(unitsOf(position.initialMargin)).toBe(over(notional, BigInt(position.leverage)))
}

/** Expects of balance and portfolio what all trades make them; each is valued at its own instant. */
export const expectAccount = (balance: Json, portfolio: Json, counted: Recount): void => {
  const { wallet, realized, fees, funding } = counted
  expect([unitsOf(balance.walletBalance), unitsOf(portfolio.walletBalance)]).toEqual([wallet, wallet])
  expect(unitsOf(balance.equity)).toBe(wallet + unitsOf(balance.unrealizedPnl))
  expect(unitsOf(balance.availableBalance)).toBe(unitsOf(balance.equity) - unitsOf(balance.initialMargin))
  const unrealized = sumOf(portfolio.positions.map(({ unrealizedPnl }: Json) => unrealizedPnl))
  const notionals = portfolio.positions.map(({ notional }: Json) => notional)
  expect([unitsOf(portfolio.equity), unitsOf(portfolio.grossExposure)]).toEqual([wallet + unrealized, sumOf(notionals)])
  const { dayPnl } = portfolio
  const day = [dayPnl.realized, dayPnl.unrealized, dayPnl.fees, dayPnl.funding, dayPnl.adjustments].map(unitsOf)
  expect(day).toEqual([realized, unrealized, fees, funding, 0n])
  expect(unitsOf(dayPnl.net)).toBe(realized + unrealized - fees + funding)
  expect(unitsOf(dayPnl.net)).toBe(unitsOf(portfolio.equity) - unitsOf(dayPnl.dayStartEquity))
}
