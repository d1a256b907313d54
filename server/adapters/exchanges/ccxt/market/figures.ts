/** Latest mark price, index price, funding and open interest of an instrument, parsed from the exchange's values. */

import { type Decimal, divideRounded, parseDecimal } from '../../../../core/decimal.ts'
import type { Grid } from '../../../../core/grid.ts'
import { type Ticks, ticks } from '../../../../domain/market/instrument.ts'
import type { MarkPrice } from '../../../../domain/market/market-event.ts'
import { exactText, toInteger, toTime } from '../fields.ts'
import type { Listing } from '../listing.ts'
import type { RawFigures } from './feed.ts'
import { formatValue } from './read-trade.ts'

/** Latest values of an instrument. They arrive in parts, from several streams and responses. */
export type Figures = { -readonly [Key in keyof Omit<MarkPrice, 'symbol' | 'mark'>]: MarkPrice[Key] } & {
  mark: Ticks | null
}

export const createFigures = (): Figures => ({
  mark: null,
  index: null,
  fundingRate: null,
  fundingIntervalMs: null,
  nextFundingAtMs: null,
  fundingRateCap: null,
  fundingRateFloor: null,
  openInterest: null,
  exchangeTimeMs: 0,
})

/** Applies the readable values and leaves the rest unchanged. Returns the unreadable ones. */
export const applyFigures = (figures: Figures, raw: RawFigures, { instrument: { price } }: Listing): string[] => {
  const unreadable: string[] = []
  const reader =
    <T>(read: (text: string) => T | undefined) =>
    (name: string, value: unknown, before: T | null): T | null => {
      if (isMissing(value)) return before
      const known = read(exactText(value) ?? '')
      if (known === undefined) unreadable.push(`${name} of ${formatValue(value)}`)
      return known ?? before
    }
  const toPrice = reader((text) => nearestTick(text, price))
  const toDecimal = reader(readDecimal)
  const toCount = reader((text) => (isPositive(toInteger(text)) ? toInteger(text) : undefined))
  figures.mark = toPrice('a mark price', raw.mark, figures.mark)
  figures.index = toPrice('an index price', raw.index, figures.index)
  figures.fundingRate = toDecimal('a funding rate', raw.rate, figures.fundingRate)
  figures.fundingRateCap = toDecimal('a funding rate cap', raw.cap, figures.fundingRateCap)
  figures.fundingRateFloor = toDecimal('a funding rate floor', raw.floor, figures.fundingRateFloor)
  figures.openInterest = toDecimal('an open interest', raw.interest, figures.openInterest)
  figures.fundingIntervalMs = toCount('a funding interval', raw.intervalMs, figures.fundingIntervalMs)
  figures.nextFundingAtMs = toCount(
    'a funding time',
    isNone(raw.nextAt) ? undefined : raw.nextAt,
    figures.nextFundingAtMs,
  )
  figures.exchangeTimeMs = Math.max(figures.exchangeTimeMs, toTime(raw.at) ?? 0)
  return unreadable
}

/** Returns all known values; undefined until the first mark price. */
export const toMarkPrice = ({ mark, ...rest }: Figures, symbol: string): MarkPrice | undefined =>
  mark === null ? undefined : { symbol, mark, ...rest }

const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || Number.isNaN(value)

/** Returns whether a funding time is zero, as for contracts without funding. */
const isNone = (instant: unknown): boolean => instant === 0 || instant === '0'

const isPositive = (value: number | undefined): boolean => value !== undefined && value > 0

const readDecimal = (text: string): Decimal | undefined => {
  const parsed = parseDecimal(text)
  return parsed.ok ? parsed.value : undefined
}

/** Rounds to the nearest tick, because mark prices, index prices and averages may be between two. */
export const nearestTick = (text: string, { step }: Grid): Ticks | undefined => {
  const value = readDecimal(text)
  if (!value) return undefined
  const steps = Number(divideRounded(value.units * 10n ** BigInt(step.scale), step.units * 10n ** BigInt(value.scale)))
  return Number.isSafeInteger(steps) && steps > 0 ? ticks(steps) : undefined
}
