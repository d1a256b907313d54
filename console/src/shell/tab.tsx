import { useEffect } from 'react'
import { isHalted } from '../figures/engine-state-colour.ts'
import { useFreshness } from '../live/use-freshness.ts'
import { useChannel, useOpenPositions } from '../live/use-live.ts'
import { useTraded } from '../live/use-traded.ts'
import { formatTabTitle } from './tab-title.ts'
import { useDayResult } from './use-day-result.ts'

/** Sets the title of the browser tab, and a dot on its icon when the engine is halted or data is stale. */
export const Tab = () => {
  const state = useChannel('autotrading.status')?.data.state
  const isStale = useFreshness(useTraded().symbols) === 'STALE'
  const openPositions = useOpenPositions()?.length
  const dayNet = useDayResult()?.net
  const title = formatTabTitle({ state, isStale, dayNet, openPositions })
  const dot = isHalted(state) ? DOTS.halted : isStale ? DOTS.stale : undefined
  useEffect(() => {
    document.title = title
  }, [title])
  useEffect(() => showSign(dot === undefined ? SIGN : signWith(dot)), [dot])
  useEffect(() => leave, [])
  return null
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
