import { decimal } from '../../../../core/decimal.ts'
import { type Money, toMoney } from '../../../../domain/account/money.ts'
import type { VenuePosition } from '../../../../domain/order/venue-report.ts'
import { exactText } from '../exact.ts'
import type { Listing } from '../listing.ts'
import type { RawPosition } from './order-dialect.ts'
import { type Reader, toSignedLots, toUsdt, whole } from './reader.ts'

/**
 * Reads a position; null where there is none, or in an instrument that is not listed, undefined when it cannot be read.
 */
export const readPosition = (
  reader: Reader,
  rawPosition: RawPosition,
  leverage: number,
): VenuePosition | null | undefined => {
  const listing = reader.byNative.get(rawPosition.native)
  const flat = Number(exactText(rawPosition.quantity)) === 0
  if (!listing) {
    if (!flat)
      reader.note(`There is a position in ${String(rawPosition.native)}, which is not watched: it is left unchanged.`)
    return null
  }
  if (flat) return null
  const { symbol } = listing.instrument
  const quantity = toSignedLots(listing, rawPosition.quantity)
  return whole(reader, `the position in ${symbol}`, {
    symbol,
    quantity,
    cost: quantity === undefined ? undefined : computeCost(listing, quantity, rawPosition.entryPrice),
    liquidationPrice: toLiquidationPrice(rawPosition.liquidationPrice),
    leverage: rawPosition.leverage === undefined ? leverage : toLeverage(rawPosition.leverage),
    maintenanceMargin: toUsdt(rawPosition.maintenanceMargin),
  })
}

/** Quantity times entry price, which may be finer than a tick, to the nearest 10^-8. */
const computeCost = ({ instrument }: Listing, quantity: number, entryPrice: unknown): Money | undefined => {
  const text = exactText(entryPrice)
  if (text === undefined) return undefined
  const price = decimal(text)
  const { step } = instrument.quantity
  const units = price.units * step.units * BigInt(Math.abs(quantity))
  return units > 0n ? toMoney({ units, scale: price.scale + step.scale }) : undefined
}

const toLiquidationPrice = (value: unknown): Money | null | undefined => {
  if (value === undefined || value === null || value === '') return null
  const price = toUsdt(value)
  return price === undefined || price > 0n ? price : null
}

const toLeverage = (value: unknown): number | undefined => {
  const leverage = Number(exactText(value))
  return leverage > 0 ? leverage : undefined
}
