import { type FormEvent, useId, useState } from 'react'
import { MarketAge } from '../figures/market-age.tsx'
import { formatToStep } from '../figures/numbers.ts'
import { SIDE_COLOURS } from '../figures/side-colours.ts'
import { useOpenPositions } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { rich } from '../messages/rich.tsx'
import { isVisible } from '../screens.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { Panel } from '../ui/panel.tsx'
import { AccountMargin } from './account-margin.tsx'
import { describeAction } from './describe-order.ts'
import { isAbout } from './last-request.ts'
import { Leverage } from './leverage.tsx'
import { TicketFields } from './ticket-fields.tsx'
import type { OrderRequest } from './ticket-values.ts'
import { useTicket } from './use-ticket.ts'

/** Order ticket of an instrument, for users who may trade. */
export const Ticket = ({ symbol }: { readonly symbol: string }) => {
  const { user } = useSignedIn()
  return isVisible('Ticket', user.roles) ? <OpenTicket key={symbol} symbol={symbol} /> : null
}

const OpenTicket = ({ symbol }: { readonly symbol: string }) => {
  const ticket = useTicket(symbol)
  const { wanted, change, ticker, request, previewed, faults, areFaultsVisible, blockedReason, placed, place } = ticket
  const [confirmed, setConfirmed] = useState<OrderRequest>()
  const blockedReasonId = useId()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (blockedReason !== undefined) return
    const wrong = ticket.revealFaults()
    if (wrong !== undefined) return focusOn(event.currentTarget, wrong)
    previewed.again()
    setConfirmed(request)
  }
  return (
    <Panel title={t('Place order')} age={<MarketAge symbol={symbol} />} beside={<Leverage symbol={symbol} />}>
      <div className="flex min-h-0 grow flex-col overflow-y-auto p-3">
        <form noValidate className="grid grid-cols-1 gap-2.5" onSubmit={submit}>
          <TicketFields
            wanted={wanted}
            onChange={change}
            ticker={ticker}
            faults={faults}
            areFaultsVisible={areFaultsVisible}
          />
          <HeldNow symbol={symbol} />
          <button
            type="submit"
            className={`side-button py-1 leading-tight ${wanted.side === 'BUY' ? 'bg-buy' : 'bg-sell'}`}
            aria-disabled={blockedReason !== undefined}
            aria-describedby={
              blockedReason === undefined || ticket.blockedBy !== undefined ? undefined : blockedReasonId
            }
          >
            {ticket.blockedBy ?? `${describeAct(ticket, symbol)}…`}
          </button>
          {blockedReason !== undefined && ticket.blockedBy === undefined && (
            <p id={blockedReasonId} className="text-warn">
              ! {blockedReason}
            </p>
          )}
        </form>
        <div className="mt-4 grid grid-cols-1 gap-4 empty:hidden">
          {placed && <PlacedOrder placed={placed} steps={ticker} />}
          {request && !isAbout(placed, request) && <OrderOutlook of={previewed} />}
        </div>
        <AccountMargin />
        {confirmed && (
          <PlaceDialog
            request={confirmed}
            steps={ticker}
            previewed={previewed}
            blockedReason={placed?.name === 'pending' ? undefined : blockedReason}
            isRepeated={placed?.name === 'unanswered' && isAbout(placed, confirmed)}
            onPlace={() => place(confirmed)}
            onClose={() => setConfirmed(undefined)}
          />
        )}
      </div>
    </Panel>
  )
}

/** Returns the label of the submit button: the order as an action, or the side alone while the order is incomplete. */
const describeAct = ({ request, wanted, ticker }: ReturnType<typeof useTicket>, symbol: string): string =>
  request
    ? describeAction({ ...request, instrument: ticker })
    : `${wanted.side === 'BUY' ? t('Buy') : t('Sell')} ${symbol}`

const focusOn = (form: HTMLFormElement, name: string): void => {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}

/** Position held in this symbol; an order on the opposite side reduces it first. */
const HeldNow = ({ symbol }: { readonly symbol: string }) => {
  const positions = useOpenPositions()
  const position = positions?.find((one) => one.symbol === symbol)
  if (!position) return <p className="min-h-5 text-sm text-muted">{positions && t('No open position')}</p>
  return (
    <p className="text-sm">
      {rich('Position: {strong} {qty}{origin}', {
        strong: <strong className={SIDE_COLOURS[position.direction]}>{position.direction}</strong>,
        qty: formatToStep(position.qty, position.instrument.lotSize),
        origin:
          position.origin === 'AUTOTRADING' &&
          !position.takenOver &&
          t(' by autotrading ({strategyId})', { strategyId: position.strategyId }),
      })}
    </p>
  )
}

const OrderOutlook = lazyComponent(async () => (await import('./order-outlook.tsx')).OrderOutlook)
const PlaceDialog = lazyComponent(async () => (await import('./place-dialog.tsx')).PlaceDialog, { fallback: null })
const PlacedOrder = lazyComponent(async () => (await import('./placed-order.tsx')).PlacedOrder)
