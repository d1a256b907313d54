/** Columns of order tables. */

import { RowTime } from '../figures/event-time.tsx'
import { Exploratory } from '../figures/exploratory.tsx'
import { formatToStep } from '../figures/numbers.ts'
import { ORDER_TYPES, TIMES_IN_FORCE, TRIGGER_PRICES } from '../figures/order-words.ts'
import { t } from '../messages/messages.ts'
import { Stacked } from '../ui/stacked.tsx'
import type { Column } from '../ui/table.tsx'
import { OrderLink } from './order-link.tsx'
import { ORIGINS, type Order, PURPOSES } from './orders.ts'

/** Order description, linked to its details. */
export const ORDER: OrderColumn = {
  name: t('Order'),
  align: 'left',
  cell: ({ orderId, symbol, side, type }) => (
    <Stacked note={ORDER_TYPES[type]}>
      <OrderLink orderId={orderId} symbol={symbol} side={side} />
    </Stacked>
  ),
}

type OrderColumn = Column<Order>

/** Status of the order, with the reason for its end. */
export const STATUS: OrderColumn = {
  name: t('Status'),
  align: 'left',
  cell: ({ status, statusReason }) => (
    <Stacked
      note={
        <span className="block max-w-xs truncate in-data-[look=fills]:inline-block in-data-[look=fills]:max-w-36 in-data-[look=fills]:align-bottom">
          {statusReason}
        </span>
      }
    >
      <span className={ALARMING.includes(status) ? 'font-semibold text-bad' : ''}>{status.replaceAll('_', ' ')}</span>
    </Stacked>
  ),
}

const ALARMING: readonly Order['status'][] = ['OUTCOME_UNKNOWN', 'DENIED', 'REJECTED', 'NEVER_ACCEPTED']

export const PRICE: OrderColumn = {
  name: t('Price or trigger'),
  cell: (order) => <OrderPrice order={order} />,
}

export const FILLED: OrderColumn = {
  name: t('Filled, size'),
  cell: ({ filledQty, qty, instrument: { lotSize } }) => (
    <Stacked note={t('of {qty}', { qty: formatToStep(qty, lotSize) })}>{formatToStep(filledQty, lotSize)}</Stacked>
  ),
}

/** Fill price, above the requested price. */
export const FILLED_AT: OrderColumn = {
  name: t('Fill price, requested'),
  cell: ({ avgFillPrice, price, triggerPrice, instrument: { tickSize } }) => (
    <Stacked
      note={price === null && triggerPrice === null ? t('market') : formatToStep(price ?? triggerPrice, tickSize)}
    >
      {formatToStep(avgFillPrice, tickSize)}
    </Stacked>
  ),
}

export const PURPOSE: OrderColumn = {
  name: t('Purpose, source'),
  align: 'left',
  cell: (order) => (
    <>
      <Stacked note={t('by {origin}', { origin: ORIGINS[order.origin] })}>{PURPOSES[order.purpose]}</Stacked>
      <Exploratory of={order} />
    </>
  ),
}

export const SINCE: OrderColumn = {
  name: t('Created, time in force'),
  align: 'left',
  cell: ({ createdAt, timeInForce }) => (
    <Stacked note={TIMES_IN_FORCE[timeInForce]}>
      <RowTime at={createdAt} />
    </Stacked>
  ),
}

export const MADE: OrderColumn = {
  name: t('Created'),
  align: 'left',
  cell: ({ createdAt }) => <RowTime at={createdAt} />,
}

const OrderPrice = ({ order }: { readonly order: Order }) => {
  const { price, triggerPrice, triggerBy, instrument } = order
  if (price !== null) return formatToStep(price, instrument.tickSize)
  if (triggerPrice === null) return <span className="text-muted">{t('market')}</span>
  return (
    <Stacked note={triggerBy && t('by {triggerBy}', { triggerBy: TRIGGER_PRICES[triggerBy] })}>
      {formatToStep(triggerPrice, instrument.tickSize)}
    </Stacked>
  )
}
