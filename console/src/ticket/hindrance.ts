import type { components } from '@plimsoll/client'
import type { Freshness } from '../live/freshness.ts'
import { useFreshness, useIsConnected } from '../live/use-freshness.ts'
import { useChannel } from '../live/use-live.ts'
import { isUnconfirmed } from '../positions/orders.ts'
import { isAbout, type Placed } from './use-placing.ts'
import type { OrderRequest } from './wanted.ts'

interface Standing {
  readonly status: Pick<components['schemas']['AutotradingStatus'], 'allowed' | 'latch' | 'stateReason'> | undefined
  readonly isConnected: boolean
  readonly market: Freshness
  readonly symbol: string
}

/** Why an order that may increase a position is not to be placed now; undefined where nothing is in its way. */
export const increasingHindrance = ({ status, isConnected, market, symbol }: Standing): string | undefined => {
  if (!status) return 'It is not known yet how the engine stands.'
  if (status.latch.engaged) return 'The emergency stop is engaged: only orders that reduce a position are taken.'
  if (!status.allowed.manualIncreasing)
    return `Only orders that reduce a position are taken now: ${status.stateReason.message}`
  if (!isConnected) return 'There is no connection, so what is shown is old. Orders that only reduce can be placed.'
  return market === 'STALE'
    ? `The market of ${symbol} was not seen lately. Orders that only reduce can be placed.`
    : undefined
}

/** Why one that only reduces is not. */
export const reducingHindrance = ({ status }: Pick<Standing, 'status'>): string | undefined =>
  status && !status.allowed.manualReducing ? `The engine takes no orders now: ${status.stateReason.message}` : undefined

/** Why an order of this kind cannot be placed from here now, in words. */
export const useHindrance = (symbol: string, reduceOnly: boolean): string | undefined => {
  const status = useChannel('autotrading.status')?.data
  const isConnected = useIsConnected()
  const market = useFreshness([symbol])
  return reduceOnly ? reducingHindrance({ status }) : increasingHindrance({ status, isConnected, market, symbol })
}

interface Next {
  readonly request: OrderRequest | undefined
  readonly reduceOnly: boolean
}

/** Why the order before is in the way of the next one: what nobody has answered can be asked for again, as it was, and nothing else may follow that increases. */
export const orderBefore = (placed: Placed | undefined, { request, reduceOnly }: Next): string | undefined => {
  if (placed?.name === 'asking') return 'The order before is still being placed.'
  if (placed?.name === 'unanswered' && !reduceOnly && !isAbout(placed, request))
    return 'It is not known whether the order before was placed. Ask for it again as it was, or for one that only reduces.'
  const isUnknown = placed?.name === 'answered' && isUnconfirmed(placed.order)
  return isUnknown && !reduceOnly
    ? 'It is not known yet what has become of the order before. Orders that only reduce can be placed.'
    : undefined
}
