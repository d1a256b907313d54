import { Link } from 'wouter'
import { formatReading } from '../figures/numbers.ts'
import { t } from '../messages/messages.ts'
import { rich } from '../messages/rich.tsx'
import { Card } from '../ui/card.tsx'
import { Part } from '../ui/part.tsx'
import { groupParams, type StrategyRow } from './strategy-rows.ts'

/** Card with the parameters of a strategy by timeframe, and how to test and trade other values. */
export const ParamsCard = ({ row: { strategyId, definitions } }: { readonly row: StrategyRow }) => (
  <Card title={t('Parameters')}>
    <div className="grid grid-cols-1 gap-3">
      {definitions.length === 0 && <p className="text-muted">{t('Parameters are listed while the strategy is on.')}</p>}
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
        {rich(
          'Parameters cannot be changed while the server runs. Test other values with a walk-forward on <link>Research</link>; its result has the host command that trades them.',
          {
            link: (text) => (
              <Link href={`/research?strategy=${strategyId}`} className="text-accent underline">
                {text}
              </Link>
            ),
          },
        )}
      </p>
    </div>
  </Card>
)
