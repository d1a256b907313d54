import { memo, type ReactNode, useState } from 'react'
import { UNKNOWN } from '../figures/numbers.ts'
import { t } from '../messages/messages.ts'
import { FoldedGlyph, UnfoldedGlyph } from './glyphs.tsx'

/**
 * Table of a list with columns, optional details per row, and a message when empty. In narrow layouts each row is a
 * card, so that no column is cut off. It reserves space while loading.
 */
export const Table = <Row,>({
  label,
  columns,
  rows,
  rowKey,
  empty,
  look,
  keepsColumns,
  foot,
  ...line
}: Listing<Row>) => {
  if (!rows?.length) {
    const room = look === 'fills' ? 'p-3 text-sm' : look === 'long' && !rows ? 'min-h-96' : 'min-h-20'
    return (
      <>
        <p className={`text-muted ${room}`}>{rows ? empty : t('Loading…')}</p>
        {foot}
      </>
    )
  }
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
      data-look={look}
      className={`@container relative ${look ? FRAMES[look] : 'scrolls-aside'} ${keepsColumns ? '' : 'row-cards'}`}
    >
      <table className="w-full whitespace-nowrap">
        <thead className={`text-sm text-muted ${look ? 'sticky top-0 z-1 bg-raised' : ''}`}>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" className={`${cellClass(column)} font-normal`}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Line key={rowKey(row)} row={row} columns={columns} {...line} />
          ))}
        </tbody>
      </table>
      {foot}
    </section>
  )
}

export interface Column<Row> {
  /** Column name with its unit. */
  readonly name: string
  /** Alignment: text on the left, figures on the right. */
  readonly align?: 'left'
  /** True when the column remains visible while the others scroll. */
  readonly isPinned?: boolean
  /** True for text that takes the whole width of a card. */
  readonly isWide?: boolean
  /** True for a column that narrow layouts hide, because its figure is also elsewhere. */
  readonly isExtra?: boolean
  readonly cell: (row: Row) => ReactNode
}

export interface Listing<Row> {
  /** Accessible name of the list. */
  readonly label: string
  /** Columns; the first one is the header of each row. */
  readonly columns: readonly [Column<Row>, ...Column<Row>[]]
  /** Undefined while loading. */
  readonly rows: readonly Row[] | undefined
  readonly rowKey: (row: Row) => string | number
  /** Content of an empty table. */
  readonly empty: ReactNode
  /** Content of an expanded row; without it rows do not expand. */
  readonly detail?: ((row: Row) => ReactNode) | undefined
  /** Content below each row, visible however far the row is scrolled. */
  readonly below?: ((row: Row) => ReactNode) | undefined
  /** True for a table of few columns, whose rows are no cards in narrow layouts. */
  readonly keepsColumns?: boolean
  /** Content below the rows, which scrolls with them. */
  readonly foot?: ReactNode
  /**
   * `long` displays about ten rows at a time below a fixed header, `fills` as many as fit into the container; `dense` is a
   * list of low rows in a card.
   */
  readonly look?: 'long' | 'fills' | 'dense'
}

const FRAMES = {
  long: 'scrolls-aside max-h-96 max-sm:max-h-[70dvh]',
  dense: 'dense scrolls-aside [--cell-edge:0]!',
  fills: 'dense h-full min-h-0 grow overflow-auto -outline-offset-3',
} as const

type Lining<Row> = Pick<Listing<Row>, 'columns' | 'detail' | 'below'> & { readonly row: Row }

const LineContent = <Row,>({ row, columns, detail, below }: Lining<Row>) => {
  const [isOpen, setOpen] = useState(false)
  const [first, ...others] = columns
  return (
    <>
      <tr className="border-t border-line">
        <th scope="row" className={`${cellClass(first)} font-semibold`}>
          {detail ? (
            <button
              type="button"
              aria-expanded={isOpen}
              className="flex min-h-6 items-center gap-2 text-left"
              onClick={() => setOpen(!isOpen)}
            >
              <span className="text-accent">{isOpen ? <UnfoldedGlyph /> : <FoldedGlyph />}</span>
              <span>{first.cell(row)}</span>
            </button>
          ) : (
            first.cell(row)
          )}
        </th>
        {others.map((column) => (
          <Cell key={column.name} column={column}>
            {column.cell(row)}
          </Cell>
        ))}
      </tr>
      {below && <Under columns={columns.length}>{below(row)}</Under>}
      {detail && isOpen && <Under columns={columns.length}>{detail(row)}</Under>}
    </>
  )
}

interface CellProps<Row> {
  readonly column: Column<Row>
  readonly children: ReactNode
}

/** Cell; an unknown value is muted. */
const Cell = <Row,>({ column, children }: CellProps<Row>) => (
  <td data-name={column.name} className={`${cellClass(column)} ${children === UNKNOWN ? 'text-muted' : ''}`}>
    {children}
  </td>
)

/** Row that re-renders only when its item or the columns change. */
const Line = memo(LineContent) as typeof LineContent

const Under = ({ columns, children }: { readonly columns: number; readonly children: ReactNode }) => (
  <tr>
    <td colSpan={columns}>
      <div className="sticky left-0 w-[100cqi] pr-8 pb-3 pl-1 sm:pr-1 sm:pl-0 whitespace-normal">{children}</div>
    </td>
  </tr>
)

const cellClass = ({ align, isPinned, isWide, isExtra }: Omit<Column<never>, 'name' | 'cell'>): string =>
  `px-[var(--cell-x)] py-[var(--cell-y)] first:pl-[var(--cell-edge)] last:pr-[var(--cell-edge)] ${align === 'left' ? 'text-left' : 'text-right'} ${isPinned ? 'sticky right-0 bg-raised' : ''} ${isWide ? 'wide-in-card' : ''} ${isExtra ? '@max-xl:hidden' : ''}`
