import { decimal, printDecimal } from '../../../../core/decimal.ts'
import type { UnwatchedHolding } from '../../../../domain/order/venue-report.ts'
import { exactText } from '../exact.ts'
import type { Listing } from '../listing.ts'
import { allListings } from '../market/listings.ts'
import type { Desk } from './desk.ts'
import type { RawOrder, RawPosition } from './order-dialect.ts'

/** Only what is told with the rest is known of them: where orders are listed by symbol, those in others are not. */
interface RawHoldings {
  readonly positions: readonly RawPosition[]
  readonly orders: readonly RawOrder[]
}

/** What the account holds in instruments that are not watched, one for each, by name; what has been closed there is none. */
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

/** As the exchange counts where it is not known how much of a coin that is. */
const toCoins = (desk: Desk, native: unknown, quantity: string): string => {
  const listing = listingAt(desk, native)
  if (!listing || quantity === '?') return quantity
  const [count, size] = [decimal(quantity), listing.contractSize]
  const coins = printDecimal({ units: count.units * size.units, scale: count.scale + size.scale })
  return exactText(coins) ?? coins
}

/** Looking through everything the exchange lists is dear: it is done once, when something is not watched. */
const listingAt = ({ client, slow }: Desk, native: unknown): Listing | undefined => {
  slow.others ??= new Map([...allListings(client).values()].map((listing) => [listing.native, listing]))
  return slow.others.get(native)
}
