import { decimal, printDecimal } from '../../../../core/decimal.ts'
import type { UnwatchedHolding } from '../../../../domain/order/venue-report.ts'
import { exactText } from '../exact.ts'
import type { Listing } from '../listing.ts'
import { allListings } from '../market/listings.ts'
import type { Desk } from './desk.ts'
import type { RawOrder, RawPosition } from './order-dialect.ts'

/** Holdings known from the other queries only: where orders are listed by symbol, those in others are missing. */
interface RawHoldings {
  readonly positions: readonly RawPosition[]
  readonly orders: readonly RawOrder[]
}

/**
 * Returns the holdings in instruments that are not watched, one for each, by name; closed positions are not included.
 */
export const readUnwatched = (desk: Desk, { positions, orders }: RawHoldings): UnwatchedHolding[] => {
  const { byNative } = desk.reader
  const held = new Map<unknown, { quantity: string; orders: number }>()
  for (const { native, quantity } of positions) {
    const text = exactText(quantity)
    if (byNative.has(native) || text === '0') continue
    held.set(native, { quantity: toCoins(desk, native, text ?? '?'), orders: 0 })
  }
  for (const { native } of orders) {
    if (byNative.has(native)) continue
    const one = held.get(native) ?? { quantity: '0', orders: 0 }
    held.set(native, { ...one, orders: one.orders + 1 })
  }
  return [...held]
    .map(([native, one]) => ({ symbol: listingAt(desk, native)?.instrument.symbol ?? String(native), ...one }))
    .toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1))
}

/** Returns the quantity in coins; in the exchange's own unit where the contract size is unknown. */
const toCoins = (desk: Desk, native: unknown, quantity: string): string => {
  const listing = listingAt(desk, native)
  if (!listing || quantity === '?') return quantity
  const [count, size] = [decimal(quantity), listing.contractSize]
  const coins = printDecimal({ units: count.units * size.units, scale: count.scale + size.scale })
  return exactText(coins) ?? coins
}

/** Searches everything the exchange lists, which is expensive: once, when something is not watched. */
const listingAt = ({ client, slow }: Desk, native: unknown): Listing | undefined => {
  slow.others ??= new Map([...allListings(client).values()].map((listing) => [listing.native, listing]))
  return slow.others.get(native)
}
