/** Instrument and candle interval of the market screen: from the URL, and last chosen in the browser. */

import type { components } from '@plimsoll/client'
import { keepValue, recallValue } from '../preferences/remembered.ts'

/** Displayed instrument and candle interval. */
export interface Place {
  readonly symbol: string
  readonly interval: Interval
}

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

export const marketPath = ({ symbol, interval }: Place): string =>
  `/market?${new URLSearchParams({ symbol, interval }).toString()}`

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

export const rememberPlace = (place: Place): void => keepValue(NAME, place)
