import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { EventTime } from '../figures/event-time.tsx'
import { formatBounds, formatExact, formatPercent, formatReading, formatUsdt, UNKNOWN } from '../figures/numbers.ts'
import { SignedReading } from '../figures/profit-loss.tsx'
import { t } from '../messages/messages.ts'
import { rich } from '../messages/rich.tsx'
import { Figures } from '../ui/figures.tsx'
import { BlockingGates, GateTable } from '../ui/gate-table.tsx'
import { Part } from '../ui/part.tsx'
import type { Decision } from './decision.ts'

/** Details of a candidate: every gate, its proposed order, and its expected costs and profit. */
export const DecisionDetail = ({ of: decision }: { readonly of: Decision }) => (
  <div className="grid grid-cols-1 gap-4">
    <BlockingGates gates={decision.gates} />
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-x-8 gap-y-4">
      <Part title={t('Proposed trade')}>
        <Figures of={planFigures(decision)} />
      </Part>
      <Part title={t('Round-trip costs, bps')}>
        <Figures of={costFigures(decision)} />
      </Part>
      <Part title={t('Expected edge')}>
        <Figures of={edgeFigures(decision)} />
      </Part>
      <Part title={t('Order')}>
        <OrderFigures of={decision} />
      </Part>
    </div>
    <GateTable gates={decision.gates} />
    <Part title={t('Supporting signals')}>
      <ul>
        {decision.signals.map(({ signalId, strategyId }) => (
          <li key={signalId} className="[overflow-wrap:anywhere]">
            {strategyId} <code className="text-sm">{signalId}</code>
          </li>
        ))}
      </ul>
      <Link href="/signals" className="text-accent underline">
        {t('View signals')}
      </Link>
    </Part>
    <p className="text-sm [overflow-wrap:anywhere] text-muted">
      {rich('{candidateId}, digest {code}', {
        candidateId: decision.candidateId,
        code: <code>{decision.digest}</code>,
      })}
    </p>
  </div>
)

const planFigures = (decision: Decision): Readonly<Record<string, ReactNode>> => ({
  [t('Target probability')]: formatPercent(decision.confidence * 100),
  [t('Confidence interval')]: formatBounds(decision.confidenceCi[0] * 100, decision.confidenceCi[1] * 100),
  [t('Sample size')]: formatReading(decision.calibration.n),
  [t('Worst entry')]: formatExact(decision.price),
  [t('Target')]: formatExact(decision.takeProfit),
  [t('Stop')]: formatExact(decision.stopLoss),
  [t('Horizon ends')]: <EventTime at={decision.horizonEndsAt} />,
  [t('Quantity')]: formatExact(decision.quantity),
  [t('Notional, USDT')]: formatUsdt(decision.notional),
  [t('Risk at stop, USDT')]: formatUsdt(decision.risk),
  [t('Sized by')]: decision.sizedBy.replaceAll('_', ' '),
  [t('Trading scope')]: decision.bookId ?? t('none'),
})

const costFigures = ({ cost }: Decision): Readonly<Record<string, ReactNode>> => ({
  [t('Fees')]: formatReading(cost.feesBps),
  [t('Spread')]: formatReading(cost.spreadBps),
  [t('Price impact')]: formatReading(cost.impactBps),
  [t('Funding')]: formatReading(cost.fundingBps),
  [t('Adverse selection')]: formatReading(cost.adverseBps),
  [t('Total')]: formatReading(cost.totalBps),
})

const edgeFigures = ({ edge }: Decision): Readonly<Record<string, ReactNode>> => ({
  [t('Before costs')]: <SignedReading value={edge.grossEdgeBps} unit="bps" />,
  [t('After costs')]: <SignedReading value={edge.netEdgeBps} unit="bps" />,
  [t('Lower bound')]: <SignedReading value={edge.netEdgeLcbBps} unit="bps" />,
  [t('Break-even probability')]: formatPercent(edge.breakEvenP * 100),
  [t('Costs to target')]: edge.costShare === null ? UNKNOWN : formatPercent(edge.costShare * 100),
  [t('Kelly fraction (info)')]: formatReading(edge.kellyFraction),
  [t('Grade')]: edge.grade,
})

const OrderFigures = ({ of: { order, orderId } }: { readonly of: Decision }) => {
  if (orderId === null) return <p>{t('None: blocked by the pre-trade checks.')}</p>
  if (order === null) return <p>{orderId}</p>
  return (
    <Figures
      of={{
        [t('Status')]: order.status.replaceAll('_', ' '),
        [t('Filled')]: t('{filledQty} of {qty}', {
          filledQty: formatExact(order.filledQty),
          qty: formatExact(order.qty),
        }),
        [t('Average price')]: formatReading(order.avgFillPrice),
        [t('Fees, USDT')]: formatUsdt(order.feesPaid),
        [t('Last updated')]: <EventTime at={order.updatedAt} />,
      }}
    />
  )
}
