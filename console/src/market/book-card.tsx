import type { BookView, components } from '@plimsoll/client'
import { useMemo } from 'react'
import { MarketAge } from '../figures/market-age.tsx'
import { useFreshness } from '../live/use-freshness.ts'
import { useBook, useOrders } from '../live/use-live.ts'
import { Card } from '../ui/card.tsx'
import { buildRungs, computeSpread } from './book.ts'
import { BookTable } from './book-table.tsx'

type Instrument = components['schemas']['Instrument']

const DEPTH = 20

const NOT_SYNCED: Readonly<Record<Exclude<BookView['state'], 'SYNCED'>, string>> = {
  RESYNCING: 'The order book is loading.',
  STALE: 'The order book is out of date. These are the last levels received.',
}

/** The best levels on both sides, what they add up to, and our own orders among them. */
export const BookCard = ({ instrument }: { readonly instrument: Instrument }) => {
  const { symbol } = instrument
  const book = useBook(symbol, DEPTH)
  const isMarketStale = useFreshness([symbol]) === 'STALE'
  const orders = useOrders()
  const own = useMemo(() => orders?.filter((order) => order.symbol === symbol) ?? [], [orders, symbol])
  const rungs = useMemo(() => buildRungs(book, own), [book, own])
  const state = book.state === 'SYNCED' && isMarketStale ? 'STALE' : book.state
  return (
    <Card title="Order book" age={<MarketAge symbol={symbol} />} isStale={state === 'STALE'}>
      <div className="min-h-[53.5rem]">
        <p role="status" className={state === 'SYNCED' ? 'sr-only' : 'mb-2 text-warn'}>
          {state === 'SYNCED' ? 'The order book is in sync.' : `${state}: ${NOT_SYNCED[state]}`}
        </p>
        {state !== 'RESYNCING' && (
          <BookTable
            rungs={rungs}
            spread={computeSpread(book.bids[0]?.[0], book.asks[0]?.[0])}
            instrument={instrument}
          />
        )}
      </div>
    </Card>
  )
}
