import type { components } from '@plimsoll/client'
import { useState } from 'react'
import { Link } from 'wouter'
import { formatReading, formatShare, formatUsdt } from '../figures/numbers.ts'
import { ProfitLoss, SignedReading } from '../figures/profit-loss.tsx'
import { nameStrategy } from '../figures/strategy-names.ts'
import { t } from '../messages/messages.ts'
import { Card } from '../ui/card.tsx'
import { Choice } from '../ui/choice.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Bar } from './calendar-card.tsx'

/** Card with the results by strategy, symbol, direction, source or hour, largest loss first. */
export const GroupsCard = ({ performance }: { readonly performance: Performance | undefined }) => {
  const [grouping, setGrouping] = useState<Grouping>('byStrategy')
  const groups = performance?.[grouping]
  const largest = Math.max(0, ...(groups ?? []).map(({ net }) => Math.abs(Number(net))))
  return (
    <Card title={t('Results by group')} wide>
      <div className="grid grid-cols-1 gap-3">
        <div className="flex">
          <Choice label={t('Group by')} value={grouping} choices={GROUPINGS} onChoose={setGrouping} />
        </div>
        <Table
          label={t('Results by group')}
          columns={buildColumns(grouping, largest)}
          rows={groups && sortGroups(grouping, groups)}
          rowKey={({ key }) => key ?? ''}
          empty={t('No positions were closed in this period.')}
        />
      </div>
    </Card>
  )
}

type Performance = components['schemas']['Performance']
type Group = Performance['byStrategy'][number]

const GROUPINGS = {
  byStrategy: t('Strategy'),
  bySymbol: t('Symbol'),
  byDirection: t('Direction'),
  byOrigin: t('Source'),
  byHour: t('Hour of opening (UTC)'),
} as const

type Grouping = keyof typeof GROUPINGS

/** Sorts groups by result, hours by time. */
const sortGroups = (grouping: Grouping, groups: readonly Group[]): readonly Group[] =>
  grouping === 'byHour' ? groups : groups.toSorted((a, b) => Number(a.net) - Number(b.net))

const GroupName = ({ of: grouping, value: key }: { readonly of: Grouping; readonly value: string | null }) => {
  if (key === null) return t('No strategy')
  if (grouping === 'byStrategy') {
    return (
      <Link href={`/strategies?strategy=${key}`} className="text-accent underline">
        {nameStrategy(key)}
      </Link>
    )
  }
  return grouping === 'byHour' ? `${key}:00` : (ORIGINS[key] ?? key)
}

const ORIGINS: Readonly<Record<string, string>> = {
  API: t('Manual and API'),
  AUTOTRADING: t('Autotrading'),
  GUARDIAN: t('Protection'),
  EMERGENCY_STOP: t('Emergency stop'),
  HOST: t('Host'),
  EXTERNAL: t('External'),
}

const buildColumns = (grouping: Grouping, largest: number): readonly [Column<Group>, ...Column<Group>[]] => [
  {
    name: GROUPINGS[grouping],
    align: 'left',
    isPinned: true,
    cell: ({ key }) => <GroupName of={grouping} value={key} />,
  },
  {
    name: t('Net, USDT'),
    cell: ({ net }) => (
      <div className="ml-auto w-28">
        <ProfitLoss value={net} />
        <Bar share={largest > 0 ? Math.abs(Number(net)) / largest : 0} isLoss={Number(net) < 0} />
      </div>
    ),
  },
  { name: t('Closed'), cell: ({ trades }) => trades },
  { name: t('Win rate'), cell: ({ wins, trades }) => formatShare(wins / trades, 0) },
  { name: t('Profit factor'), cell: ({ profitFactor }) => formatReading(profitFactor) },
  { name: t('Average result'), cell: ({ meanR }) => <SignedReading value={meanR} unit="R" /> },
  { name: t('Before costs'), cell: ({ gross }) => <ProfitLoss value={gross} /> },
  { name: t('Fees'), cell: ({ fees }) => formatUsdt(fees) },
  { name: t('Funding'), cell: ({ funding }) => formatUsdt(funding) },
]
