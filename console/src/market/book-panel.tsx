import type { BookView, components } from '@plimsoll/client'
import { useMemo } from 'react'
import { MarketAge } from '../figures/market-age.tsx'
import { useFreshness } from '../live/use-freshness.ts'
import { useBook, useOrders } from '../live/use-live.ts'
import { Panel } from '../ui/panel.tsx'
import { useHeight } from '../ui/use-height.ts'
import { buildRungs, computeSpread } from './book.ts'
import { BookTable, levelsIn } from './book-table.tsx'

type Instrument = components['schemas']['Instrument']

const DEPTH = 20

const NOT_SYNCED: Readonly<Record<Exclude<BookView['state'], 'SYNCED'>, string>> = {
  RESYNCING: 'The order book is loading.',
  STALE: 'The order book is out of date. These are the last levels received.',
}

/** The best levels on both sides, as many as fit, what they add up to, and our own orders among them. */
export const BookPanel = ({ instrument }: { readonly instrument: Instrument }) => {
  const { symbol } = instrument
  const [place, height] = useHeight<HTMLDivElement>()
  const book = useBook(symbol, DEPTH)
  const isMarketStale = useFreshness([symbol]) === 'STALE'
  const orders = useOrders()
  const own = useMemo(() => orders?.filter((order) => order.symbol === symbol) ?? [], [orders, symbol])
  const levels = levelsIn(height, DEPTH)
  const rungs = useMemo(() => {
    const { bids, asks } = book
    return buildRungs({ bids: bids.slice(0, levels), asks: asks.slice(0, levels) }, own)
  }, [book, own, levels])
  const state = book.state === 'SYNCED' && isMarketStale ? 'STALE' : book.state
  return (
    <Panel title="Order book" age={<MarketAge symbol={symbol} />} isStale={state === 'STALE'}>
      <p role="status" className={state === 'SYNCED' ? 'sr-only' : 'px-2 py-1 text-xs text-warn'}>
        {state === 'SYNCED' ? 'The order book is in sync.' : `${state}: ${NOT_SYNCED[state]}`}
      </p>
      <div ref={place} className="min-h-0 grow overflow-hidden">
        {state !== 'RESYNCING' && (
          <BookTable
            rungs={rungs}
            spread={computeSpread(book.bids[0]?.[0], book.asks[0]?.[0])}
            instrument={instrument}
          />
        )}
      </div>
    </Panel>
  )
}
