/**
 * Reasons why the order ticket cannot place an order now: engine state, connection, stale data, or an unresolved
 * previous order.
 */

import type { components } from '@plimsoll/client'
import type { Freshness } from '../live/freshness.ts'
import { useFreshness, useIsConnected } from '../live/use-freshness.ts'
import { useChannel } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { isUnconfirmed } from '../positions/orders.ts'
import { isAbout, type LastRequest } from './last-request.ts'
import type { OrderRequest } from './ticket-values.ts'

/** Returns why an order of this kind cannot be placed from this browser now; undefined when it can. */
export const useBlockedReason = (symbol: string, reduceOnly: boolean): string | undefined => {
  const status = useChannel('autotrading.status')?.data
  const isConnected = useIsConnected()
  const market = useFreshness([symbol])
  return reduceOnly
    ? reducingBlockedReason({ status })
    : increasingBlockedReason({ status, isConnected, market, symbol })
}

interface Standing {
  readonly status: Pick<components['schemas']['AutotradingStatus'], 'allowed' | 'latch' | 'stateReason'> | undefined
  readonly isConnected: boolean
  readonly market: Freshness
  readonly symbol: string
}

/** Returns why an order that may increase a position cannot be placed now; undefined when it can. */
export const increasingBlockedReason = ({ status, isConnected, market, symbol }: Standing): string | undefined => {
  if (!status) return t('The engine state is not yet known.')
  if (status.latch.engaged) return t('The emergency stop is engaged: only orders that reduce a position are accepted.')
  if (!status.allowed.manualIncreasing)
    return t('Only orders that reduce a position are accepted: {message}', { message: status.stateReason.message })
  if (!isConnected) return t('Disconnected: data is out of date. You can still place reduce-only orders.')
  return market === 'STALE'
    ? t('There is no recent market data for {symbol}. Reduce-only orders can be placed.', { symbol })
    : undefined
}

/** Returns why an order that only reduces cannot be placed now. */
export const reducingBlockedReason = ({ status }: Pick<Standing, 'status'>): string | undefined =>
  status && !status.allowed.manualReducing
    ? t('The engine is not accepting orders: {message}', { message: status.stateReason.message })
    : undefined

interface Next {
  readonly request: OrderRequest | undefined
  readonly reduceOnly: boolean
}

/**
 * Returns why the previous order blocks the next one: an unanswered order can be sent again unchanged, and no other
 * order that increases risk may follow it.
 */
export const orderBefore = (placed: LastRequest | undefined, { request, reduceOnly }: Next): string | undefined => {
  if (placed?.name === 'pending') return t('The previous order is still being placed.')
  if (placed?.name === 'unanswered' && !reduceOnly && !isAbout(placed, request))
    return t('The outcome of the previous order is unknown. Send it again unchanged, or place a reduce-only order.')
  const isUnknown = placed?.name === 'answered' && isUnconfirmed(placed.order)
  return isUnknown && !reduceOnly
    ? t('The result of the previous order is not known yet. Reduce-only orders can be placed.')
    : undefined
}
