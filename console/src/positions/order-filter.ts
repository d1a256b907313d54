/**
 * Filter of the order history by outcome, source and symbol: its choices, its query parameters, and the check of
 * streamed orders.
 */

import { hasEnded } from '@plimsoll/client'
import { t } from '../messages/messages.ts'
import type { Order } from './orders.ts'

/** Returns the filter as query parameters of the API. */
export const orderQuery = ({ outcome, from, symbol }: OrderFilter) => ({
  ...(outcome === 'ENDED' ? { open: false } : { status: STATUSES[outcome].join() }),
  ...(from !== 'ALL' && { origin: from }),
  ...(symbol !== '' && { symbol }),
})

export const OUTCOMES = {
  ENDED: t('All ended orders'),
  FILLED: t('Filled'),
  TAKEN_BACK: t('Cancelled or expired'),
  REFUSED: t('Denied or rejected'),
} as const

export const FROM = {
  ALL: t('All sources'),
  API: t('API and console'),
  AUTOTRADING: t('Autotrading'),
  GUARDIAN: t('Guardian'),
  EMERGENCY_STOP: t('Emergency stop'),
  HOST: t('Host'),
  EXTERNAL: t('External'),
} as const

export interface OrderFilter {
  readonly outcome: keyof typeof OUTCOMES
  readonly from: keyof typeof FROM
  /** Symbol of the orders; empty for all symbols. */
  readonly symbol: string
}

const STATUSES: Readonly<Record<OrderFilter['outcome'], readonly Order['status'][]>> = {
  ENDED: [],
  FILLED: ['FILLED'],
  TAKEN_BACK: ['CANCELED', 'EXPIRED'],
  REFUSED: ['DENIED', 'REJECTED', 'NEVER_ACCEPTED'],
}

/** Returns whether the API would include the order in the list. */
export const isWithin = (order: Order, { outcome, from, symbol }: OrderFilter): boolean =>
  hasEnded(order) &&
  (outcome === 'ENDED' || STATUSES[outcome].includes(order.status)) &&
  (from === 'ALL' || order.origin === from) &&
  (symbol === '' || order.symbol === symbol)
