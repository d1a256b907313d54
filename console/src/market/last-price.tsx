import { useState } from 'react'
import { getSign, subtractDecimals } from '../figures/decimal.ts'
import { formatToStep } from '../figures/numbers.ts'
import { useChannel } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { DownGlyph, UpGlyph } from '../ui/glyphs.tsx'

/** Last price of an instrument, with the direction of its last change. */
export const LastPrice = ({ symbol }: { readonly symbol: string }) => {
  const ticker = useChannel(`market.ticker:${symbol}`)?.data
  const direction = useDirection(ticker?.lastPrice ?? undefined)
  return (
    <span className={COLOURS[direction]}>
      <span className="sr-only">{t('Last, USDT')} </span>
      {formatToStep(ticker?.lastPrice, ticker?.tickSize ?? '1')} {GLYPHS[direction]}
    </span>
  )
}

type Direction = ReturnType<typeof getSign>

const COLOURS: Readonly<Record<Direction, string>> = { 1: 'text-up', 0: '', [-1]: 'text-down' }
const GLYPHS = { 1: <UpGlyph />, 0: null, [-1]: <DownGlyph /> } as const

/** Returns the direction in which a price last changed. */
const useDirection = (price: string | undefined): Direction => {
  const [seen, setSeen] = useState<{ readonly price: string | undefined; readonly direction: Direction }>({
    price,
    direction: 0,
  })
  if (price === undefined || price === seen.price) return seen.direction
  const direction = seen.price === undefined ? 0 : getSign(subtractDecimals(price, seen.price))
  setSeen({ price, direction })
  return direction
}
