/** Builds the list of account and engine events from fills, orders, control events and price alerts. */

import type { components } from '@plimsoll/client'
import { formatExact, formatSigned } from '../figures/numbers.ts'
import { t } from '../messages/messages.ts'

type Fill = components['schemas']['AccountTrade']
type Order = components['schemas']['Order']
type ControlEvent = components['schemas']['ControlEvent']

export type EventKind = 'fill' | 'stop' | 'reject' | 'engine' | 'price'

/** Kinds of events, in the order of the filter. */
export const EVENT_KINDS: Readonly<Record<EventKind, string>> = {
  fill: t('Fills'),
  stop: t('Stops hit'),
  reject: t('Rejects'),
  engine: t('Engine'),
  price: t('Price alerts'),
}

export const KINDS = Object.keys(EVENT_KINDS) as readonly EventKind[]

export interface AccountEvent {
  readonly id: string
  readonly kind: EventKind
  /** RFC 3339. */
  readonly at: string
  readonly text: string
  /** True if the event may require action by the user. */
  readonly isUrgent: boolean
}

/** A price alert that was reached while this page was open. */
export interface ReachedAlert {
  readonly id: string
  readonly at: string
  readonly text: string
}

export interface EventSources {
  readonly fills: readonly Fill[]
  /** Orders that are working, or have ended since the page was opened. */
  readonly orders: readonly Order[]
  readonly control: readonly ControlEvent[]
  readonly isAlert: (event: ControlEvent) => boolean
  readonly reached: readonly ReachedAlert[]
}

/** Maximum length of the list. */
const EVENTS_MAX = 200

/** Returns all events, newest first. */
export const buildEvents = ({ fills, orders, control, isAlert, reached }: EventSources): readonly AccountEvent[] => {
  const stops = new Set(orders.filter(({ purpose }) => purpose === 'STOP_LOSS').map(({ orderId }) => orderId))
  return [
    ...fills.flatMap((fill) => fillEvent(fill, fill.orderId !== null && stops.has(fill.orderId))),
    ...orders.flatMap(rejectEvent),
    ...control.map((event) => controlEvent(event, isAlert(event))),
    ...reached.map((alert): AccountEvent => ({ ...alert, kind: 'price', isUrgent: false })),
  ]
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
    .slice(0, EVENTS_MAX)
}

const fillEvent = (fill: Fill, isStop: boolean): readonly AccountEvent[] => {
  const { fillId, symbol, side, qty, price, kind, realizedPnl, executedAt } = fill
  if (kind === 'FUNDING' || kind === 'SETTLEMENT' || side === null) return []
  const isForced = kind !== 'TRADE'
  const name = isForced ? `${FORCED[kind]}: ` : isStop ? t('Stop hit: ') : ''
  const done = side === 'BUY' ? t('bought') : t('sold')
  const result = Number(realizedPnl) === 0 ? '' : t(', PnL {amount} USDT', { amount: formatSigned(realizedPnl) })
  return [
    {
      id: fillId,
      kind: isStop || isForced ? 'stop' : 'fill',
      at: executedAt,
      text: t('{name}{symbol} {done} {qty} at {price}{result}', {
        name,
        symbol,
        done,
        qty: formatExact(qty),
        price: formatExact(price),
        result,
      }),
      isUrgent: isForced,
    },
  ]
}

const FORCED = { LIQUIDATION: t('Liquidation'), ADL: 'Auto-deleveraged' } as const

const rejectEvent = (order: Order): readonly AccountEvent[] => {
  const { orderId, symbol, side, qty, status, statusReason, updatedAt } = order
  if (status !== 'REJECTED' && status !== 'DENIED') return []
  const reason = statusReason === null ? '' : `: ${statusReason}`
  return [
    {
      id: orderId,
      kind: 'reject',
      at: updatedAt,
      text: `${side} ${formatExact(qty)} ${symbol} ${status === 'DENIED' ? t('blocked') : t('rejected')}${reason}`,
      isUrgent: true,
    },
  ]
}

const controlEvent = ({ at, kind, subject, message }: ControlEvent, isUrgent: boolean): AccountEvent => ({
  id: [at, kind, subject].join(' '),
  kind: 'engine',
  at,
  text: message,
  isUrgent,
})

/** Returns the events after an instant, oldest first. */
export const eventsAfter = (events: readonly AccountEvent[], afterMs: number): readonly AccountEvent[] =>
  events.filter(({ at }) => Date.parse(at) > afterMs).toReversed()
