import type { components } from '@plimsoll/client'
import type { ReactNode } from 'react'
import { addDecimals } from '../figures/decimal.ts'
import { EventDay } from '../figures/event-time.tsx'
import { formatBounds, formatReading, formatShare, formatUsdt, UNKNOWN } from '../figures/numbers.ts'
import { ProfitLoss, SignedReading } from '../figures/profit-loss.tsx'
import { plural, t } from '../messages/messages.ts'
import { Figures } from '../ui/figures.tsx'
import { formatDuration } from './duration.ts'

/** Further figures of all closed positions of a period. */
export const ResultFigures = ({ of: body }: { readonly of: Performance }) => (
  <div className="grid grid-cols-1 gap-3">
    {body.trades === 0 && <p className="text-muted">{t('No positions were closed in this period.')}</p>}
    {body.trades > 0 && body.trades < TRADES_MIN && (
      <p className="text-sm text-warn">
        {plural(
          body.trades,
          '{count} closed position: with fewer than {min}, ratios are mostly noise.',
          '{count} closed positions: with fewer than {min}, ratios are mostly noise.',
          { min: TRADES_MIN },
        )}
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

/** Returns the main figures of all closed positions of a period. */
export const headlineFigures = (body: Performance | undefined): Readonly<Record<string, ReactNode>> => ({
  [t('Net PnL, USDT')]: <ProfitLoss value={body?.net} />,
  [t('Closed positions')]: formatReading(body?.trades),
  [t('Win rate')]: body ? formatRatio(body.winRate) : UNKNOWN,
  [t('Profit factor')]: formatReading(body?.profitFactor),
  [t('Expectancy, USDT')]: <ProfitLoss value={body?.expectancy} />,
  [t('Fees and funding')]: body ? formatUsdt(addDecimals(body.fees, body.funding)) : UNKNOWN,
})

const moneyFigures = (body: Performance): Readonly<Record<string, ReactNode>> => ({
  [t('Before fees and funding')]: <ProfitLoss value={body.gross} />,
  [t('Fees paid')]: formatUsdt(body.fees),
  [t('Funding paid')]: formatUsdt(body.funding),
  [t('Best')]: <Extreme of={body.best} />,
  [t('Worst')]: <Extreme of={body.worst} />,
  ...(body.exploratory.trades > 0 && {
    [t('Without expected edge ({trades})', { trades: body.exploratory.trades })]: (
      <ProfitLoss value={body.exploratory.net} />
    ),
  }),
})

const ratioFigures = (body: Performance): Readonly<Record<string, ReactNode>> => ({
  [t('Win rate, 95% interval')]: body.winRateCi
    ? formatBounds(100 * body.winRateCi[0], 100 * body.winRateCi[1])
    : UNKNOWN,
  [t('Average win ÷ average loss')]: formatReading(body.payoff),
  [t('Average result')]: <SignedReading value={body.meanR} unit="R" />,
  [t('Max consecutive losses')]: body.longestLosingStreak,
  [t('Average holding time')]: formatDuration(body.meanHeldMs),
})

const formatRatio = (share: number | null): string => (share === null ? UNKNOWN : formatShare(share, 1))

const Extreme = ({ of: trade }: { readonly of: Performance['best'] }) =>
  trade ? (
    <>
      <ProfitLoss value={trade.net} />{' '}
      <span className="font-normal whitespace-nowrap text-muted">
        {trade.symbol}, <EventDay at={trade.closedAt} />
      </span>
    </>
  ) : (
    UNKNOWN
  )
