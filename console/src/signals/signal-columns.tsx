import type { components } from '@plimsoll/client'
import { Direction } from '../figures/direction.tsx'
import { formatExact, formatReading } from '../figures/numbers.ts'
import { ShortWhen } from '../figures/when.tsx'
import type { Column } from '../ui/table.tsx'
import { Confidence } from './confidence.tsx'
import { Outcome } from './outcome.tsx'

/** Columns of the signals table. */
export const SIGNAL_COLUMNS: readonly [Column<Signal>, ...Column<Signal>[]] = [
  { name: 'Bar closed', align: 'left', cell: ({ barClosedAt }) => <ShortWhen at={barClosedAt} /> },
  {
    name: 'Symbol',
    align: 'left',
    cell: ({ symbol, timeframe, direction }) => (
      <>
        {symbol}
        <span className="block text-sm">
          <Direction of={direction} /> <span className="text-muted">{timeframe}</span>
        </span>
      </>
    ),
  },
  {
    name: 'Strategy',
    align: 'left',
    cell: ({ strategyId, strategyName, regime }) => (
      <>
        {strategyName ?? strategyId}
        <span className="block text-sm text-muted">
          {strategyId} in {regime.replaceAll('_', ' ').toLowerCase()}
        </span>
      </>
    ),
  },
  { name: 'Target probability', align: 'left', cell: (signal) => <Confidence of={signal} /> },
  {
    name: 'Target, stop',
    cell: ({ plan }) => (
      <>
        {formatExact(plan.takeProfit)}
        <span className="block">{formatExact(plan.stopLoss)}</span>
      </>
    ),
  },
  {
    name: 'Reward : risk',
    cell: ({ plan }) => (
      <>
        {formatReading(plan.rewardRisk)}
        <span className="block text-sm text-muted">{plan.horizonBars} bars</span>
      </>
    ),
  },
  {
    name: 'State',
    align: 'left',
    cell: ({ state, origin }) => (
      <>
        {state}
        <span className="block text-sm text-muted">{origin === 'LIVE' ? 'live' : 'historical'}</span>
      </>
    ),
  },
  { name: 'Outcome', align: 'left', cell: ({ outcome }) => <Outcome of={outcome} /> },
]

type Signal = components['schemas']['Signal']
