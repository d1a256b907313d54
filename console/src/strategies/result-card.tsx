import { formatReading, formatShare, formatUsdt, UNKNOWN } from '../figures/numbers.ts'
import { ProfitLoss, SignedReading } from '../figures/profit-loss.tsx'
import { t } from '../messages/messages.ts'
import { Card } from '../ui/card.tsx'
import { Figures } from '../ui/figures.tsx'
import { describeResult } from './describe-result.ts'
import { SignalChart } from './signal-chart.tsx'
import { computeExpectancy, type StrategyRow } from './strategy-rows.ts'

/** Card with the results of a strategy's closed positions, and the outcomes of its last signals. */
export const ResultCard = ({ row: { strategyId, state, result } }: { readonly row: StrategyRow }) => (
  <Card title={t('Result')}>
    <div className="grid grid-cols-1 gap-3">
      <p>{describeResult(result)}</p>
      {result && (
        <div className="grid grid-cols-1 gap-x-8 gap-y-1.5 sm:grid-cols-2">
          <Figures
            of={{
              [t('Net, USDT')]: <ProfitLoss value={result.net} />,
              [t('Before costs, USDT')]: <ProfitLoss value={result.gross} />,
              [t('Fees paid, USDT')]: formatUsdt(result.fees),
              [t('Funding paid, USDT')]: formatUsdt(result.funding),
            }}
          />
          <Figures
            of={{
              [t('Closed positions')]: result.trades,
              [t('Win rate')]: result.trades > 0 ? formatShare(result.wins / result.trades, 1) : UNKNOWN,
              [t('Expectancy, USDT')]: <ProfitLoss value={computeExpectancy(result)} />,
              [t('Average result')]: <SignedReading value={result.meanR} unit="R" />,
              [t('Profit factor')]: formatReading(result.profitFactor),
            }}
          />
        </div>
      )}
      {result && result.trades < TRADES_MIN && (
        <p className="text-sm text-warn">
          {t('With fewer than {min} closed positions, these figures are mostly noise.', {
            min: TRADES_MIN,
          })}
        </p>
      )}
      {state !== undefined && state !== 'OFF' && <SignalChart strategyId={strategyId} />}
    </div>
  </Card>
)

const TRADES_MIN = 30
