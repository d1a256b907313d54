import type { components } from '@plimsoll/client'
import { Age } from '../figures/age.tsx'
import { EventTime } from '../figures/event-time.tsx'
import { formatReading } from '../figures/numbers.ts'
import { REPORT } from '../live/freshness.ts'
import { t } from '../messages/messages.ts'
import { Card } from '../ui/card.tsx'
import { CheckGlyph, CrossGlyph } from '../ui/glyphs.tsx'
import { Stacked } from '../ui/stacked.tsx'
import { type Column, Table } from '../ui/table.tsx'
import type { Stated } from './state-card.tsx'

/** Card with the circuit breakers: the observed value and the limit of each, and how it resets. */
export const BreakersCard = ({ status }: Stated) => (
  <Card title={t('Breakers')} age={status && <Age at={status.asOf} allowed={REPORT} />} wide>
    <Table
      label={t('Breakers')}
      columns={COLUMNS}
      rows={status?.breakers}
      rowKey={({ id }) => id}
      empty={t('No breakers.')}
    />
  </Card>
)

type Breaker = components['schemas']['AutotradingStatus']['breakers'][number]

/** Labels of the measures; others are displayed by their ID. */
const MEASURES: Readonly<Record<string, string>> = {
  MARKET_DATA: t('Order book age, ms'),
  PRIVATE_STREAM: t('Account stream age, ms'),
  CLOCK: t('Clock error, ms'),
  RECONCILIATION: t('Last reconciliation age, ms'),
  STORE: t('Commit latency p99, ms'),
  EXCHANGE_ERRORS: t('Exchange error rate, %'),
  DAY_LOSS: t('Daily loss, %'),
  DRAWDOWN: t('Drawdown, %'),
  LOSS_STREAK: t('Consecutive losses'),
}

const COLUMNS: readonly [Column<Breaker>, ...Column<Breaker>[]] = [
  {
    name: t('Breaker'),
    align: 'left',
    cell: ({ id }) => <span className="block min-w-32 max-sm:whitespace-normal">{MEASURES[id] ?? id}</span>,
  },
  {
    name: t('State, reset'),
    align: 'left',
    cell: (breaker) => (
      <Stacked note={breaker.reset === 'AUTO_HYSTERESIS' ? t('automatic') : <code>plimsoll resume</code>}>
        <State of={breaker} />
      </Stacked>
    ),
  },
  { name: t('Observed'), cell: ({ observed }) => formatReading(observed) },
  { name: t('Limit'), cell: ({ limit }) => formatReading(limit) },
]

const State = ({ of: { state, since } }: { readonly of: Breaker }) => {
  if (state === 'ARMED')
    return (
      <span className="text-good">
        <CheckGlyph />
        {t('armed')}
      </span>
    )
  return (
    <strong className="text-bad">
      <CrossGlyph />
      {state} <EventTime at={since} />
    </strong>
  )
}
