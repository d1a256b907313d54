import { useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { formatToStep, formatUsdt, withPercent } from '../figures/numbers.ts'
import { ProfitLoss } from '../figures/profit-loss.tsx'
import { useChannel } from '../live/use-live.ts'
import { marketPath, type Place, rememberPlace } from '../market/place.ts'
import { t } from '../messages/messages.ts'
import { useRemembered } from '../preferences/remembered.ts'
import { useInstruments } from '../rest/use-instruments.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { Field } from '../ui/field.tsx'
import { orderSymbols, sparklinePath } from './watchlist.ts'

/** Watchlist: symbols with price, daily change and sparkline. Starred ones come first; a search narrows the list. */
export const Watchlist = ({ place }: { readonly place: Place }) => {
  const [search, setSearch] = useState('')
  const [starred, setStarred] = useRemembered('watchlist', isSymbols, NONE)
  const symbols = useInstruments().data?.map(({ symbol }) => symbol) ?? []
  const matches = orderSymbols(symbols, starred, search)
  const toggle = (symbol: string): void =>
    setStarred(starred.includes(symbol) ? starred.filter((other) => other !== symbol) : [...starred, symbol])
  return (
    <div className="grid gap-2">
      <Field label={t('Search')} required={false} value={search} onChange={({ target }) => setSearch(target.value)} />
      {matches.length === 0 && (
        <p className="text-sm text-muted">{t('No symbol contains “{search}”.', { search: search.trim() })}</p>
      )}
      <ul className="-mx-2 grid">
        {matches.map((symbol) => (
          <Row
            key={symbol}
            place={{ ...place, symbol }}
            isShown={symbol === place.symbol}
            isStarred={starred.includes(symbol)}
            onStar={() => toggle(symbol)}
          />
        ))}
      </ul>
    </div>
  )
}

const NONE: readonly string[] = []
const isSymbols = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((symbol) => typeof symbol === 'string')

interface Listed {
  readonly place: Place
  readonly isShown: boolean
  readonly isStarred: boolean
  readonly onStar: () => void
}

const Row = ({ place, isShown, isStarred, onStar }: Listed) => {
  const { symbol } = place
  const [, go] = useLocation()
  const ticker = useChannel(`market.ticker:${symbol}`)?.data
  return (
    <li className={`flex items-center rounded ${isShown ? 'bg-hover' : ''}`}>
      <button
        type="button"
        aria-pressed={isStarred}
        aria-label={t('Star {symbol}', { symbol })}
        className="tool-button"
        onClick={onStar}
      >
        <Star aria-hidden="true" className="size-4" fill={isStarred ? 'currentColor' : 'none'} />
      </button>
      <button
        type="button"
        aria-current={isShown}
        className="grid min-h-9 min-w-0 grow grid-cols-[minmax(0,1fr)_3.5rem_auto] items-center gap-2 rounded px-1 text-left text-sm hover:bg-hover"
        onClick={({ currentTarget }) => {
          rememberPlace(place)
          go(marketPath(place))
          currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
        }}
      >
        <span className="truncate font-semibold">{symbol}</span>
        <Sparkline symbol={symbol} isUp={!ticker?.changePct24h?.startsWith('-')} />
        <span className="grid text-right text-xs">
          <span className="font-medium">{formatToStep(ticker?.lastPrice, ticker?.tickSize ?? '1')}</span>
          <ProfitLoss value={ticker?.changePct24h} format={(text) => withPercent(formatUsdt(text))} />
        </span>
      </button>
    </li>
  )
}

/** Closing prices of the last 24 hours as a line. */
const Sparkline = ({ symbol, isUp }: { readonly symbol: string; readonly isUp: boolean }) => {
  const { client } = useSignedIn()
  const { data } = useQuery({
    queryKey: ['sparkline', symbol],
    queryFn: async ({ signal }) => {
      const params = { path: { symbol }, query: { interval: '1h' as const, limit: 24 } }
      return (await client.rest.GET('/api/v381/market/klines/{symbol}', { params, signal })).data.items
    },
  })
  const closes = data?.map(({ close }, hour) => [hour, Number(close)] as const) ?? []
  return (
    <svg aria-hidden="true" viewBox={`-1 -1 ${WIDTH + 2} ${HEIGHT + 2}`} className="h-6 w-14">
      <path
        d={sparklinePath(closes, WIDTH, HEIGHT)}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.25}
        className={isUp ? 'text-up' : 'text-down'}
      />
    </svg>
  )
}

const WIDTH = 56
const HEIGHT = 22
