import type { Pages } from '../rest/queries.ts'
import { More } from './more.tsx'
import { type Listing, Table } from './table.tsx'

/** Paged list with its footer. If the first page fails, the error is displayed instead. */
export const PagedTable = <Row,>({ pages, ...list }: Listing<Row> & { readonly pages: Pages<unknown> }) => (
  <div>
    {(list.rows || !pages.error) && <Table {...list} />}
    <More of={pages} />
  </div>
)
