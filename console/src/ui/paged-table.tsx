import type { Pages } from '../rest/queries.ts'
import { More } from './more.tsx'
import { type Listing, Table } from './table.tsx'

/** A list that is read page by page, with the way on under it. Where nothing could be read, why stands in its place. */
export const PagedTable = <Row,>({ pages, ...list }: Listing<Row> & { readonly pages: Pages<unknown> }) => (
  <div>
    {(list.rows || !pages.error) && <Table {...list} />}
    <More of={pages} />
  </div>
)
