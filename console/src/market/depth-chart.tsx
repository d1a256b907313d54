/** Chart of the cumulative depth of the order book. */

import type { BookView, components } from '@plimsoll/client'
import { useMemo } from 'react'
import { formatToStep } from '../figures/numbers.ts'
import { t } from '../messages/messages.ts'
import { buildDepth, depthPath } from './depth.ts'

interface Depicted {
  readonly book: Pick<BookView, 'bids' | 'asks'>
  readonly instrument: Pick<components['schemas']['Instrument'], 'symbol' | 'tickSize' | 'lotSize'>
}

/** Displays the cumulative quantity of bids and asks on both sides of the mid price. */
export const DepthChart = ({ book, instrument: { symbol, tickSize, lotSize } }: Depicted) => {
  const depth = useMemo(() => buildDepth(book), [book])
  if (!depth) return null
  const price = (value: number): string => formatToStep(value.toFixed(10), tickSize)
  const base = symbol.replace(/USDT$/, '')
  const formatSum = (side: 'bids' | 'asks'): string => formatToStep((depth[side].at(-1)?.sum ?? 0).toFixed(10), lotSize)
  const name = t('Depth: bids {sum} {base} down to {low}, asks {sum2} {base} up to {high}', {
    sum: formatSum('bids'),
    base,
    low: price(depth.low),
    sum2: formatSum('asks'),
    high: price(depth.high),
  })
  return (
    <figure className="relative h-32 shrink-0 border-t border-line">
      <svg
        role="img"
        aria-label={name}
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        className="absolute inset-0 size-full pt-5 pb-5"
      >
        {SIDES.map(({ side, edge, look }) => (
          <path
            key={side}
            d={depthPath(depth, depth[side], depth[edge])}
            className={look}
            fill="currentColor"
            fillOpacity={0.18}
            stroke="currentColor"
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      <figcaption
        aria-hidden="true"
        className="absolute inset-0 flex flex-col justify-between px-2 py-0.5 text-2xs text-muted"
      >
        <span className="flex justify-between">
          <span className="text-up">{formatSum('bids')}</span>
          <span>{t('Depth, {base}', { base })}</span>
          <span className="text-down">{formatSum('asks')}</span>
        </span>
        <span className="flex justify-between">
          <span>{price(depth.low)}</span>
          <span>{price((depth.low + depth.high) / 2)}</span>
          <span>{price(depth.high)}</span>
        </span>
      </figcaption>
    </figure>
  )
}

const SIDES = [
  { side: 'bids', edge: 'low', look: 'text-up' },
  { side: 'asks', edge: 'high', look: 'text-down' },
] as const
