import type { ReactNode } from 'react'
import { Age } from '../figures/age.tsx'
import { asOfMerged, type Identity, mergeLive } from '../live/merge-live.ts'
import type { Pages } from '../rest/queries.ts'
import { Card } from '../ui/card.tsx'
import { PagedTable } from '../ui/paged-table.tsx'
import type { Listing } from '../ui/table.tsx'

/** Card with a paged list, merged with streamed rows. Its age is the age of the newer source. */
export const JoinedCard = <Row,>({ title, pages, liveRows, identity, changedAt, children, ...list }: Joining<Row>) => {
  const asOf = asOfMerged(pages.asOf, liveRows.map(changedAt))
  return (
    <Card title={title} age={asOf !== undefined && <Age at={asOf} />}>
      {children && <div className="mb-3 flex flex-wrap items-end gap-3">{children}</div>}
      <PagedTable
        label={title}
        pages={pages}
        rows={mergeLive(pages, liveRows, identity)}
        rowKey={identity.getId}
        {...list}
      />
    </Card>
  )
}

interface Joining<Row> extends Pick<Listing<Row>, 'columns' | 'empty'> {
  readonly title: string
  readonly pages: Pages<Row>
  /** Streamed rows of the same list. */
  readonly liveRows: readonly Row[]
  readonly identity: Identity<Row>
  /** Returns the time of the row's last change. */
  readonly changedAt: (row: Row) => string
  /** Filters of the list. */
  readonly children?: ReactNode
}
