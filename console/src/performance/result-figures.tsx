import type { components } from '@plimsoll/client'
import type { ReactNode } from 'react'
import { formatBounds, formatReading, formatUsdt, UNKNOWN } from '../figures/numbers.ts'
import { ProfitLoss, SignedReading } from '../figures/profit-loss.tsx'
import { When } from '../figures/when.tsx'
import { Figures } from '../ui/figures.tsx'
import { formatDuration } from './duration.ts'

/** Figures of all closed positions of a period. */
export const ResultFigures = ({ of: body }: { readonly of: Performance }) => (
  <div className="grid grid-cols-1 gap-3">
    <p className="text-2xl font-semibold">
      <ProfitLoss value={body.net} /> <span className="text-base font-normal text-muted">USDT net</span>
    </p>
    {body.trades === 0 && <p className="text-muted">No position was closed in this period.</p>}
    {body.trades > 0 && body.trades < TRADES_MIN && (
      <p className="text-sm text-warn">
        {body.trades} closed {body.trades === 1 ? 'position' : 'positions'}: with fewer than {TRADES_MIN}, ratios are
        mostly chance.
      </p>
    )}
    <div className="grid grid-cols-1 gap-x-8 gap-y-1.5 sm:grid-cols-2">
      <Figures of={moneyFigures(body)} />
      <Figures of={ratioFigures(body)} />
    </div>
  </div>
)

type Performance = components['schemas']['Performance']

const TRADES_MIN = 30

const moneyFigures = (body: Performance): Readonly<Record<string, ReactNode>> => ({
  'Before fees and funding': <ProfitLoss value={body.gross} />,
  'Fees paid': formatUsdt(body.fees),
  'Funding paid': formatUsdt(body.funding),
  'Mean per position': <ProfitLoss value={body.expectancy} />,
  Best: <Extreme of={body.best} />,
  Worst: <Extreme of={body.worst} />,
  ...(body.exploratory.trades > 0 && {
    [`Without expected edge (${body.exploratory.trades})`]: <ProfitLoss value={body.exploratory.net} />,
  }),
})

const ratioFigures = (body: Performance): Readonly<Record<string, ReactNode>> => ({
  'Closed positions': body.trades,
  'Win rate': formatShare(body.winRate),
  'Win rate, 95 % interval': body.winRateCi ? formatBounds(100 * body.winRateCi[0], 100 * body.winRateCi[1]) : UNKNOWN,
  'Profit factor': formatReading(body.profitFactor),
  'Mean gain ÷ mean loss': formatReading(body.payoff),
  'Mean result': <SignedReading value={body.meanR} unit="R" />,
  'Consecutive losses, max': body.longestLosingStreak,
  'Mean holding time': formatDuration(body.meanHeldMs),
})

const formatShare = (share: number | null): string => (share === null ? UNKNOWN : `${(100 * share).toFixed(1)} %`)

const Extreme = ({ of: trade }: { readonly of: Performance['best'] }) =>
  trade ? (
    <>
      <ProfitLoss value={trade.net} />{' '}
      <span className="font-normal text-muted">
        {trade.symbol}, <When at={trade.closedAt} />
      </span>
    </>
  ) : (
    UNKNOWN
  )
