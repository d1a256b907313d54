import { type ReactNode, useState } from 'react'

export interface Column<Row> {
  /** Column name with its unit. */
  readonly name: string
  /** Alignment: text on the left, figures on the right. */
  readonly align?: 'left'
  readonly cell: (row: Row) => ReactNode
}

export interface Listing<Row> {
  /** Accessible name of the list. */
  readonly label: string
  /** The first names the row. */
  readonly columns: readonly [Column<Row>, ...Column<Row>[]]
  /** Undefined while they are not known. */
  readonly rows: readonly Row[] | undefined
  readonly rowKey: (row: Row) => string | number
  /** Content of an empty table. */
  readonly empty: ReactNode
  /** Details of an expanded row, where rows expand. */
  readonly detail?: ((row: Row) => ReactNode) | undefined
  /** Content below each row, visible however far the row is scrolled. */
  readonly below?: ((row: Row) => ReactNode) | undefined
  /** Shows some ten rows at a time, under the names of the columns. */
  readonly isLong?: boolean
}

/**
 * Table of a list. It scrolls on its own in narrow layouts, and reserves the space of its first rows from the start.
 */
export const Table = <Row,>({ label, columns, rows, rowKey, empty, isLong = false, ...line }: Listing<Row>) => {
  if (!rows?.length) {
    const room = isLong && !rows ? 'min-h-96' : 'min-h-20'
    return <p className={`text-muted ${room}`}>{rows ? empty : 'Loading …'}</p>
  }
  const height = isLong ? 'max-h-96' : ''
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className={`@container relative scrolls-aside ${height}`}>
      <table className="w-full whitespace-nowrap">
        <thead className={`text-sm text-muted ${isLong ? 'sticky top-0 bg-raised' : ''}`}>
          <tr>
            {columns.map(({ name, align }) => (
              <th key={name} scope="col" className={`${cellClass(align)} font-normal`}>
                {name}
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
    </section>
  )
}

type Lining<Row> = Pick<Listing<Row>, 'columns' | 'detail' | 'below'> & { readonly row: Row }

const Line = <Row,>({ row, columns, detail, below }: Lining<Row>) => {
  const [isOpen, setOpen] = useState(false)
  const [first, ...others] = columns
  return (
    <>
      <tr className="border-t border-line">
        <th scope="row" className={`${cellClass(first.align)} font-semibold`}>
          {detail ? (
            <button
              type="button"
              aria-expanded={isOpen}
              className="flex min-h-6 items-center gap-2 text-left"
              onClick={() => setOpen(!isOpen)}
            >
              <span aria-hidden="true" className="text-accent">
                {isOpen ? '▾' : '▸'}
              </span>
              {first.cell(row)}
            </button>
          ) : (
            first.cell(row)
          )}
        </th>
        {others.map(({ name, align, cell }) => (
          <td key={name} className={cellClass(align)}>
            {cell(row)}
          </td>
        ))}
      </tr>
      {below && <Under columns={columns.length}>{below(row)}</Under>}
      {detail && isOpen && <Under columns={columns.length}>{detail(row)}</Under>}
    </>
  )
}

const Under = ({ columns, children }: { readonly columns: number; readonly children: ReactNode }) => (
  <tr>
    <td colSpan={columns}>
      <div className="sticky left-0 w-[100cqi] pr-8 pb-3 pl-1 sm:pr-1 whitespace-normal">{children}</div>
    </td>
  </tr>
)

const cellClass = (align: 'left' | undefined): string =>
  `px-3 py-1.5 first:pl-0 last:pr-0 ${align === 'left' ? 'text-left' : 'text-right'}`
