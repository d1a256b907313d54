import type { Interval } from '../../../server/domain/market/interval.ts'

const NAMES = {
  '1': '1m',
  '3': '3m',
  '5': '5m',
  '15': '15m',
  '30': '30m',
  '60': '1h',
  '120': '2h',
  '240': '4h',
  '360': '6h',
  '720': '12h',
  D: '1d',
  W: '1w',
} as const satisfies Record<string, Interval>

/** Interval code of the exchange: minutes, or a letter. */
export type IntervalName = keyof typeof NAMES

export const INTERVAL_NAMES = Object.keys(NAMES) as readonly IntervalName[]

export const intervalNamed = (name: IntervalName): Interval => NAMES[name]

/** Returns the interval code of the exchange. */
export const nameOfInterval = (interval: Interval): IntervalName =>
  INTERVAL_NAMES.find((name) => NAMES[name] === interval) ?? '1'
