import type { components } from '@plimsoll/client'
import { Direction } from '../figures/direction.tsx'
import { RowTime } from '../figures/event-time.tsx'
import { formatExact, formatToStep } from '../figures/numbers.ts'
import { nameStrategy } from '../figures/strategy-names.ts'
import { t } from '../messages/messages.ts'
import { Stacked } from '../ui/stacked.tsx'
import type { Column } from '../ui/table.tsx'
import { Confidence } from './confidence.tsx'
import { Outcome } from './outcome.tsx'

/** Columns of the signals table. */
export const SIGNAL_COLUMNS: readonly [Column<Signal>, ...Column<Signal>[]] = [
  {
    name: t('Symbol, bar closed'),
    align: 'left',
    cell: ({ symbol, timeframe, direction, barClosedAt }) => (
      <Stacked
        note={
          <>
            {timeframe} · <RowTime at={barClosedAt} />
          </>
        }
      >
        {symbol} <Direction of={direction} />
      </Stacked>
    ),
  },
  {
    name: t('Strategy'),
    align: 'left',
    cell: ({ strategyId, strategyName, regime }) => (
      <>
        {nameStrategy(strategyId, strategyName)}
        <span className="block text-sm text-muted">
          {t('{strategyId} in {regime}', { strategyId, regime: regime.replaceAll('_', ' ').toLowerCase() })}
        </span>
      </>
    ),
  },
  { name: t('Target probability'), align: 'left', cell: (signal) => <Confidence of={signal} /> },
  {
    name: t('Target, stop'),
    cell: ({ plan }) => (
      <>
        {formatExact(plan.takeProfit)}
        <span className="block">{formatExact(plan.stopLoss)}</span>
      </>
    ),
  },
  {
    name: t('Reward : risk'),
    cell: ({ plan }) => (
      <>
        {formatToStep(String(plan.rewardRisk), '0.01')}
        <span className="block text-sm text-muted">{t('{horizonBars} bars', { horizonBars: plan.horizonBars })}</span>
      </>
    ),
  },
  {
    name: t('State'),
    align: 'left',
    cell: ({ state, origin }) => (
      <>
        {state}
        <span className="block text-sm text-muted">{origin === 'LIVE' ? t('live') : t('historical')}</span>
      </>
    ),
  },
  { name: t('Outcome'), align: 'left', cell: ({ outcome }) => <Outcome of={outcome} /> },
]

type Signal = components['schemas']['Signal']
