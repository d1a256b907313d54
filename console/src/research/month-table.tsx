import type { components } from '@plimsoll/client'
import { formatSigned } from '../figures/numbers.ts'
import { t } from '../messages/messages.ts'
import { type Column, Table } from '../ui/table.tsx'

/** Table of monthly returns, one row per year, with a background colour by size and sign. */
export const MonthTable = ({ years }: { readonly years: readonly Year[] }) => (
  <Table
    label={t('Returns by month')}
    columns={COLUMNS}
    rows={years}
    rowKey={({ year }) => year}
    empty={t('No full month.')}
  />
)

type Year = components['schemas']['ResearchEquity']['months'][number]

const MONTHS = [
  t('Jan'),
  t('Feb'),
  t('Mar'),
  t('Apr'),
  t('May'),
  t('Jun'),
  t('Jul'),
  t('Aug'),
  t('Sep'),
  t('Oct'),
  t('Nov'),
  t('Dec'),
]

const Return = ({ value }: { readonly value: number | null | undefined }) =>
  value == null ? null : (
    <span className="block rounded-sm px-1.5" style={{ background: toGround(value) }}>
      {formatSigned(value * 100)}
    </span>
  )

/** Return at which the background colour is strongest. */
const FULL = 0.1
const STRENGTH = 35

const toGround = (value: number): string => {
  const strength = Math.round(Math.min(1, Math.abs(value) / FULL) * STRENGTH)
  return `color-mix(in srgb, var(--color-${value < 0 ? 'down' : 'up'}) ${strength}%, transparent)`
}

const COLUMNS: readonly [Column<Year>, ...Column<Year>[]] = [
  { name: t('Return, %'), align: 'left', cell: ({ year }) => year },
  ...MONTHS.map((name, index): Column<Year> => ({ name, cell: ({ months }) => <Return value={months[index]} /> })),
  { name: t('Year'), cell: ({ total }) => <Return value={total} /> },
]
