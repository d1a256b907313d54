/** Labels of order types, times in force and trigger prices. */

import type { components } from '@plimsoll/client'

/** Labels of the times in force. */
export const TIMES_IN_FORCE: Readonly<Record<Order['timeInForce'], string>> = {
  GTC: 'Good till cancelled (GTC)',
  POST_ONLY: 'Post only',
  IOC: 'Immediate or cancel (IOC)',
  FOK: 'Fill or kill (FOK)',
}

type Order = components['schemas']['Order']

export const ORDER_TYPES: Readonly<Record<Order['type'], string>> = {
  MARKET: 'Market',
  LIMIT: 'Limit',
  STOP_MARKET: 'Stop market',
  TAKE_PROFIT_MARKET: 'Take-profit market',
}

/** Labels of the prices that can trigger an order. */
export const TRIGGER_PRICES: Readonly<Record<NonNullable<Order['triggerBy']>, string>> = {
  MARK: 'mark price',
  LAST: 'last price',
  INDEX: 'index price',
}
