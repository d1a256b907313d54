import { type components, PlimsollError } from '@plimsoll/client'
import { Link } from 'wouter'
import { Age } from '../figures/age.tsx'
import { formatExact, formatToStep, formatUsdt } from '../figures/numbers.ts'
import { useOpenPositions } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { rich } from '../messages/rich.tsx'
import { Figures } from '../ui/figures.tsx'
import { GateDetails, type Holding } from '../ui/gate-table.tsx'
import { CheckGlyph } from '../ui/glyphs.tsx'
import { Problem } from '../ui/problem.tsx'
import { describeAction, describeOutcome } from './describe-order.ts'
import type { Steps } from './faults.ts'
import type { LastRequest } from './last-request.ts'

/** Result of the order that was placed last. */
export const PlacedOrder = ({ placed, steps }: PlacedOrderProps) => {
  switch (placed.name) {
    case 'pending':
      return (
        <p className="text-muted">
          {t('Placing: {order}…', {
            order: describeAction({ ...placed.request, instrument: steps }),
          })}
        </p>
      )
    case 'unanswered':
      return (
        <p role="alert" className="border-l-4 border-warn pl-3">
          {rich('<strong>Order status unknown: </strong>{order}. Check {ordersLink} before you place another.', {
            strong: (text) => <strong className="text-warn">{text}</strong>,
            order: describeAction({ ...placed.request, instrument: steps }),
            ordersLink: <OrdersLink />,
          })}
        </p>
      )
    case 'refused':
      return <Refused refused={placed} steps={steps} />
    case 'answered':
      return <Answered order={placed.order} />
  }
}

type Order = components['schemas']['Order']

interface PlacedOrderProps {
  readonly placed: LastRequest
  readonly steps: Steps | undefined
}

const OrdersLink = () => (
  <Link href="/positions" className="text-accent underline">
    {t('positions and orders')}
  </Link>
)

interface Refusing {
  readonly refused: Extract<LastRequest, { name: 'refused' }>
  readonly steps: Steps | undefined
}

const Refused = ({ refused: { request, error, at }, steps }: Refusing) => {
  const gates = refusingGates(error)
  const title = t('Not placed: {order}', { order: describeAction({ ...request, instrument: steps }) })
  return (
    <div className="grid gap-2">
      {gates.length === 0 ? (
        <Problem title={title} error={error} />
      ) : (
        <div role="alert" className="grid gap-2 border-l-4 border-bad pl-3">
          <strong className="text-bad">{t('{title}. Blocked by pre-trade checks:', { title })}</strong>
          <GateDetails gates={gates} />
        </div>
      )}
      {at && <Age at={at} />}
    </div>
  )
}

const Answered = ({ order }: { readonly order: Order }) => {
  const { symbol, instrument, side, status, qty, filledQty, avgFillPrice, feesPaid, updatedAt } = order
  return (
    <section aria-label={t('Last order')} className="grid gap-2 border-l-4 border-accent pl-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <strong>
          {side} {formatExact(qty)} {symbol}: {status}
        </strong>
        <Age at={updatedAt} />
      </div>
      <p>{describeOutcome(order)}</p>
      <Figures
        of={{
          [t('Executed')]: t('{filledQty} of {qty}', { filledQty: formatExact(filledQty), qty: formatExact(qty) }),
          [t('Average price, USDT')]: formatToStep(avgFillPrice, instrument.tickSize),
          [t('Fees, USDT')]: formatUsdt(feesPaid),
          ...(order.stopLoss && { [t('Stop')]: <Stop order={order} /> }),
        }}
      />
      <p>{rich('See {ordersLink}.', { ordersLink: <OrdersLink /> })}</p>
    </section>
  )
}

/** Stop of the position as read back; until there is one, the requested stop. */
const Stop = ({ order: { stopLoss, positionId } }: { readonly order: Order }) => {
  const protection = useOpenPositions()?.find(({ id }) => id === positionId)?.protection
  if (!protection) return t('{triggerPrice}, requested', { triggerPrice: formatExact(stopLoss?.triggerPrice) })
  const isCovered = protection.unprotectedSince === null
  return (
    <>
      {formatExact(protection.stopLoss?.standingTriggerPrice)}
      <span className={`block text-sm ${isCovered ? 'text-good' : 'text-bad'}`}>
        {isCovered ? <CheckGlyph /> : '! '}
        {t('position {state}, {coveragePct}% covered', {
          state: protection.state,
          coveragePct: protection.coveragePct,
        })}
      </span>
    </>
  )
}

/** Returns the gates that refused an order, as listed in the response; empty when it was refused for another reason. */
const refusingGates = (error: unknown): readonly Holding[] => {
  if (!(error instanceof PlimsollError) || error.code !== 'PRE_TRADE_REJECTED') return []
  return (error.problem?.gates ?? []) as readonly Holding[]
}
