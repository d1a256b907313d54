/** Price alerts: creation, the check against the mark price, and parsing of stored alerts. */

import { getSign, isAmount, subtractDecimals } from '../figures/decimal.ts'

/** Price at which the user wants to be notified once. */
export interface PriceAlert {
  readonly symbol: string
  readonly price: string
  /** Side of the price that the mark price must reach; equality counts. */
  readonly direction: 'ABOVE' | 'BELOW'
}

/** Returns an alert that triggers when the mark price crosses the price from its current side. */
export const createAlert = (symbol: string, price: string, markPrice: string): PriceAlert => ({
  symbol,
  price,
  direction: getSign(subtractDecimals(price, markPrice)) > 0 ? 'ABOVE' : 'BELOW',
})

export const isReached = ({ price, direction }: PriceAlert, markPrice: string): boolean => {
  const beyond = direction === 'ABOVE' ? subtractDecimals(markPrice, price) : subtractDecimals(price, markPrice)
  return getSign(beyond) >= 0
}

/** Parses stored alerts; returns none for an invalid string. */
export const parseAlerts = (text: string | null): readonly PriceAlert[] => {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value.filter(isAlert) : []
  } catch {
    return []
  }
}

const isAlert = (value: unknown): value is PriceAlert =>
  typeof value === 'object' &&
  value !== null &&
  'symbol' in value &&
  typeof value.symbol === 'string' &&
  'price' in value &&
  typeof value.price === 'string' &&
  isAmount(value.price) &&
  'direction' in value &&
  (value.direction === 'ABOVE' || value.direction === 'BELOW')
