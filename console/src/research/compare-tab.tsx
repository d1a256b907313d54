import { Direction } from '../figures/direction.tsx'
import { EventTime } from '../figures/event-time.tsx'
import { ProfitLoss } from '../figures/profit-loss.tsx'
import { t } from '../messages/messages.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { Card } from '../ui/card.tsx'
import { Command } from '../ui/command.tsx'
import { Figures } from '../ui/figures.tsx'
import { Problem } from '../ui/problem.tsx'
import { Stacked } from '../ui/stacked.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { RunChoice } from './run-choice.tsx'
import type { ResearchComparison } from './types.ts'
import { useResearchQuery, useRuns } from './use-research.ts'

/** Tab that compares two backtest runs signal by signal: classes of difference, and the signals that differ most. */
export const CompareTab = ({ a, b, onChoose }: Choosing) => {
  const { items: runs, error } = useRuns()
  const first = a ?? runs?.[1]?.runId
  const second = b ?? runs?.[0]?.runId
  if (error && !runs) return <Problem title={t('Loading failed')} error={error} />
  if (!runs) return <p className="text-muted">{t('Loading…')}</p>
  if (first === undefined || second === undefined)
    return <p>{t('A comparison needs two runs. Start a second one on the Runs tab.')}</p>
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-1 gap-3 lg:grid-cols-2">
        <RunChoice label={t('Run A')} runs={runs} value={first} onChoose={(next) => onChoose({ a: next, b: second })} />
        <RunChoice label={t('Run B')} runs={runs} value={second} onChoose={(next) => onChoose({ a: first, b: next })} />
      </div>
      <Compared key={`${first} ${second}`} a={first} b={second} />
    </div>
  )
}

interface Choosing {
  readonly a: string | null
  readonly b: string | null
  readonly onChoose: (chosen: { readonly a: string; readonly b: string }) => void
}

const Compared = ({ a, b }: { readonly a: string; readonly b: string }) => {
  const { client } = useSignedIn()
  const { data, error } = useResearchQuery(['compare', a, b], async (signal) => {
    const params = { query: { a, b } }
    const answer = await client.rest.GET('/api/v381/research/compare', { params, signal })
    return answer.data as unknown as ResearchComparison
  })
  if (error) return <Problem title={t('Loading failed')} error={error} />
  if (!data) return <p className="text-muted">{t('Loading…')}</p>
  return (
    <>
      <Card title={t('Difference')}>
        <Figures
          of={{
            [t('Net B − net A, USDT')]: <ProfitLoss value={data.difference} />,
            [t('Different settings and inputs')]: data.changed.length === 0 ? t('nothing') : data.changed.join(', '),
            [t('Trades without a signal')]: t('A {a}, B {b}', { a: data.unmatched.a, b: data.unmatched.b }),
          }}
        />
      </Card>
      <Card title={t('Differences by class')}>
        <Table
          label={t('Differences by class')}
          columns={classColumns(data.byClass)}
          rows={data.byClass}
          rowKey={(row) => row.class}
          empty={t('Neither run traded a signal.')}
        />
      </Card>
      <Card title={t('Signals that differ most')}>
        <Table
          label={t('Signals that differ most')}
          look="long"
          columns={SIGNAL_COLUMNS}
          rows={data.signals}
          rowKey={signalKey}
          empty={t('No signals were traded.')}
        />
      </Card>
      <Card title={t('On the host')}>
        <Command label={t('command that compares the runs')}>{`plimsoll compare ${a} ${b} --trades`}</Command>
      </Card>
    </>
  )
}

type ClassRow = ResearchComparison['byClass'][number]
type SignalRow = ResearchComparison['signals'][number]

const signalKey = ({ symbol, strategyId, direction, barClosedMs }: SignalRow): string =>
  `${symbol} ${strategyId} ${direction} ${barClosedMs}`

/** Meaning of each class. */
const CAUSES: Readonly<Record<string, string>> = {
  NO_SIGNAL: t('one run had no such signal'),
  NOT_CONSIDERED: t('another signal took precedence, or trading was paused'),
  REFUSED: t('gates rejected the entry'),
  GIVEN_UP: t('the price had moved away'),
  OPEN: t('one position was still open at the end'),
  OTHER_EXIT: t('different exit reason'),
  OTHER_PRICE: t('different price'),
  OTHER_SIZE: t('different size'),
  SAME: t('identical'),
}

const classColumns = (rows: readonly ClassRow[]): readonly [Column<ClassRow>, ...Column<ClassRow>[]] => {
  const largest = Math.max(...rows.map(({ difference }) => Math.abs(Number(difference))))
  return [
    {
      name: t('Class'),
      align: 'left',
      cell: (row) => <Stacked note={CAUSES[row.class] ?? ''}>{row.class.replaceAll('_', ' ')}</Stacked>,
    },
    { name: t('Signals'), cell: ({ count }) => count },
    { name: t('Difference, USDT'), cell: ({ difference }) => <ProfitLoss value={difference} /> },
    {
      name: t('Share'),
      align: 'left',
      cell: ({ difference }) => <SignedBar value={Number(difference)} largest={largest} />,
    },
  ]
}

const SIGNAL_COLUMNS: readonly [Column<SignalRow>, ...Column<SignalRow>[]] = [
  {
    name: t('Bar closed'),
    align: 'left',
    cell: ({ barClosedMs }) => <EventTime at={new Date(barClosedMs).toISOString()} />,
  },
  { name: t('Symbol'), align: 'left', cell: ({ symbol, strategyId }) => `${symbol} ${strategyId}` },
  {
    name: t('Direction'),
    align: 'left',
    cell: ({ direction }) => <Direction of={direction === 'SHORT' ? 'SHORT' : 'LONG'} />,
  },
  {
    name: t('Class'),
    align: 'left',
    cell: (row) => `${row.class.replaceAll('_', ' ')}${row.gates.length > 0 ? ` (${row.gates.join(', ')})` : ''}`,
  },
  { name: t('Net A, USDT'), cell: ({ netA }) => <ProfitLoss value={netA} /> },
  { name: t('Net B, USDT'), cell: ({ netB }) => <ProfitLoss value={netB} /> },
  { name: t('B − A, USDT'), cell: ({ difference }) => <ProfitLoss value={difference} /> },
]

/** Bar around a centre line: gains extend to the right, losses to the left. */
const SignedBar = ({ value, largest }: Drawing) => {
  const width = largest === 0 ? 0 : (Math.abs(value) / largest) * 50
  return (
    <span aria-hidden="true" className="relative block h-4 w-24 border-x border-line sm:w-64">
      <span className="absolute inset-y-0 left-1/2 w-px bg-edge" />
      <span
        className={`absolute inset-y-0 rounded-sm ${value < 0 ? 'bg-down' : 'bg-up'}`}
        style={{ left: `${value < 0 ? 50 - width : 50}%`, width: `${width}%` }}
      />
    </span>
  )
}

interface Drawing {
  readonly value: number
  /** Size of the largest bar in the group. */
  readonly largest: number
}
