/** Paged lists that the stream continues: as a card of their own, and as a table of the dock. */

import type { ReactNode } from 'react'
import { Age } from '../figures/age.tsx'
import { asOfMerged, type Identity, mergeLive } from '../live/merge-live.ts'
import type { Pages } from '../rest/queries.ts'
import { Card } from '../ui/card.tsx'
import { PagedTable } from '../ui/paged-table.tsx'
import type { Listing } from '../ui/table.tsx'

/** Card with a paged list, merged with streamed rows. Its age is the age of the newer source. */
export const JoinedCard = <Row,>({ children, ...list }: JoinedList<Row> & { readonly children?: ReactNode }) => {
  const asOf = asOfMerged(list.pages.asOf, list.liveRows.map(list.changedAt))
  return (
    <Card title={list.title} age={asOf !== undefined && <Age at={asOf} />}>
      {children && <div className="mb-3 flex flex-wrap items-end gap-3">{children}</div>}
      <JoinedTable {...list} />
    </Card>
  )
}

/** Table with a paged list, merged with streamed rows. */
export const JoinedTable = <Row,>({ title, pages, liveRows, identity, changedAt: _, ...list }: JoinedList<Row>) => (
  <PagedTable
    label={title}
    pages={pages}
    rows={mergeLive(pages, liveRows, identity)}
    rowKey={identity.getId}
    {...list}
  />
)

export interface JoinedList<Row> extends Pick<Listing<Row>, 'columns' | 'empty' | 'look'> {
  readonly title: string
  readonly pages: Pages<Row>
  /** Streamed rows of the same list. */
  readonly liveRows: readonly Row[]
  readonly identity: Identity<Row>
  /** Returns the time of the row's last change. */
  readonly changedAt: (row: Row) => string
}
