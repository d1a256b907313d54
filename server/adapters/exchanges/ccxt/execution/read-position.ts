import { decimal } from '../../../../core/decimal.ts'
import { type Money, moneyOf } from '../../../../domain/account/money.ts'
import type { VenuePosition } from '../../../../domain/order/venue-report.ts'
import { exactText } from '../exact.ts'
import type { Listing } from '../listing.ts'
import type { ToldPosition } from './order-dialect.ts'
import { type Reader, signedLotsOf, usdtOf, whole } from './reader.ts'

/** What is said of a position; null where there is none, or in an instrument that is not listed, undefined when it cannot be read. */
export const readPosition = (
  reader: Reader,
  told: ToldPosition,
  leverage: number,
): VenuePosition | null | undefined => {
  const listing = reader.byNative.get(told.native)
  const flat = Number(exactText(told.quantity)) === 0
  if (!listing) {
    if (!flat) reader.note(`There is a position in ${String(told.native)}, which is not watched: it is left alone.`)
    return null
  }
  if (flat) return null
  const { symbol } = listing.instrument
  const quantity = signedLotsOf(listing, told.quantity)
  return whole(reader, `the position in ${symbol}`, {
    symbol,
    quantity,
    cost: quantity === undefined ? undefined : costOf(listing, quantity, told.entryPrice),
    liquidationPrice: liquidationOf(told.liquidationPrice),
    leverage: told.leverage === undefined ? leverage : leverageOf(told.leverage),
    maintenanceMargin: usdtOf(told.maintenanceMargin),
  })
}

/** Quantity times entry price, which may be finer than a tick, to the nearest 10^-8. */
const costOf = ({ instrument }: Listing, quantity: number, entryPrice: unknown): Money | undefined => {
  const text = exactText(entryPrice)
  if (text === undefined) return undefined
  const price = decimal(text)
  const { step } = instrument.quantity
  const units = price.units * step.units * BigInt(Math.abs(quantity))
  return units > 0n ? moneyOf({ units, scale: price.scale + step.scale }) : undefined
}

const liquidationOf = (value: unknown): Money | null | undefined => {
  if (value === undefined || value === null || value === '') return null
  const price = usdtOf(value)
  return price === undefined || price > 0n ? price : null
}

const leverageOf = (value: unknown): number | undefined => {
  const leverage = Number(exactText(value))
  return leverage > 0 ? leverage : undefined
}
