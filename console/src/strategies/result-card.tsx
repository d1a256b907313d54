import { formatReading, formatUsdt, UNKNOWN } from '../figures/numbers.ts'
import { ProfitLoss, SignedReading } from '../figures/profit-loss.tsx'
import { Card } from '../ui/card.tsx'
import { Figures } from '../ui/figures.tsx'
import { describeResult } from './describe-result.ts'
import { SignalChart } from './signal-chart.tsx'
import { computeExpectancy, type StrategyRow } from './strategy-rows.ts'

/** Card with the results of a strategy's closed positions, and the outcomes of its last signals. */
export const ResultCard = ({ row: { strategyId, state, result } }: { readonly row: StrategyRow }) => (
  <Card title="Result">
    <div className="grid grid-cols-1 gap-3">
      <p>{describeResult(result)}</p>
      {result && (
        <div className="grid grid-cols-1 gap-x-8 gap-y-1.5 sm:grid-cols-2">
          <Figures
            of={{
              'Net, USDT': <ProfitLoss value={result.net} />,
              'Before costs, USDT': <ProfitLoss value={result.gross} />,
              'Fees paid, USDT': formatUsdt(result.fees),
              'Funding paid, USDT': formatUsdt(result.funding),
            }}
          />
          <Figures
            of={{
              'Closed positions': result.trades,
              'Win rate': result.trades > 0 ? `${((100 * result.wins) / result.trades).toFixed(1)} %` : UNKNOWN,
              'Expectancy, USDT': <ProfitLoss value={computeExpectancy(result)} />,
              'Mean result': <SignedReading value={result.meanR} unit="R" />,
              'Profit factor': formatReading(result.profitFactor),
            }}
          />
        </div>
      )}
      {result && result.trades < TRADES_MIN && (
        <p className="text-sm text-warn">
          With fewer than {TRADES_MIN} closed positions, these figures are mostly chance.
        </p>
      )}
      {state !== undefined && state !== 'OFF' && <SignalChart strategyId={strategyId} />}
    </div>
  </Card>
)

const TRADES_MIN = 30
