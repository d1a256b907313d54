import type { components } from '@plimsoll/client'
import { Age } from '../figures/age.tsx'
import { formatReading } from '../figures/numbers.ts'
import { When } from '../figures/when.tsx'
import { Card } from '../ui/card.tsx'
import { type Column, Table } from '../ui/table.tsx'
import type { Stated } from './state-card.tsx'

/** Card with the circuit breakers: the observed value and the limit of each, and how it resets. */
export const BreakersCard = ({ status }: Stated) => (
  <Card title="Breakers" age={status && <Age at={status.asOf} />} wide>
    <Table label="Breakers" columns={COLUMNS} rows={status?.breakers} rowKey={({ id }) => id} empty="No breakers." />
  </Card>
)

type Breaker = components['schemas']['AutotradingStatus']['breakers'][number]

/** Labels of the measures; others are displayed by their ID. */
const MEASURES: Readonly<Record<string, string>> = {
  MARKET_DATA: 'Order book age, ms',
  PRIVATE_STREAM: 'Account stream age, ms',
  CLOCK: 'Clock error, ms',
  RECONCILIATION: 'Last reconciliation age, ms',
  STORE: 'Commit latency p99, ms',
  EXCHANGE_ERRORS: 'Exchange error rate, %',
  DAY_LOSS: 'Daily loss, %',
  DRAWDOWN: 'Drawdown, %',
  LOSS_STREAK: 'Consecutive losses',
}

const COLUMNS: readonly [Column<Breaker>, ...Column<Breaker>[]] = [
  {
    name: 'Breaker',
    align: 'left',
    cell: ({ id }) => <span className="block min-w-32 max-sm:whitespace-normal">{MEASURES[id] ?? id}</span>,
  },
  { name: 'State', align: 'left', cell: (breaker) => <State of={breaker} /> },
  { name: 'Observed', cell: ({ observed }) => formatReading(observed) },
  { name: 'Limit', cell: ({ limit }) => formatReading(limit) },
  {
    name: 'Resets',
    align: 'left',
    cell: ({ reset }) => (reset === 'AUTO_HYSTERESIS' ? 'automatically' : <code>plimsoll resume</code>),
  },
]

const State = ({ of: { state, since } }: { readonly of: Breaker }) => {
  if (state === 'ARMED') return <span className="text-good">✓ armed</span>
  return (
    <strong className="text-bad">
      ✕ {state} <When at={since} />
    </strong>
  )
}
