import type { Rejection, RejectionCategory } from '../../../engine/model/venue.ts'

const rejection = (code: string, category: RejectionCategory, message: string): Rejection => ({
  code,
  category,
  message,
})

/** Refusals with the codes Binance publishes for them (USDⓈ-M Futures, "Error Codes"). */
export const UNKNOWN_SYMBOL = rejection('-1121', 'UNKNOWN_SYMBOL', 'Invalid symbol.')
export const MARKET_CLOSED = rejection('-4140', 'OTHER', 'Invalid symbol status for opening position.')
export const TOO_LATE = rejection(
  '-1021',
  'EXPIRED_REQUEST',
  'Timestamp for this request is outside of the recvWindow.',
)
export const TOO_EARLY = rejection(
  '-1021',
  'EXPIRED_REQUEST',
  "Timestamp for this request was 1000ms ahead of the server's time.",
)
export const DUPLICATE = rejection('-4116', 'DUPLICATE', 'ClientOrderId is duplicated.')
export const PARAMETER_MISSING = rejection('-1102', 'FILTER', 'A mandatory parameter was not sent.')
export const PRICE_NOT_POSITIVE = rejection('-4001', 'FILTER', 'Price less than or equal to zero.')
export const PRICE_OFF_TICK = rejection('-4014', 'FILTER', 'Price not increased by tick size.')
export const QUANTITY_NOT_POSITIVE = rejection('-4003', 'FILTER', 'Quantity less than or equal to zero.')
export const QUANTITY_OFF_STEP = rejection('-4023', 'FILTER', 'Quantity not increased by step size.')
export const REDUCE_ONLY = rejection('-2022', 'REDUCE_ONLY', 'ReduceOnly Order is rejected.')
export const WOULD_TRIGGER = rejection('-2021', 'WOULD_TRIGGER', 'Order would immediately trigger.')
export const INSUFFICIENT_MARGIN = rejection('-2019', 'INSUFFICIENT_MARGIN', 'Margin is insufficient.')
export const TOO_MANY_ORDERS = rejection('-2025', 'OTHER', 'Reach max open order limit.')

export const belowMinNotional = (least: string): Rejection =>
  rejection('-4164', 'FILTER', `Order's notional must be no smaller than ${least} (unless you choose reduce only).`)
