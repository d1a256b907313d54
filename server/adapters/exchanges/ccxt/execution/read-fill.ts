/**
 * Converts raw executions and funding payments to the engine's types, and determines the owner of an execution's order.
 */

import { applyRate, type Money, valueAt } from '../../../../domain/account/money.ts'
import type { Lots, Ticks } from '../../../../domain/market/instrument.ts'
import type { VenueFill, VenueFunding } from '../../../../domain/order/venue-report.ts'
import { exactText, idText, toInstant } from '../fields.ts'
import type { Listing } from '../listing.ts'
import type { RawFill, RawFunding } from './order-dialect.ts'
import { FORGOTTEN, nameOfUnnamed, type OrderMemory, type Owner, rememberOwner } from './order-memory.ts'
import { type Reader, raiseUnreadable, toLots, toTicks, toUsdt, whole } from './reader.ts'

/** Reads an execution; undefined for an unlisted instrument, and when it cannot be read. */
export const readFill = (reader: Reader, rawFill: RawFill, owner: Owner): VenueFill | undefined => {
  const listing = reader.byNative.get(rawFill.native)
  if (!listing) return undefined
  const { symbol } = listing.instrument
  const quantity = toLots(listing, rawFill.quantity)
  const price = toTicks(listing, rawFill.price)
  const estimated = isFeeMissing(rawFill)
  const read = whole(reader, `an execution in ${symbol}`, {
    id: idText(rawFill.id),
    order: idText(rawFill.orderId),
    side: rawFill.side,
    price,
    quantity: quantity === 0 ? undefined : quantity,
    fee: estimated ? estimateFee(reader, listing, { price, quantity }) : readFee(reader, rawFill),
    liquidity: rawFill.liquidity,
    time: toInstant(rawFill.atMs),
  })
  if (!read) return undefined
  if (estimated)
    raiseUnreadable(reader, `The exchange does not report the fee of an execution in ${symbol}.`, FEE_REMEDY)
  const kind = rawFill.kind ?? owner.kind
  return {
    execId: `${symbol}:${read.id}`,
    exchangeOrderId: read.order,
    venueClientId: kind === 'TRADE' ? owner.venueClientId : null,
    symbol,
    side: read.side,
    price: read.price,
    quantity: read.quantity,
    fee: read.fee,
    ...(estimated && { feeEstimated: true as const }),
    liquidity: read.liquidity,
    kind,
    executedAtMs: read.time,
  }
}

/** Returns the owner of an execution's order if reported or known; undefined when the exchange must be queried. */
export const ownerOfFill = (memory: OrderMemory, { orderId, clientId, kind }: RawFill): Owner | undefined => {
  const id = idText(orderId)
  if (clientId === null) return { venueClientId: null, kind: kind ?? 'TRADE' }
  const known = id === undefined ? undefined : memory.owners.get(id)
  if (id === undefined || clientId === undefined || (known && known !== FORGOTTEN)) return known
  const owner: Owner = { venueClientId: idText(clientId) ?? nameOfUnnamed(id), kind: kind ?? 'TRADE' }
  rememberOwner(memory, id, owner)
  return owner
}

const FEE_REMEDY =
  'It is booked with an estimate at the taker rate; the next reading of the wallet books the difference. No action is required.'

/** Returns whether the exchange reports no fee, which differs from a fee of zero. */
export const isFeeMissing = ({ fee }: Pick<RawFill, 'fee'>): boolean => fee === undefined || fee === null || fee === ''

interface Executed {
  readonly price: Ticks | undefined
  readonly quantity: Lots | undefined
}

const estimateFee = (
  { takerFeeRate }: Reader,
  { instrument }: Listing,
  { price, quantity }: Executed,
): Money | undefined =>
  price === undefined || quantity === undefined
    ? undefined
    : applyRate(valueAt(instrument, price, quantity), takerFeeRate)

/** Returns the fee in USDT; a fee paid in another asset does not affect the USDT in the wallet. */
const readFee = (reader: Reader, { fee, feeAsset }: RawFill): bigint | undefined => {
  if (feeAsset === 'USDT') return toUsdt(fee)
  const isNameless = feeAsset === undefined || feeAsset === null || feeAsset === ''
  if (isNameless) return toUsdt(fee) === 0n ? 0n : undefined
  reader.note(`Fees are paid in ${String(feeAsset)}: they count as zero, and are missing from every result.`)
  return 0n
}

/** Reads a funding payment, like `readFill`. */
export const readFunding = (reader: Reader, rawFunding: RawFunding): VenueFunding | undefined => {
  const listing = reader.byNative.get(rawFunding.native)
  if (!listing) return undefined
  const { symbol } = listing.instrument
  const read = whole(reader, `a funding payment in ${symbol}`, {
    id: idText(rawFunding.id),
    amount: rawFunding.asset === 'USDT' ? toUsdt(rawFunding.amount) : undefined,
    time: toInstant(rawFunding.atMs),
  })
  return (
    read && {
      fundingId: `${symbol}:funding:${read.id}`,
      symbol,
      amount: read.amount,
      rate: exactText(rawFunding.rate) ?? '0',
      settledAtMs: read.time,
    }
  )
}
