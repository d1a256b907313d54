import type { BookView, components } from '@plimsoll/client'
import { ChartArea, SquareArrowOutUpRight } from 'lucide-react'
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { MarketAge } from '../figures/market-age.tsx'
import { useFreshness } from '../live/use-freshness.ts'
import { useBook, useOrders } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { useRemembered } from '../preferences/remembered.ts'
import { useFillTicket } from '../ticket/ticket-draft.tsx'
import { Choice } from '../ui/choice.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { Panel } from '../ui/panel.tsx'
import { buildBookLevels, computeSpread } from './book.ts'
import { bookSteps, joinLevels, joinOrders } from './book-steps.ts'
import { BookTable, levelsIn } from './book-table.tsx'
import { openWindow, type Place } from './place.ts'

interface Booked {
  readonly instrument: Instrument
  readonly place: Place
}

/**
 * Order book panel: as many of the best levels as fit, with cumulative quantities, the account's own orders, and an
 * optional depth chart.
 */
export const BookPanel = ({ instrument, place }: Booked) => {
  const { symbol } = instrument
  const [area, height] = useHeight<HTMLDivElement>()
  const [chosen, setStep] = useState(instrument.tickSize)
  const steps = bookSteps(instrument.tickSize)
  const step = steps.includes(chosen) ? chosen : instrument.tickSize
  const isJoined = step !== steps[0]
  const [isDeep, setDeep] = useRemembered('depth', isBoolean, false)
  const book = useBook(symbol, isJoined || isDeep ? 200 : LEVELS_MAX)
  const fill = useFillTicket()
  const onPrice = useMemo(() => fill && ((price: string) => fill({ type: 'LIMIT', price })), [fill])
  const isMarketStale = useFreshness([symbol]) === 'STALE'
  const orders = useOrders()
  const own = useMemo(() => orders?.filter((order) => order.symbol === symbol) ?? [], [orders, symbol])
  const levels = levelsIn(height, LEVELS_MAX)
  const rungs = useMemo(() => {
    const bids = isJoined ? joinLevels(book.bids, 'BUY', step) : book.bids
    const asks = isJoined ? joinLevels(book.asks, 'SELL', step) : book.asks
    const orders = isJoined ? joinOrders(own, step) : own
    return buildBookLevels({ bids: bids.slice(0, levels), asks: asks.slice(0, levels) }, orders)
  }, [book, own, levels, step, isJoined])
  const state = book.state === 'SYNCED' && isMarketStale ? 'STALE' : book.state
  return (
    <Panel
      title={t('Order book')}
      beside={
        <span className="flex items-center">
          <button
            type="button"
            aria-pressed={isDeep}
            aria-label={t('Depth')}
            title={t('Depth')}
            className="tool-button px-1"
            onClick={() => setDeep(!isDeep)}
          >
            <ChartArea aria-hidden="true" className="size-4" />
          </button>
          <Choice
            label={t('Price step')}
            isNamed={false}
            look="tool-button bg-transparent px-0 [field-sizing:content]"
            value={step}
            choices={Object.fromEntries(steps.map((one) => [one, one]))}
            onChoose={setStep}
          />
          {!place.view && (
            <button
              type="button"
              aria-label={t('Open the order book in a new window')}
              title={t('Open in a new window')}
              className="tool-button px-1 in-data-old:hidden max-[68rem]:hidden"
              onClick={() => openWindow({ ...place, view: 'book' })}
            >
              <SquareArrowOutUpRight aria-hidden="true" className="size-4" />
            </button>
          )}
        </span>
      }
      age={<MarketAge symbol={symbol} />}
      isStale={state === 'STALE'}
    >
      <p role="status" className={STATUS_STYLES[state]}>
        {state === 'SYNCED' ? t('The order book is in sync.') : `${state}: ${NOT_SYNCED[state]}`}
      </p>
      <div ref={area} className="min-h-0 grow overflow-hidden">
        {state !== 'RESYNCING' && (
          <BookTable
            rungs={rungs}
            spread={computeSpread(book.bids[0]?.[0], book.asks[0]?.[0])}
            instrument={instrument}
            onPrice={onPrice}
          />
        )}
      </div>
      {isDeep && state !== 'RESYNCING' && <DepthChart book={book} instrument={instrument} />}
    </Panel>
  )
}

type Instrument = components['schemas']['Instrument']

const DepthChart = lazyComponent(async () => (await import('./depth-chart.tsx')).DepthChart, { fallback: null })

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'

const LEVELS_MAX = 20

/** While the book loads, the text is where the book will be. */
const STATUS_STYLES: Readonly<Record<BookView['state'], string>> = {
  SYNCED: 'sr-only',
  RESYNCING: 'absolute inset-x-0 top-9 px-2 py-1 text-xs text-warn',
  STALE: 'px-2 py-1 text-xs text-warn',
}

const NOT_SYNCED: Readonly<Record<Exclude<BookView['state'], 'SYNCED'>, string>> = {
  RESYNCING: t('The order book is loading.'),
  STALE: t('The order book is out of date. These are the last levels received.'),
}

/** Returns a ref and the height of its element in pixels; 0 until measured. */
const useHeight = <E extends HTMLElement>(): readonly [RefObject<E | null>, number] => {
  const place = useRef<E>(null)
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const measure = (): void => setHeight(element.clientHeight)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [])
  return [place, height]
}
