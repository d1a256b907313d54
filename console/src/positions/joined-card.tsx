import type { ReactNode } from 'react'
import { Age } from '../figures/age.tsx'
import { asOfJoined, type Identity, mergeLive } from '../live/joined.ts'
import type { Pages } from '../rest/queries.ts'
import { Card } from '../ui/card.tsx'
import { PagedTable } from '../ui/paged-table.tsx'
import type { Listing } from '../ui/table.tsx'

interface Joining<Row> extends Pick<Listing<Row>, 'columns' | 'empty'> {
  readonly title: string
  readonly pages: Pages<Row>
  /** What the stream has told of the same list. */
  readonly liveRows: readonly Row[]
  readonly identity: Identity<Row>
  /** When a row came to be as it is. */
  readonly changedAt: (row: Row) => string
  /** What narrows it. */
  readonly children?: ReactNode
}

/** A list that is read page by page, with what was told since in it. It is as old as the newer of both. */
export const JoinedCard = <Row,>({ title, pages, liveRows, identity, changedAt, children, ...list }: Joining<Row>) => {
  const asOf = asOfJoined(pages.asOf, liveRows.map(changedAt))
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
