import { Direction } from '../figures/direction.tsx'
import { RowTime } from '../figures/event-time.tsx'
import { Exploratory } from '../figures/exploratory.tsx'
import { SignedReading } from '../figures/profit-loss.tsx'
import { t } from '../messages/messages.ts'
import { Confidence } from '../signals/confidence.tsx'
import { Stacked } from '../ui/stacked.tsx'
import type { Column } from '../ui/table.tsx'
import { type Decision, formatHeadline } from './decision.ts'

/** Columns of the candidates table. */
export const DECISION_COLUMNS: readonly [Column<Decision>, ...Column<Decision>[]] = [
  {
    name: t('Symbol, decided'),
    align: 'left',
    cell: ({ symbol, timeframe, direction, strategyId, at }) => (
      <Stacked
        note={
          <>
            {timeframe} {strategyId} · <RowTime at={at} />
          </>
        }
      >
        {symbol} <Direction of={direction} />
      </Stacked>
    ),
  },
  {
    name: t('Result'),
    align: 'left',
    isWide: true,
    cell: (decision) => (
      <span className="block min-w-72 whitespace-normal">
        {formatHeadline(decision)}
        <span className="block">
          <Exploratory of={decision} />
        </span>
        {decision.refusedBy.length > 0 && <span className="text-sm text-muted"> {decision.refusedBy.join(', ')}</span>}
      </span>
    ),
  },
  { name: t('Target probability'), align: 'left', cell: (decision) => <Confidence of={decision} /> },
  {
    name: t('Net edge, lower bound'),
    cell: ({ edge }) => (
      <>
        <SignedReading value={edge.netEdgeBps} unit="bps" />
        <span className="block text-sm">
          <SignedReading value={edge.netEdgeLcbBps} unit="bps" />
        </span>
      </>
    ),
  },
  { name: t('Grade'), cell: ({ edge }) => edge.grade },
]
