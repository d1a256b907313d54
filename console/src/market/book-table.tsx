/** Table of the order book, and the number of levels that fit into a height. */

import type { components } from '@plimsoll/client'
import { memo, type ReactNode } from 'react'
import { formatExact, formatToStep } from '../figures/numbers.ts'
import { t } from '../messages/messages.ts'
import { rich } from '../messages/rich.tsx'
import { OwnGlyph } from '../ui/glyphs.tsx'
import type { BookLevel, Spread } from './book.ts'
import { DepthBars } from './depth-bars.tsx'
import { LastPrice } from './last-price.tsx'

/** Price ladder of the order book: asks above, bids below, last price and spread between. */
export const BookTable = ({ rungs: { bids, asks }, spread, instrument, onPrice }: Laddered) => {
  const { tickSize, lotSize, symbol } = instrument
  const steps = { tickSize, lotSize, onPrice }
  return (
    <table className="isolate w-full table-fixed text-right text-xs">
      <caption className="sr-only">{t('Order book of {symbol}: asks, spread, bids', { symbol })}</caption>
      <thead className="text-2xs text-muted">
        <tr className="h-6">
          <th scope="col" className="w-[38%] pl-2 text-left font-normal">
            {t('Price')}
          </th>
          <th scope="col" className="font-normal">
            {t('Size, {base}', { base: symbol.replace(/USDT$/, '') })}
          </th>
          <th scope="col" className="pr-2 font-normal">
            {t('Total')}
          </th>
        </tr>
      </thead>
      <BookSide side="ask" rungs={asks.toReversed()} {...steps} />
      <tbody>
        <tr className="h-7 border-y border-line">
          <th scope="row" className="pl-2 text-left text-sm whitespace-nowrap">
            <LastPrice symbol={symbol} />
          </th>
          <td colSpan={2} className="pr-2 text-2xs whitespace-nowrap text-muted">
            {rich('Spread {abs}, {bps} bps', {
              abs: <span className="text-ink">{formatToStep(spread?.abs, tickSize)}</span>,
              bps: formatToStep(spread?.bps, '0.01'),
            })}
          </td>
        </tr>
      </tbody>
      <BookSide side="bid" rungs={bids} {...steps} />
    </table>
  )
}

interface Laddered {
  readonly rungs: { readonly bids: readonly BookLevel[]; readonly asks: readonly BookLevel[] }
  readonly spread: Spread | undefined
  readonly instrument: components['schemas']['Instrument']
  /** Called with the price of a clicked level; undefined without an order ticket. */
  readonly onPrice: ((price: string) => void) | undefined
}

/** Height in pixels of one level, and of the header and the row between the sides together. */
const ROW_PX = 20
const FIXED_PX = 54

/** Returns the number of levels per side that fit into this height. */
export const levelsIn = (heightPx: number, most: number): number =>
  Math.max(3, Math.min(most, Math.floor((heightPx - FIXED_PX) / 2 / ROW_PX)))

interface Sided {
  readonly side: 'bid' | 'ask'
  readonly tickSize: string
  readonly lotSize: string
  readonly onPrice: Laddered['onPrice']
}

const COLOURS = { bid: 'text-up', ask: 'text-down' } as const

/**
 * One side of the book, from top to bottom. Rows are keyed by rank, so that a level that moves re-renders only its
 * cells. Clicking fills in the ticket; keyboard users enter the price there.
 */
const BookSide = ({ rungs, ...sided }: Sided & { readonly rungs: readonly BookLevel[] }) => (
  <tbody>
    {rungs.map(({ rank, price, qty, sum, own }, index) => (
      <BookRow key={rank} price={price} qty={qty} sum={sum} own={own} {...sided}>
        {index === 0 && <DepthBars shares={rungs.map(({ share }) => share)} colour={COLOURS[sided.side]} />}
      </BookRow>
    ))}
  </tbody>
)

type Row = Sided & Pick<BookLevel, 'price' | 'qty' | 'sum' | 'own'> & { readonly children: ReactNode }

const BookRow = memo(({ side, price, qty, sum, own, tickSize, lotSize, onPrice, children }: Row) => (
  <tr className={`relative h-5 ${onPrice ? 'cursor-pointer hover:bg-hover' : ''}`} onClick={() => onPrice?.(price)}>
    <th scope="row" className={`pl-2 text-left font-normal whitespace-nowrap ${COLOURS[side]}`}>
      {children}
      <span className="sr-only">{side} </span>
      {formatToStep(price, tickSize)}
      {own !== undefined && (
        <strong className="ml-1 text-accent">
          <OwnGlyph /> <span className="sr-only">{t('your order:')} </span>
          {formatExact(own)}
        </strong>
      )}
    </th>
    <td>{formatToStep(qty, lotSize)}</td>
    <td className="pr-2 text-muted">{formatToStep(sum, lotSize)}</td>
  </tr>
))
