import type { BookView, components } from '@plimsoll/client'
import { useMemo } from 'react'
import { Age } from '../figures/age.tsx'
import { withinMs } from '../live/freshness.ts'
import { useBook, useChannel, useOrders } from '../live/use-live.ts'
import { Card } from '../ui/card.tsx'
import { rungsOf, spreadOf } from './book.ts'
import { BookTable } from './book-table.tsx'

type Instrument = components['schemas']['Instrument']

const DEPTH = 20

const NOT_SYNCED: Readonly<Record<Exclude<BookView['state'], 'SYNCED'>, string>> = {
  RESYNCING: 'The book is being read anew. There are no levels until it is whole.',
  STALE: 'The book is no longer the present one. Its levels are the last that were heard.',
}

/** The best levels on both sides, what they add up to, and our own orders among them. */
export const BookCard = ({ instrument }: { readonly instrument: Instrument }) => {
  const { symbol } = instrument
  const book = useBook(symbol, DEPTH)
  const source = useChannel(`market.orderbook.${DEPTH}:${symbol}`)?.data.source
  const orders = useOrders()
  const own = useMemo(() => orders?.filter((order) => order.symbol === symbol) ?? [], [orders, symbol])
  const rungs = useMemo(() => rungsOf(book, own), [book, own])
  const isSynced = book.state === 'SYNCED'
  return (
    <Card title="Order book" age={source && <Age at={source.observedAt} allowed={withinMs(source.maxAgeMs)} />}>
      <p role="status" className={isSynced ? 'sr-only' : 'mb-2 text-warn'}>
        {book.state === 'SYNCED' ? 'The book is in step with the market.' : `${book.state}: ${NOT_SYNCED[book.state]}`}
      </p>
      {book.state !== 'RESYNCING' && (
        <div className={isSynced ? '' : 'aged opacity-60'}>
          <BookTable rungs={rungs} spread={spreadOf(book.bids[0]?.[0], book.asks[0]?.[0])} instrument={instrument} />
        </div>
      )}
    </Card>
  )
}
