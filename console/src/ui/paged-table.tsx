import type { Pages } from '../rest/queries.ts'
import { LoadMore } from './load-more.tsx'
import { type Listing, Table } from './table.tsx'

/** Table of a paged list, with a button for older items once the first are loaded. An error of the first page replaces the table. */
export const PagedTable = <Row,>({ pages, ...list }: Listing<Row> & { readonly pages: Pages<unknown> }) => (
  <div>
    {(list.rows || !pages.error) && <Table {...list} />}
    {(list.rows || pages.error) && <LoadMore of={pages} />}
  </div>
)
