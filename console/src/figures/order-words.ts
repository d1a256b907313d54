/** Labels of order types, times in force and trigger prices. */

import type { components } from '@plimsoll/client'
import { t } from '../messages/messages.ts'

/** Labels of the times in force. */
export const TIMES_IN_FORCE: Readonly<Record<Order['timeInForce'], string>> = {
  GTC: t('Good till cancelled (GTC)'),
  POST_ONLY: t('Post only'),
  IOC: t('Immediate or cancel (IOC)'),
  FOK: t('Fill or kill (FOK)'),
}

type Order = components['schemas']['Order']

/** Short labels of the times in force. */
export const SHORT_TIMES_IN_FORCE: Readonly<Record<Order['timeInForce'], string>> = {
  GTC: 'GTC',
  POST_ONLY: t('Post only'),
  IOC: 'IOC',
  FOK: 'FOK',
}

export const ORDER_TYPES: Readonly<Record<Order['type'], string>> = {
  MARKET: t('Market'),
  LIMIT: t('Limit'),
  STOP_MARKET: t('Stop market'),
  TAKE_PROFIT_MARKET: t('Take-profit market'),
}

/** Labels of the prices that can trigger an order. */
export const TRIGGER_PRICES: Readonly<Record<NonNullable<Order['triggerBy']>, string>> = {
  MARK: t('mark price'),
  LAST: t('last price'),
  INDEX: t('index price'),
}

/** Names of the two legs of a protection. */
export const LEGS = { stop: t('stop'), target: t('target') } as const
