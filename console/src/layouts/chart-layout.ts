/**
 * Chart layouts of the market screen: the number of charts, the symbol and interval of each, and layouts saved by
 * name.
 */

import { isPlace, type Place } from '../market/place.ts'

export const COUNTS = [1, 2, 4] as const
type ChartCount = (typeof COUNTS)[number]

export interface ChartLayout {
  readonly count: ChartCount
  /** Symbol and interval of each chart except the first, which follows the URL. */
  readonly others: readonly Place[]
}

export interface SavedLayout extends ChartLayout {
  readonly name: string
}

export const ONE_CHART: ChartLayout = { count: 1, others: [] }
const SAVED_MAX = 20
export const NAME_MAX = 40

/** Default intervals of the additional charts. */
const USUAL = ['15m', '1h', '4h'] as const

/**
 * Returns the symbol and interval of the additional charts: the stored ones, otherwise the first chart's symbol in
 * longer intervals.
 */
export const otherPlaces = ({ count, others }: ChartLayout, symbol: string): readonly Place[] =>
  USUAL.slice(0, count - 1).map((interval, index) => others[index] ?? { symbol, interval })

/** Returns the layout with another symbol and interval in one of the additional charts. */
export const withOther = (layout: ChartLayout, symbol: string, index: number, place: Place): ChartLayout => ({
  ...layout,
  others: otherPlaces(layout, symbol).map((before, at) => (at === index ? place : before)),
})

/** Returns the saved layouts with one added; it replaces a layout with the same name. */
export const withSaved = (saved: readonly SavedLayout[], layout: SavedLayout): readonly SavedLayout[] =>
  [...saved.filter(({ name }) => name !== layout.name), layout].slice(-SAVED_MAX)

export const isLayout = (value: unknown): value is ChartLayout =>
  typeof value === 'object' &&
  value !== null &&
  'count' in value &&
  COUNTS.some((count) => count === value.count) &&
  'others' in value &&
  Array.isArray(value.others) &&
  value.others.every(isPlace)

export const areSaved = (value: unknown): value is readonly SavedLayout[] =>
  Array.isArray(value) && value.every((one) => isLayout(one) && 'name' in one && typeof one.name === 'string')
