import type { components } from '@plimsoll/client'
import { Age } from '../figures/age.tsx'
import { REPORT } from '../live/freshness.ts'
import { t } from '../messages/messages.ts'
import { Card } from '../ui/card.tsx'
import { type Column, Table } from '../ui/table.tsx'
import type { Stated } from './state-card.tsx'

/** Card with the possible next states of autotrading, and the interface that triggers each transition. */
export const TransitionsCard = ({ status }: Stated) => (
  <Card title={t('Available transitions')} age={status && <Age at={status.asOf} allowed={REPORT} />} wide>
    <Table
      label={t('Transitions')}
      columns={COLUMNS}
      rows={status?.transitions}
      rowKey={({ to, by, via }) => `${to} ${by} ${via}`}
      empty={t('No transitions available.')}
    />
  </Card>
)

type Transition = components['schemas']['AutotradingStatus']['transitions'][number]

const INTERFACES: Readonly<Record<Transition['by'], string>> = {
  API: t('console or API'),
  HOST: t('host only'),
  AUTO: t('automatically'),
}

const COLUMNS: readonly [Column<Transition>, ...Column<Transition>[]] = [
  { name: t('New state'), align: 'left', cell: ({ to }) => to },
  { name: t('Via'), align: 'left', cell: ({ by }) => INTERFACES[by] },
  { name: t('Action'), align: 'left', isWide: true, cell: ({ by, via }) => (by === 'AUTO' ? via : <code>{via}</code>) },
]
