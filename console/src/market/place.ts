import type { components } from '@plimsoll/client'

export type Interval = components['schemas']['Kline']['interval']

/** Displayed instrument and candle interval. */
export interface Place {
  readonly symbol: string
  readonly interval: Interval
}

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
  /** Undefined until one is known. */
  readonly symbol: string | undefined
  readonly interval: Interval
  /** Requested interval that does not exist. */
  readonly strange: string | undefined
}

/** Returns the instrument and interval in the URL; missing or invalid values get their defaults. */
export const readPlace = (params: URLSearchParams, usual: string | undefined): RequestedPlace => {
  const wanted = params.get('interval')
  const known = INTERVALS.find((interval) => interval === wanted)
  return {
    symbol: params.get('symbol') ?? usual,
    interval: known ?? USUAL,
    strange: known ? undefined : (wanted ?? undefined),
  }
}

export const marketPath = ({ symbol, interval }: Place): string =>
  `/market?${new URLSearchParams({ symbol, interval }).toString()}`
