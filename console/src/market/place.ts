import type { components } from '@plimsoll/client'

export type Interval = components['schemas']['Kline']['interval']

/** What one looks at: an instrument, in candles of this length. */
export interface Place {
  readonly symbol: string
  readonly interval: Interval
}

/** Every length of candle there is. One that is missing here or strange does not compile. */
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
  /** A length that was asked for and that no candle has. */
  readonly strange: string | undefined
}

/** What the address asks for; what it leaves open, or has wrong, is as usual. */
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
