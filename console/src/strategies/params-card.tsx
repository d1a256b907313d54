import { Link } from 'wouter'
import { formatReading } from '../figures/numbers.ts'
import { Card } from '../ui/card.tsx'
import { Part } from '../ui/part.tsx'
import { groupParams, type StrategyRow } from './strategy-rows.ts'

/** Card with the parameters of a strategy by timeframe, and how to test and trade other values. */
export const ParamsCard = ({ row: { strategyId, definitions } }: { readonly row: StrategyRow }) => (
  <Card title="Parameters">
    <div className="grid grid-cols-1 gap-3">
      {definitions.length === 0 && <p className="text-muted">Parameters are listed while the strategy is on.</p>}
      {groupParams(definitions).map(({ timeframes, params }) => (
        <Part key={timeframes.join()} title={timeframes.join(', ')}>
          <dl className="grid grid-cols-1 gap-x-8 sm:grid-cols-2">
            {Object.entries(params).map(([name, value]) => (
              <div key={name} className="flex justify-between gap-4">
                <dt className="font-mono text-sm text-muted">{name}</dt>
                <dd className="font-semibold">{formatReading(value)}</dd>
              </div>
            ))}
          </dl>
        </Part>
      ))}
      <p className="text-sm text-muted">
        Parameters cannot be changed while the server runs. Test others with a walk-forward on{' '}
        <Link href={`/research?strategy=${strategyId}`} className="text-accent underline">
          Research
        </Link>
        ; its result has the host command that trades them.
      </p>
    </div>
  </Card>
)
