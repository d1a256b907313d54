import { type components, PlimsollError } from '@plimsoll/client'
import { Link } from 'wouter'
import { Age } from '../figures/age.tsx'
import { formatExact, formatToStep, formatUsdt } from '../figures/numbers.ts'
import { useOpenPositions } from '../live/use-live.ts'
import { Figures } from '../ui/figures.tsx'
import { GateDetails, type Holding } from '../ui/gate-table.tsx'
import { Problem } from '../ui/problem.tsx'
import { describeAction, describeOutcome } from './describe-order.ts'
import type { Steps } from './faults.ts'
import type { Placed } from './placed.ts'

/** Result of the order that was placed last. */
export const PlacedOrder = ({ placed, steps }: PlacedOrderProps) => {
  switch (placed.name) {
    case 'pending':
      return <p className="text-muted">Placing: {describeAction({ ...placed.request, instrument: steps })}…</p>
    case 'unanswered':
      return (
        <p role="alert" className="border-l-4 border-warn pl-3">
          <strong className="text-warn">Order status unknown: </strong>
          {describeAction({ ...placed.request, instrument: steps })}. Check <OrdersLink /> before you place another.
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
  readonly placed: Placed
  readonly steps: Steps | undefined
}

const OrdersLink = () => (
  <Link href="/positions" className="text-accent underline">
    positions and orders
  </Link>
)

interface Refusing {
  readonly refused: Extract<Placed, { name: 'refused' }>
  readonly steps: Steps | undefined
}

const Refused = ({ refused: { request, error, at }, steps }: Refusing) => {
  const gates = refusingGates(error)
  const title = `Not placed: ${describeAction({ ...request, instrument: steps })}`
  return (
    <div className="grid gap-2">
      {gates.length === 0 ? (
        <Problem title={title} error={error} />
      ) : (
        <div role="alert" className="grid gap-2 border-l-4 border-bad pl-3">
          <strong className="text-bad">{title}. Blocked by pre-trade checks:</strong>
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
    <section aria-label="Last order" className="grid gap-2 border-l-4 border-accent pl-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <strong>
          {side} {formatExact(qty)} {symbol}: {status}
        </strong>
        <Age at={updatedAt} />
      </div>
      <p>{describeOutcome(order)}</p>
      <Figures
        of={{
          Executed: `${formatExact(filledQty)} of ${formatExact(qty)}`,
          'Average price, USDT': formatToStep(avgFillPrice, instrument.tickSize),
          'Fees, USDT': formatUsdt(feesPaid),
          ...(order.stopLoss && { Stop: <Stop order={order} /> }),
        }}
      />
      <p>
        See <OrdersLink />.
      </p>
    </section>
  )
}

/** Stop of the position as read back; until there is one, the requested stop. */
const Stop = ({ order: { stopLoss, positionId } }: { readonly order: Order }) => {
  const protection = useOpenPositions()?.find(({ id }) => id === positionId)?.protection
  if (!protection) return `${formatExact(stopLoss?.triggerPrice)}, requested`
  const isCovered = protection.unprotectedSince === null
  return (
    <>
      {formatExact(protection.stopLoss?.standingTriggerPrice)}
      <span className={`block text-sm ${isCovered ? 'text-good' : 'text-bad'}`}>
        {isCovered ? '✓' : '!'} position {protection.state}, {protection.coveragePct} % covered
      </span>
    </>
  )
}

/** Returns the gates that refused an order, as listed in the response; empty when it was refused for another reason. */
const refusingGates = (error: unknown): readonly Holding[] => {
  if (!(error instanceof PlimsollError) || error.code !== 'PRE_TRADE_REJECTED') return []
  return (error.problem?.gates ?? []) as readonly Holding[]
}
