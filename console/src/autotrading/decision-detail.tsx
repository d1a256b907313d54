import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { formatBounds, formatExact, formatPercent, formatReading, formatUsdt, UNKNOWN } from '../figures/numbers.ts'
import { SignedReading } from '../figures/profit-loss.tsx'
import { When } from '../figures/when.tsx'
import { Figures } from '../ui/figures.tsx'
import { BlockingGates, GateTable } from '../ui/gate-table.tsx'
import { Part } from '../ui/part.tsx'
import type { Decision } from './decision.ts'

/** Details of a candidate: every gate, its proposed order, and its expected costs and profit. */
export const DecisionDetail = ({ of: decision }: { readonly of: Decision }) => (
  <div className="grid grid-cols-1 gap-4">
    <BlockingGates gates={decision.gates} />
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-x-8 gap-y-4">
      <Part title="Proposed trade">
        <Figures of={planFigures(decision)} />
      </Part>
      <Part title="Round-trip costs, bps">
        <Figures of={costFigures(decision)} />
      </Part>
      <Part title="Expected edge">
        <Figures of={edgeFigures(decision)} />
      </Part>
      <Part title="Order">
        <OrderFigures of={decision} />
      </Part>
    </div>
    <GateTable gates={decision.gates} />
    <Part title="Supporting signals">
      <ul>
        {decision.signals.map(({ signalId, strategyId }) => (
          <li key={signalId} className="[overflow-wrap:anywhere]">
            {strategyId} <code className="text-sm">{signalId}</code>
          </li>
        ))}
      </ul>
      <Link href="/signals" className="text-accent underline">
        View signals
      </Link>
    </Part>
    <p className="text-sm [overflow-wrap:anywhere] text-muted">
      {decision.candidateId}, digest <code>{decision.digest}</code>
    </p>
  </div>
)

const planFigures = (decision: Decision): Readonly<Record<string, ReactNode>> => ({
  'Target probability': formatPercent(decision.confidence * 100),
  'Confidence interval': formatBounds(decision.confidenceCi[0] * 100, decision.confidenceCi[1] * 100),
  'Sample size': formatReading(decision.calibration.n),
  'Worst entry': formatExact(decision.price),
  Target: formatExact(decision.takeProfit),
  Stop: formatExact(decision.stopLoss),
  'Horizon ends': <When at={decision.horizonEndsAt} />,
  Quantity: formatExact(decision.quantity),
  'Notional, USDT': formatUsdt(decision.notional),
  'Risk at stop, USDT': formatUsdt(decision.risk),
  'Sized by': decision.sizedBy.replaceAll('_', ' '),
  'Trading scope': decision.bookId ?? 'none',
})

const costFigures = ({ cost }: Decision): Readonly<Record<string, ReactNode>> => ({
  Fees: formatReading(cost.feesBps),
  Spread: formatReading(cost.spreadBps),
  'Own impact': formatReading(cost.impactBps),
  Funding: formatReading(cost.fundingBps),
  'Adverse selection': formatReading(cost.adverseBps),
  Total: formatReading(cost.totalBps),
})

const edgeFigures = ({ edge }: Decision): Readonly<Record<string, ReactNode>> => ({
  'Before costs': <SignedReading value={edge.grossEdgeBps} unit="bps" />,
  'After costs': <SignedReading value={edge.netEdgeBps} unit="bps" />,
  'Lower bound': <SignedReading value={edge.netEdgeLcbBps} unit="bps" />,
  'Break-even probability': formatPercent(edge.breakEvenP * 100),
  'Costs to target': edge.costShare === null ? UNKNOWN : formatPercent(edge.costShare * 100),
  'Kelly fraction (info)': formatReading(edge.kellyFraction),
  Grade: edge.grade,
})

const OrderFigures = ({ of: { order, orderId } }: { readonly of: Decision }) => {
  if (orderId === null) return <p>None: blocked by the pre-trade checks.</p>
  if (order === null) return <p>{orderId}</p>
  return (
    <Figures
      of={{
        Status: order.status.replaceAll('_', ' '),
        Filled: `${formatExact(order.filledQty)} of ${formatExact(order.qty)}`,
        'Average price': formatReading(order.avgFillPrice),
        'Fees, USDT': formatUsdt(order.feesPaid),
        'Last updated': <When at={order.updatedAt} />,
      }}
    />
  )
}
