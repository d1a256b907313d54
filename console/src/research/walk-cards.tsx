import { UNKNOWN } from '../figures/numbers.ts'
import { ProfitLoss } from '../figures/profit-loss.tsx'
import { t } from '../messages/messages.ts'
import { Card } from '../ui/card.tsx'
import { Command } from '../ui/command.tsx'
import { Figures } from '../ui/figures.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { toDateText } from './job-defaults.ts'
import { formatObjective, formatRatio, formatShare, OBJECTIVES } from './objectives.ts'
import { TimeBar } from './time-bar.tsx'
import type { ResearchSearchDetail } from './types.ts'

/**
 * Details of a walk-forward: results across all tests with the command to deploy the parameters, and a table of its
 * windows (time bar, chosen parameters, training and test results).
 */
export const WalkCards = ({ search }: { readonly search: ResearchSearchDetail }) => {
  const { walk, windows } = search
  return (
    <>
      <Card title={t('Results')}>
        <Figures
          of={{
            [t('Profitable tests')]: formatShare(walk?.positive),
            [t('Walk-forward efficiency, median')]: formatShare(walk?.efficiency),
            [t('Sharpe ratio, all tests')]: formatRatio(walk?.sharpe),
            [t('Trades, all tests')]: walk?.trades ?? UNKNOWN,
            [t('Holdout net, USDT')]: <ProfitLoss value={walk?.holdoutNet} />,
          }}
        />
        {walk?.deployment && (
          <div className="mt-3 grid gap-2">
            <p>{t('To trade the tested parameters, run on the host:')}</p>
            <Command
              label={t('command that starts the deployment')}
            >{`plimsoll start --deployment ${walk.deployment}`}</Command>
          </div>
        )}
      </Card>
      <Card title={t('Windows')}>
        <Table
          label={t('Windows')}
          columns={windowColumns(search)}
          rows={windows}
          rowKey={({ test }) => test.fromMs}
          empty={t('No windows yet.')}
        />
        <p className="mt-2 text-sm text-muted">
          {t(
            'Blue marks training. The segment after it is the test: coloured by gain or loss, grey until it has run. The holdout is evaluated once, at the end.',
          )}
        </p>
      </Card>
    </>
  )
}

type Window = ResearchSearchDetail['windows'][number]

const windowColumns = ({
  windows,
  objective,
}: ResearchSearchDetail): readonly [Column<Window>, ...Column<Window>[]] => {
  const fromMs = Math.min(...windows.map(({ train }) => train.fromMs))
  const toMs = Math.max(...windows.map(({ test }) => test.toMs))
  return [
    {
      name: t('Test'),
      align: 'left',
      cell: ({ test, isHoldout }) =>
        `${toDateText(test.fromMs)} – ${toDateText(test.toMs)}${isHoldout ? t(' holdout') : ''}`,
    },
    {
      name: t('Training and test'),
      align: 'left',
      isWide: true,
      cell: (window) => <WindowBar window={window} fromMs={fromMs} toMs={toMs} />,
    },
    {
      name: t('Selected'),
      align: 'left',
      cell: ({ chosen }) =>
        chosen
          ? Object.entries(chosen.params)
              .map(([name, value]) => `${name}=${value}`)
              .join(', ')
          : UNKNOWN,
    },
    {
      name: t('{objective}, training', { objective: OBJECTIVES[objective] }),
      cell: ({ chosen }) => formatObjective(objective, chosen?.value),
    },
    { name: t('Objective, test'), cell: ({ tested }) => formatObjective(objective, tested?.value) },
    { name: t('Trades'), cell: ({ tested }) => tested?.trades ?? UNKNOWN },
    { name: t('Test net, USDT'), cell: ({ tested }) => <ProfitLoss value={tested?.net} /> },
  ]
}

interface Drawing {
  readonly window: Window
  readonly fromMs: number
  readonly toMs: number
}

const WindowBar = ({ window: { train, test, tested }, fromMs, toMs }: Drawing) => {
  const colour = tested ? (Number(tested.net) < 0 ? 'bg-down' : 'bg-up') : 'bg-edge'
  return (
    <TimeBar
      fromMs={fromMs}
      toMs={toMs}
      label={t('training {fromMs} to {toMs}, test from {fromMs2}', {
        fromMs: toDateText(train.fromMs),
        toMs: toDateText(train.toMs),
        fromMs2: toDateText(test.fromMs),
      })}
      segments={[
        { ...train, colour: 'bg-accent', title: t('training') },
        { ...test, colour, title: t('test') },
      ]}
    />
  )
}
