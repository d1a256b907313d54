import { hasEnded } from '@plimsoll/client'
import { useState } from 'react'
import { formatToStep } from '../figures/numbers.ts'
import { useChannel, useOrders } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { useBlockedReason } from '../ticket/blocked-reason.ts'
import { OrderOutlook } from '../ticket/order-outlook.tsx'
import { ActionDialog } from '../ui/action-dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Figures } from '../ui/figures.tsx'
import {
  type AmendedFields,
  amendFault,
  crossingWarning,
  describeAmendment,
  getPrice,
  isAmendable,
} from './amendment.ts'
import { inWords, type Order } from './orders.ts'
import { useAmendment } from './use-amendment.ts'

/**
 * Dialog that changes price and size of an open order, with a preview of the order that replaces it. A request without
 * an answer can only be repeated unchanged.
 */
export const AmendDialog = ({ order: begun, price: chosen, onClose }: Amending) => {
  const order = useCurrent(begun)
  const { instrument, symbol } = order
  const [written, setWritten] = useState<Partial<AmendedFields>>(chosen === undefined ? {} : { price: chosen })
  const fields = { price: getPrice(order) ?? '', qty: order.qty, ...written }
  const { attempt, request, previewed, isReady, amend } = useAmendment(order, fields)
  const blockedReason = useBlockedReason(symbol, order.reduceOnly)
  const markPrice = useChannel(`market.ticker:${symbol}`)?.data.markPrice ?? null
  const warning = amendFault(order, fields) ?? crossingWarning(order, fields.price, markPrice)
  const price = (text: string | null): string => formatToStep(text, instrument.tickSize)
  return (
    <ActionDialog
      title={t('Edit {order}', { order: inWords(order) })}
      act={request ? describeAmendment(order, request) : t('No changes')}
      back={t('Keep order')}
      isDisabled={!isReady || blockedReason !== undefined}
      filled={`${fields.price} ${fields.qty}`}
      ended={attempt ? undefined : describeEnd(order)}
      onAct={amend}
      onClose={onClose}
    >
      <Figures
        of={{
          [t('Current {price}', { price: priceName(order) })]: price(getPrice(order)),
          [t('Mark price')]: price(markPrice),
          [t('Current size')]: formatToStep(order.qty, instrument.lotSize),
          [t('Filled')]: formatToStep(order.filledQty, instrument.lotSize),
        }}
      />
      {attempt ? (
        <p>{t('The previous request got no response. Sending it again does not execute it twice.')}</p>
      ) : (
        <>
          <Field
            label={t('New {order}', { order: priceName(order) })}
            inputMode="decimal"
            value={fields.price}
            onChange={({ target }) => setWritten({ ...written, price: target.value.trim() })}
          />
          <Field
            label={t('New size, including the filled quantity')}
            inputMode="decimal"
            value={fields.qty}
            onChange={({ target }) => setWritten({ ...written, qty: target.value.trim() })}
          />
          {warning !== undefined && (
            <p role="status" className="text-sm font-semibold text-warn">
              ! {warning}
            </p>
          )}
          <p className="text-sm text-muted">
            {t(
              'The order is cancelled, and a new one takes its place at the end of the queue. If a check blocks the new order now, nothing changes; if one blocks it after the cancellation, no order is left.',
            )}
          </p>
          {request && <OrderOutlook of={previewed} />}
        </>
      )}
      {blockedReason !== undefined && <p className="font-semibold text-warn">! {blockedReason}</p>}
    </ActionDialog>
  )
}

interface Amending {
  /** The order when the user began. */
  readonly order: Order
  /** Price that the dialog begins with, where it is not the current one. */
  readonly price?: string | undefined
  readonly onClose: () => void
}

/** Returns the current state of an order, as far as it is known. */
const useCurrent = (order: Order): Order => useOrders()?.find(({ orderId }) => orderId === order.orderId) ?? order

const priceName = ({ triggerPrice }: Order): string => (triggerPrice === null ? t('price') : t('trigger price'))

const describeEnd = (order: Order): string | undefined => {
  if (isAmendable(order)) return undefined
  return hasEnded(order)
    ? t('This order has ended: no further requests are sent.')
    : t('This order cannot be changed at the moment: the exchange is processing it.')
}
