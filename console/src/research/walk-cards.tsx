import { UNKNOWN } from '../figures/numbers.ts'
import { ProfitLoss } from '../figures/profit-loss.tsx'
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
      <Card title="Results">
        <Figures
          of={{
            'Profitable tests': formatShare(walk?.positive),
            'Walk-forward efficiency, median': formatShare(walk?.efficiency),
            'Sharpe ratio, all tests': formatRatio(walk?.sharpe),
            'Trades, all tests': walk?.trades ?? UNKNOWN,
            'Holdout net, USDT': <ProfitLoss value={walk?.holdoutNet} />,
          }}
        />
        {walk?.deployment && (
          <div className="mt-3 grid gap-2">
            <p>To trade the tested parameters, run on the host:</p>
            <Command label="start of the deployment">{`plimsoll start --deployment ${walk.deployment}`}</Command>
          </div>
        )}
      </Card>
      <Card title="Windows">
        <Table
          label="Windows"
          columns={windowColumns(search)}
          rows={windows}
          rowKey={({ test }) => test.fromMs}
          empty="No windows yet."
        />
        <p className="mt-2 text-sm text-muted">
          Blue marks training. The segment after it is the test: coloured by gain or loss, grey until it has run. The
          holdout is evaluated once, at the end.
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
      name: 'Test',
      align: 'left',
      cell: ({ test, isHoldout }) =>
        `${toDateText(test.fromMs)} – ${toDateText(test.toMs)}${isHoldout ? ' holdout' : ''}`,
    },
    {
      name: 'Training and test',
      align: 'left',
      cell: (window) => <WindowBar window={window} fromMs={fromMs} toMs={toMs} />,
    },
    {
      name: 'Chosen',
      align: 'left',
      cell: ({ chosen }) =>
        chosen
          ? Object.entries(chosen.params)
              .map(([name, value]) => `${name}=${value}`)
              .join(', ')
          : UNKNOWN,
    },
    { name: `${OBJECTIVES[objective]}, training`, cell: ({ chosen }) => formatObjective(objective, chosen?.value) },
    { name: 'Objective, test', cell: ({ tested }) => formatObjective(objective, tested?.value) },
    { name: 'Trades', cell: ({ tested }) => tested?.trades ?? UNKNOWN },
    { name: 'Test net, USDT', cell: ({ tested }) => <ProfitLoss value={tested?.net} /> },
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
      label={`training ${toDateText(train.fromMs)} to ${toDateText(train.toMs)}, test from ${toDateText(test.fromMs)}`}
      segments={[
        { ...train, colour: 'bg-accent', title: 'training' },
        { ...test, colour, title: 'test' },
      ]}
    />
  )
}
