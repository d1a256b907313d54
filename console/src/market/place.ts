/** Instrument and candle interval of the market screen: from the URL, and last chosen in the browser. */

import type { components } from '@plimsoll/client'
import { keepValue, recallValue } from '../preferences/remembered.ts'

/** Displayed instrument and candle interval. */
export interface Place {
  readonly symbol: string
  readonly interval: Interval
  /** Panel that has the window to itself; undefined on the whole market screen. */
  readonly view?: PanelView | undefined
}

const VIEWS = ['chart', 'book'] as const
export type PanelView = (typeof VIEWS)[number]

/** Returns the panel that has the window to itself, from the URL. */
export const readView = (params: URLSearchParams): PanelView | undefined =>
  VIEWS.find((view) => view === params.get('view'))

export type Interval = components['schemas']['Kline']['interval']

/** All candle intervals; the type rejects missing and unknown ones. */
const ALL: Readonly<Record<Interval, true>> = {
  '1m': true,
  '3m': true,
  '5m': true,
  '15m': true,
  '30m': true,
  '1h': true,
  '2h': true,
  '4h': true,
  '6h': true,
  '12h': true,
  '1d': true,
  '1w': true,
}
export const INTERVALS = Object.keys(ALL) as Interval[]

const USUAL: Interval = '5m'

interface RequestedPlace {
  /** Undefined when neither the URL nor `usual` has one. */
  readonly symbol: string | undefined
  readonly interval: Interval
  /** Invalid interval in the URL. */
  readonly strange: string | undefined
}

/** Values used when the URL has none. */
interface Usual {
  readonly symbol: string | undefined
  readonly interval?: Interval | undefined
}

/**
 * Returns the instrument and interval in the URL; `usual` replaces missing values, and the default an invalid
 * interval.
 */
export const readPlace = (params: URLSearchParams, usual: Usual): RequestedPlace => {
  const wanted = params.get('interval')
  const known = INTERVALS.find((interval) => interval === wanted)
  return {
    symbol: params.get('symbol') ?? usual.symbol,
    interval: known ?? (wanted === null ? usual.interval : undefined) ?? USUAL,
    strange: known ? undefined : (wanted ?? undefined),
  }
}

export const marketPath = ({ symbol, interval, view }: Place): string =>
  `/market?${new URLSearchParams({ symbol, interval, ...(view && { view }) }).toString()}`

/** Opens a panel in a window of its own, or brings that window to the front. */
export const openWindow = (place: Place & { readonly view: PanelView }): void => {
  const size = place.view === 'chart' ? 'width=960,height=640' : 'width=420,height=720'
  window.open(marketPath(place), `plimsoll-${place.view}-${place.symbol}`, `popup,${size}`)?.focus()
}

const NAME = 'market'

export const isPlace = (value: unknown): value is Place =>
  typeof value === 'object' &&
  value !== null &&
  'symbol' in value &&
  typeof value.symbol === 'string' &&
  'interval' in value &&
  INTERVALS.some((interval) => interval === value.interval)

/** Returns the instrument and interval that the user chose last in this browser. */
export const recallPlace = (): Place | undefined => recallValue(NAME, isPlace)

/** Remembers what the user chose on the whole market screen. */
export const rememberPlace = ({ symbol, interval, view }: Place): void => {
  if (!view) keepValue(NAME, { symbol, interval })
}
