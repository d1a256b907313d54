import { assert } from '../../core/assert.ts'
import { divideRounded } from '../../core/decimal.ts'
import type { Id } from '../../core/id.ts'
import { type Money, valueAt } from '../account/money.ts'
import { type Instrument, type Lots, lots } from '../market/instrument.ts'
import { exploratoryLabel } from '../order/order.ts'
import type { VenueFill } from '../order/venue-report.ts'
import { closingSide, directionSign, type Fill, type Position } from './position.ts'

/**
 * Books an execution as one fill, or two when it reverses the position: the first closes it, the second opens a new
 * one.
 */
export const bookExecution = (booking: Booking): Fill[] => {
  const { execution } = booking
  const position = booking.position?.status === 'CLOSED' ? undefined : booking.position
  assert(execution.quantity > 0, 'an execution must have at least one lot')
  if (!position) return [createFill(booking, { ...whole(execution), ...opened(booking) })]
  const of = { positionId: position.positionId, lifecycle: position }
  if (execution.side !== closingSide(position)) {
    return [createFill(booking, { ...whole(execution), ...of, reduced: undefined })]
  }
  if (execution.quantity <= position.quantity) {
    return [createFill(booking, { ...whole(execution), ...of, reduced: position })]
  }
  const closing = portion(execution, position.quantity)
  const opening = { quantity: lots(execution.quantity - closing.quantity), fee: execution.fee - closing.fee }
  return [
    createFill(booking, { ...closing, ...of, reduced: position }),
    createFill(booking, { ...opening, ...opened(booking) }),
  ]
}

export interface Booking {
  /** The open lifecycle in the symbol, if any. */
  readonly position: Position | undefined
  readonly execution: VenueFill
  readonly instrument: Instrument
  /** Null when the exchange created the order itself. */
  readonly orderId: Id<'ord'> | null
  /** True when the order is exploratory; so are the lifecycle it opens and all fills of that lifecycle. */
  readonly exploratory?: true | undefined
  readonly mint: <Prefix extends 'fil' | 'pos'>(prefix: Prefix) => Id<Prefix>
}

interface Part {
  readonly quantity: Lots
  readonly fee: Money
}

const whole = ({ quantity, fee }: VenueFill): Part => ({ quantity, fee })

const portion = ({ quantity, fee }: VenueFill, part: Lots): Part => ({
  quantity: part,
  fee: divideRounded(fee * BigInt(part), BigInt(quantity)),
})

/** Returns the booking of a fill that opens a lifecycle. */
const opened = (booking: Booking): Omit<Booked, keyof Part> => ({
  positionId: booking.mint('pos'),
  lifecycle: booking,
  reduced: undefined,
})

interface Booked extends Part {
  readonly positionId: Id<'pos'>
  /** Position that the fill reduces, unless it opens or adds. */
  readonly reduced: Position | undefined
  /** Source of the exploratory label: the position, or the order that opens one. */
  readonly lifecycle: Pick<Fill, 'exploratory'> | Pick<Booking, 'exploratory'>
}

const createFill = (
  { execution, instrument, orderId, mint }: Booking,
  { quantity, fee, positionId, reduced, lifecycle }: Booked,
): Fill => {
  const { execId, exchangeOrderId, symbol, side, price, liquidity, kind, executedAtMs } = execution
  const value = valueAt(instrument, price, quantity)
  const gain = reduced ? value - releasedCost(reduced, quantity) : 0n
  return {
    fillId: mint('fil'),
    execId,
    exchangeOrderId,
    orderId,
    positionId,
    symbol,
    side,
    price,
    quantity,
    value,
    fee,
    ...(execution.feeEstimated && { feeEstimated: true }),
    liquidity,
    kind,
    realizedPnl: reduced && directionSign(reduced) < 0 ? -gain : gain,
    ...exploratoryLabel(lifecycle),
    executedAtMs,
  }
}

/** Returns the entry cost of part of a position; the remaining cost is exactly zero when it is flat. */
const releasedCost = ({ cost, quantity }: Position, part: Lots): Money =>
  part === quantity ? cost : divideRounded(cost * BigInt(part), BigInt(quantity))
