import { formatReading } from '../figures/numbers.ts'
import { ProfitLoss } from '../figures/profit-loss.tsx'
import { t } from '../messages/messages.ts'
import { Card } from '../ui/card.tsx'
import { Figures } from '../ui/figures.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { formatObjective, formatRatio, formatShare, OBJECTIVES } from './objectives.ts'
import { TrialChart } from './trial-chart.tsx'
import type { ResearchSearchDetail } from './types.ts'

/** Details of a search: its verdict, and its trials as a chart and as a list. */
export const TrialCards = ({ search }: { readonly search: ResearchSearchDetail }) => {
  const { verdict, scored, objective, earlierTrials } = search
  const chosen = scored.find(({ number }) => number === verdict?.chosen)
  const best = scored.find(({ number }) => number === verdict?.best)
  return (
    <>
      <Card title={t('Verdict')}>
        <Figures
          of={{
            [t('Selected, best plateau')]: describeTrial(chosen),
            [t('Highest peak')]: describeTrial(best),
            [t('Sharpe ratio expected by chance')]: formatRatio(verdict?.luck),
            [t('Deflated Sharpe ratio')]: formatShare(verdict?.deflatedSharpe),
            [t('Probability of overfitting')]: formatShare(verdict?.overfit),
            [t('Trials, and earlier trials of the strategy')]: `${scored.length}, ${earlierTrials}`,
          }}
        />
        <p className="mt-2 max-w-prose text-sm text-muted">
          {t(
            'If the deflated probability is below 95%, luck cannot be ruled out. If the probability of overfitting is above 20%, do not trust the result; it needs 100 days. Trials with fewer than 30 trades and pruned trials are not scored.',
          )}
        </p>
      </Card>
      <Card title={t('Trials by parameter: {objective}', { objective: OBJECTIVES[objective] })}>
        <TrialChart search={search} chosen={chosen?.number} />
      </Card>
      <Card title={t('Trials')}>
        <Table
          label={t('Trials')}
          look="long"
          columns={trialColumns(search, chosen?.number)}
          rows={scored.toSorted((a, b) => toRank(b) - toRank(a))}
          rowKey={({ number }) => number}
          empty={t('No trials yet.')}
        />
      </Card>
    </>
  )
}

type Trial = ResearchSearchDetail['scored'][number]

const toRank = ({ value }: Trial): number => value ?? -Number.MAX_VALUE

const describeTrial = (trial: Trial | undefined): string =>
  trial
    ? t('trial {number}: {entries}', {
        number: trial.number,
        entries: Object.entries(trial.params)
          .map(([name, value]) => `${name}=${value}`)
          .join(', '),
      })
    : t('none could be scored')

const trialColumns = (
  { space, objective, scored }: ResearchSearchDetail,
  chosen: number | undefined,
): readonly [Column<Trial>, ...Column<Trial>[]] => [
  {
    name: t('Trial'),
    align: 'left',
    cell: ({ number }) => (number === chosen ? t('{number}, selected', { number }) : number),
  },
  ...space.map(({ name }): Column<Trial> => ({ name, cell: ({ params }) => formatReading(params[name]) })),
  ...(scored.some(({ share }) => share !== undefined) ? [RANGE] : []),
  { name: OBJECTIVES[objective], cell: ({ value }) => formatObjective(objective, value) },
  { name: t('Trades'), cell: ({ trades }) => trades },
  { name: t('Net, USDT'), cell: ({ net }) => <ProfitLoss value={net} /> },
]

/** Share of the range on which a trial ran before the pruner stopped it. */
const RANGE: Column<Trial> = { name: t('Range'), cell: ({ share = 1 }) => formatShare(share) }
