import type { components } from '@plimsoll/client'
import { formatSigned } from '../figures/numbers.ts'
import { type Column, Table } from '../ui/table.tsx'

/** Table of monthly returns, one row per year, with a background colour by size and sign. */
export const MonthTable = ({ years }: { readonly years: readonly Year[] }) => (
  <Table label="Returns by month" columns={COLUMNS} rows={years} rowKey={({ year }) => year} empty="No full month." />
)

type Year = components['schemas']['ResearchEquity']['months'][number]

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

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
  { name: 'Return, %', align: 'left', cell: ({ year }) => year },
  ...MONTHS.map((name, index): Column<Year> => ({ name, cell: ({ months }) => <Return value={months[index]} /> })),
  { name: 'Year', cell: ({ total }) => <Return value={total} /> },
]
