import { Direction } from '../figures/direction.tsx'
import { ProfitLoss } from '../figures/profit-loss.tsx'
import { When } from '../figures/when.tsx'
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
  if (error && !runs) return <Problem title="Loading failed" error={error} />
  if (!runs) return <p className="text-muted">Loading…</p>
  if (first === undefined || second === undefined)
    return <p>A comparison needs two runs. Start a second one on the Runs tab.</p>
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-1 gap-3 lg:grid-cols-2">
        <RunChoice label="Run A" runs={runs} value={first} onChoose={(next) => onChoose({ a: next, b: second })} />
        <RunChoice label="Run B" runs={runs} value={second} onChoose={(next) => onChoose({ a: first, b: next })} />
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
  if (error) return <Problem title="Loading failed" error={error} />
  if (!data) return <p className="text-muted">Loading…</p>
  return (
    <>
      <Card title="Difference">
        <Figures
          of={{
            'Net B − net A, USDT': <ProfitLoss value={data.difference} />,
            'Different settings and inputs': data.changed.length === 0 ? 'nothing' : data.changed.join(', '),
            'Trades without a signal': `A ${data.unmatched.a}, B ${data.unmatched.b}`,
          }}
        />
      </Card>
      <Card title="Classes of difference">
        <Table
          label="Classes of difference"
          columns={classColumns(data.byClass)}
          rows={data.byClass}
          rowKey={(row) => row.class}
          empty="Neither run has traded a signal."
        />
      </Card>
      <Card title="Signals that differ most">
        <Table
          label="Signals that differ most"
          look="long"
          columns={SIGNAL_COLUMNS}
          rows={data.signals}
          rowKey={signalKey}
          empty="No signals were traded."
        />
      </Card>
      <Card title="On the host">
        <Command label="comparison">{`plimsoll compare ${a} ${b} --trades`}</Command>
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
  NO_SIGNAL: 'one run had no such signal',
  NOT_CONSIDERED: 'another signal took precedence, or trading was paused',
  REFUSED: 'gates rejected the entry',
  GIVEN_UP: 'the price had moved away',
  OPEN: 'one position was still open at the end',
  OTHER_EXIT: 'different exit reason',
  OTHER_PRICE: 'different price',
  OTHER_SIZE: 'different size',
  SAME: 'identical',
}

const classColumns = (rows: readonly ClassRow[]): readonly [Column<ClassRow>, ...Column<ClassRow>[]] => {
  const largest = Math.max(...rows.map(({ difference }) => Math.abs(Number(difference))))
  return [
    {
      name: 'Class',
      align: 'left',
      cell: (row) => <Stacked note={CAUSES[row.class] ?? ''}>{row.class.replaceAll('_', ' ')}</Stacked>,
    },
    { name: 'Signals', cell: ({ count }) => count },
    { name: 'Difference, USDT', cell: ({ difference }) => <ProfitLoss value={difference} /> },
    {
      name: 'Share',
      align: 'left',
      cell: ({ difference }) => <SignedBar value={Number(difference)} largest={largest} />,
    },
  ]
}

const SIGNAL_COLUMNS: readonly [Column<SignalRow>, ...Column<SignalRow>[]] = [
  {
    name: 'Bar closed',
    align: 'left',
    cell: ({ barClosedMs }) => <When at={new Date(barClosedMs).toISOString()} />,
  },
  { name: 'Symbol', align: 'left', cell: ({ symbol, strategyId }) => `${symbol} ${strategyId}` },
  {
    name: 'Direction',
    align: 'left',
    cell: ({ direction }) => <Direction of={direction === 'SHORT' ? 'SHORT' : 'LONG'} />,
  },
  {
    name: 'Class',
    align: 'left',
    cell: (row) => `${row.class.replaceAll('_', ' ')}${row.gates.length > 0 ? ` (${row.gates.join(', ')})` : ''}`,
  },
  { name: 'Net A, USDT', cell: ({ netA }) => <ProfitLoss value={netA} /> },
  { name: 'Net B, USDT', cell: ({ netB }) => <ProfitLoss value={netB} /> },
  { name: 'B − A, USDT', cell: ({ difference }) => <ProfitLoss value={difference} /> },
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
