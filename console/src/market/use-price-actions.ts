/** Hook for the actions in the context menu of a chart: orders, stop and target, price alerts, and lines. */

import type { PriceAction } from '../chart/chart-menu.tsx'
import { nextId } from '../drawings/drawing.ts'
import type { Drawings } from '../drawings/use-drawings.ts'
import { formatToStep } from '../figures/numbers.ts'
import { t } from '../messages/messages.ts'
import { createAlert } from '../price-alerts/price-alerts.ts'
import { addAlert } from '../price-alerts/use-price-alerts.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { useFillTicket } from '../ticket/ticket-draft.tsx'
import { type PriceActionKind, priceActionKinds } from './price-actions.ts'
import type { AccountLines } from './use-lines.tsx'

interface Acting {
  readonly symbol: string
  readonly tickSize: string
  /** False when the order ticket is for another symbol. */
  readonly isTraded: boolean
  readonly lines: AccountLines
  readonly drawings: Drawings
}

/**
 * Returns a function that lists the actions in the chart's context menu at a price. Orders fill the ticket, stop and
 * target open their confirmation, alerts and lines are added immediately.
 */
export const usePriceActions = ({ symbol, tickSize, isTraded, lines, drawings }: Acting) => {
  const { live } = useSignedIn()
  const ticket = useFillTicket()
  const fill = isTraded ? ticket : undefined
  return (price: string): readonly PriceAction[] => {
    const markPrice = live.newest(`market.ticker:${symbol}`)?.data.markPrice ?? undefined
    const at = formatToStep(price, tickSize)
    const acts: Readonly<Record<PriceActionKind, PriceAction>> = {
      BUY: { name: t('Buy limit at {at}', { at }), onChoose: () => fill?.({ side: 'BUY', type: 'LIMIT', price }) },
      SELL: { name: t('Sell limit at {at}', { at }), onChoose: () => fill?.({ side: 'SELL', type: 'LIMIT', price }) },
      stop: { name: t('Move stop to {at}', { at }), onChoose: () => lines.moveTo('stop', price) },
      target: { name: t('Move target to {at}', { at }), onChoose: () => lines.moveTo('target', price) },
      alert: {
        name: t('Add alert at {at}', { at }),
        onChoose: () => markPrice !== undefined && addAlert(createAlert(symbol, price, markPrice)),
      },
      horizontal: {
        name: t('Horizontal line at {at}', { at }),
        onChoose: () =>
          drawings.put({
            id: nextId(drawings.drawings),
            kind: 'horizontal',
            points: [{ atMs: live.clock.now() ?? 0, price: Number(price) }],
          }),
      },
    }
    const kinds = priceActionKinds({ price, markPrice, held: lines.held, canTrade: fill !== undefined })
    return kinds.map((kind) => acts[kind])
  }
}
