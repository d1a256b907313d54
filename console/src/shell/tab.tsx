import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { isHalted } from '../figures/engine-state-colour.ts'
import { useFreshness } from '../live/use-freshness.ts'
import { useChannel, useOpenPositions } from '../live/use-live.ts'
import { useTraded } from '../live/use-traded.ts'
import { recallPlace } from '../market/place.ts'
import { formatTabTitle } from './tab-title.ts'
import { useDayResult } from './use-day-result.ts'

/** Sets the title of the browser tab, and a dot on its icon when the engine is halted or data is stale. */
export const Tab = () => {
  const state = useChannel('autotrading.status')?.data.state
  const { symbols } = useTraded()
  const isStale = useFreshness(symbols) === 'STALE'
  const ticker = useMarketTicker(symbols)
  const openPositions = useOpenPositions()?.length
  const dayNet = useDayResult()?.net
  const title = formatTabTitle({ state, isStale, ticker, dayNet, openPositions })
  const dot = isHalted(state) ? DOTS.halted : isStale ? DOTS.stale : undefined
  useEffect(() => {
    document.title = title
  }, [title])
  useEffect(() => showSign(dot === undefined ? SIGN : signWith(dot)), [dot])
  useEffect(() => leave, [])
  return null
}

/** Returns the ticker of the symbol on the market screen; undefined on other screens. */
const useMarketTicker = (symbols: readonly string[]) => {
  const [location] = useLocation()
  const [params] = useSearchParams()
  const remembered = recallPlace()?.symbol
  const usual = symbols.find((symbol) => symbol === remembered) ?? symbols[0]
  const symbol = params.get('symbol') ?? usual
  const isOpen = location === '/market' && symbol !== undefined && symbols.includes(symbol)
  return useChannel(isOpen ? `market.ticker:${symbol}` : undefined)?.data
}

const DOTS = { halted: '#d92018', stale: '#f0b429' } as const

const SIGN = '/favicon.svg'

const showSign = (address: string): void => document.querySelector('link[rel=icon]')?.setAttribute('href', address)

const leave = (): void => {
  document.title = 'Plimsoll'
  showSign(SIGN)
}

const signWith = (dot: string): string =>
  `data:image/svg+xml,${encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="8" fill="#00558f"/>' +
      '<circle cx="20" cy="20" r="11" fill="none" stroke="#fff" stroke-width="3"/><path d="M4 20h32" stroke="#fff" stroke-width="3"/>' +
      `<circle cx="29" cy="11" r="10" fill="${dot}" stroke="#fff" stroke-width="2"/></svg>`,
  )}`
