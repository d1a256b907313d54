import type { Pages } from '../rest/queries.ts'
import { LoadMore } from './load-more.tsx'
import { type Listing, Table } from './table.tsx'

/** Table of a paged list, with a button for older items once the first are loaded. An error of the first page replaces the table. */
export const PagedTable = <Row,>({ pages, ...list }: Paging<Row>) => {
  const more = (list.rows || pages.error) && <LoadMore of={pages} />
  if (list.look === 'fills' && list.rows)
    return <Table {...list} foot={<div className="sticky left-0 w-fit px-3 pb-2">{more}</div>} />
  return (
    <div>
      {(list.rows || !pages.error) && <Table {...list} />}
      {more}
    </div>
  )
}

interface Paging<Row> extends Omit<Listing<Row>, 'foot'> {
  readonly pages: Pages<unknown>
}
