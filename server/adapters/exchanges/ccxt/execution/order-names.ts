import type { OrderName } from './order-dialect.ts'

/**
 * Our name for an order that was given none, such as a stop the exchange made itself: `x` and the exchange's id, without the
 * dashes of a UUID, so that it is never longer than a name may be.
 */
export const nameOfUnnamed = (exchangeOrderId: string): string =>
  `x${UUID.test(exchangeOrderId) ? exchangeOrderId.replaceAll('-', '') : exchangeOrderId}`

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns the names the exchange may know the order by, likeliest first: a foreign name may resemble one of these. */
export const orderNames = (venueClientId: string): readonly OrderName[] => {
  const ours: OrderName = { by: 'us', id: venueClientId }
  const id = idIn(venueClientId)
  return id === undefined ? [ours] : [{ by: 'exchange', id }, ours]
}

const idIn = (name: string): string | undefined => {
  if (/^x[0-9]{1,32}$/.test(name)) return name.slice(1)
  const parts = /^x([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(name)
  return parts?.slice(1).join('-')
}
