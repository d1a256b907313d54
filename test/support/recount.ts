import { expect } from 'vitest'
import { sumUnits, toUnits } from './exact-text.ts'
import type { Json } from './order-stream.ts'

const ONE = 10n ** 8n

/** Divides, rounding to the nearest unit, ties away from zero. */
const over = (part: bigint, whole: bigint): bigint => {
  const [a, b] = [part < 0n ? -part : part, whole < 0n ? -whole : whole]
  const quotient = (2n * a + b) / (2n * b)
  return part < 0n === whole < 0n ? quotient : -quotient
}

/** Fee rates: 0.02% for a maker, 0.05% for a taker. */
const RATES: Record<string, bigint> = { MAKER: toUnits('0.0002'), TAKER: toUnits('0.0005') }

/** Position computed from its trades, in units of 10^-8. */
interface Held {
  /** Positive is long. */
  quantity: bigint
  cost: bigint
  realized: bigint
  fees: bigint
}

/** Account recomputed from its list of trades, using only price, quantity, side and liquidity. */
export interface Recount {
  readonly wallet: bigint
  readonly realized: bigint
  readonly fees: bigint
  readonly funding: bigint
  /** Positions by lifecycle ID. */
  readonly positions: ReadonlyMap<string, Held>
}

/** Recomputes the account from trades, newest first as listed, and expects the correct fee and result of each. */
export const recount = (opening: string, trades: readonly Json[]): Recount => {
  const positions = new Map<string, Held>()
  let [realized, fees, funding] = [0n, 0n, 0n]
  for (const trade of trades.toReversed()) {
    if (trade.kind === 'FUNDING') {
      funding += toUnits(trade.cashFlow)
      continue
    }
    const held = positions.get(trade.positionId) ?? { quantity: 0n, cost: 0n, realized: 0n, fees: 0n }
    positions.set(trade.positionId, held)
    const { gain, fee } = book(held, trade)
    expect([trade.fillId, toUnits(trade.fee), toUnits(trade.realizedPnl)]).toEqual([trade.fillId, fee, gain])
    expect(toUnits(trade.cashFlow)).toBe(gain - fee)
    realized += gain
    fees += fee
  }
  return { wallet: toUnits(opening) + realized - fees + funding, realized, fees, funding, positions }
}

const book = (held: Held, { side, price, qty, notional, liquidity }: Json): { gain: bigint; fee: bigint } => {
  const [quantity, sign] = [toUnits(qty), side === 'BUY' ? 1n : -1n]
  const value = (toUnits(price) * quantity) / ONE
  expect(toUnits(notional)).toBe(value)
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

/** Expects a position to match its trades, valued at the mark it reports. */
export const expectPosition = (position: Json, { positions }: Recount): void => {
  const held = positions.get(position.id)
  if (!held) throw new Error(`no trade belongs to ${position.id}`)
  const size = held.quantity < 0n ? -held.quantity : held.quantity
  const sign = held.quantity < 0n ? -1n : 1n
  expect([toUnits(position.qty), toUnits(position.realizedPnl), toUnits(position.feesPaid)]).toEqual([
    size,
    held.realized,
    held.fees,
  ])
  if (size === 0n) return
  const notional = (toUnits(position.markPrice) * size) / ONE
  expect(position.direction).toBe(sign > 0n ? 'LONG' : 'SHORT')
  expect(toUnits(position.entryPrice)).toBe(over(held.cost * ONE, size))
  expect(toUnits(position.notional)).toBe(notional)
  expect(toUnits(position.unrealizedPnl)).toBe(sign * (notional - held.cost))
  expect(toUnits(position.initialMargin)).toBe(over(notional, BigInt(position.leverage)))
}

/** Expects balance and portfolio to match all trades; each is valued at its own instant. */
export const expectAccount = (balance: Json, portfolio: Json, counted: Recount): void => {
  const { wallet, realized, fees, funding } = counted
  expect([toUnits(balance.walletBalance), toUnits(portfolio.walletBalance)]).toEqual([wallet, wallet])
  expect(toUnits(balance.equity)).toBe(wallet + toUnits(balance.unrealizedPnl))
  expect(toUnits(balance.availableBalance)).toBe(toUnits(balance.equity) - toUnits(balance.initialMargin))
  const unrealized = sumUnits(portfolio.positions.map(({ unrealizedPnl }: Json) => unrealizedPnl))
  const notionals = portfolio.positions.map(({ notional }: Json) => notional)
  expect([toUnits(portfolio.equity), toUnits(portfolio.grossExposure)]).toEqual([
    wallet + unrealized,
    sumUnits(notionals),
  ])
  const { dayPnl } = portfolio
  const day = [dayPnl.realized, dayPnl.unrealized, dayPnl.fees, dayPnl.funding, dayPnl.adjustments].map(toUnits)
  expect(day).toEqual([realized, unrealized, fees, funding, 0n])
  expect(toUnits(dayPnl.net)).toBe(realized + unrealized - fees + funding)
  expect(toUnits(dayPnl.net)).toBe(toUnits(portfolio.equity) - toUnits(dayPnl.dayStartEquity))
}
