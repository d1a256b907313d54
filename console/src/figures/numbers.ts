/** Formats amounts, prices, percentages and other numbers as strings; unknown values become a dash. */

import { t } from '../messages/messages.ts'
import { readChoice } from '../preferences/choices.ts'

/** Text for an unknown value, as distinct from zero. */
export const UNKNOWN = '—'

/** Locales that have each number format; `fr` separates thousands by a narrow space. */
const LOCALES = { 'comma-point': 'en-US', 'point-comma': 'de', 'space-comma': 'fr' } as const

/** Locale of all numbers, as chosen when the page was loaded. */
export const NUMBER_LOCALE = LOCALES[readChoice('numbers')]

const SIGNED = new Intl.NumberFormat(NUMBER_LOCALE, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'exceptZero',
})
const EXACT = new Intl.NumberFormat(NUMBER_LOCALE, { maximumFractionDigits: 18 })
/** Format to the hundredth; a value that rounds to zero has no sign. */
const HUNDREDTHS = new Intl.NumberFormat(NUMBER_LOCALE, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'negative',
})

/** Marks a decimal string for formatting without conversion to a float. */
const exactly = (text: string): Intl.StringNumericLiteral => text as Intl.StringNumericLiteral

const withMinus = (text: string): string => text.replace('-', '−')

/** Formats an amount of USDT to the cent. */
export const formatUsdt = (text: string | null | undefined): string =>
  text === null || text === undefined ? UNKNOWN : withMinus(HUNDREDTHS.format(exactly(text)))

/** Formats a price or quantity with all its decimal places. */
export const formatExact = (text: string | null | undefined): string =>
  text === null || text === undefined ? UNKNOWN : withMinus(toPlaces(countPlaces(text)).format(exactly(text)))

/** Formats a price or quantity with the decimals of its step: `0.10` has two. */
export const formatToStep = (text: string | null | undefined, step: string): string =>
  text === null || text === undefined ? UNKNOWN : withMinus(toPlaces(countPlaces(step)).format(exactly(text)))

/** Returns the number of decimal places of an amount. */
const countPlaces = (text: string): number => text.split('.')[1]?.length ?? 0

const BY_PLACES = new Map<number, Intl.NumberFormat>()

const toPlaces = (places: number): Intl.NumberFormat => {
  const known = BY_PLACES.get(places)
  if (known) return known
  const made = new Intl.NumberFormat(NUMBER_LOCALE, {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
    signDisplay: 'negative',
  })
  BY_PLACES.set(places, made)
  return made
}

/** Returns the sign of the number as displayed: 0 if it rounds to zero. */
export const displayedSign = (written: string): -1 | 0 | 1 => {
  if (!/[1-9]/.test(written)) return 0
  return written.startsWith('−') ? -1 : 1
}

/** Formats a difference to the hundredth, with its sign. */
export const formatSigned = (value: string | number | null | undefined): string =>
  value === null || value === undefined
    ? UNKNOWN
    : withMinus(SIGNED.format(typeof value === 'number' ? value : exactly(value)))

export const formatPercent = (value: number | null | undefined): string =>
  value === null || value === undefined ? UNKNOWN : `${withMinus(HUNDREDTHS.format(value))} %`

/** Formats a share of 1 as a percentage with a number of decimal places. */
export const formatShare = (share: number, places: number): string =>
  `${withMinus(toPlaces(places).format(100 * share))} %`

/** Formats the decimal number of a sentence: digits, perhaps with a point. */
export const formatDigits = (text: string): string => {
  const [, part] = text.split('.')
  return toPlaces(part?.length ?? 0).format(exactly(text))
}

/** Formats a range of two percentages. */
export const formatBounds = (low: number, high: number): string =>
  withMinus(t('{low} to {high} %', { low: HUNDREDTHS.format(low), high: HUNDREDTHS.format(high) }))

const DECIMAL = /^-?\d+(\.\d+)?$/
const RATE = new Intl.NumberFormat(NUMBER_LOCALE, {
  style: 'percent',
  minimumFractionDigits: 4,
  maximumFractionDigits: 4,
})

/** Formats a funding rate in percent, with four decimal places. */
export const formatRate = (text: string | null | undefined): string =>
  text === null || text === undefined ? UNKNOWN : withMinus(RATE.format(exactly(text))).replace(/\s?%/, ' %')

/** Formats a measured value: numbers with separators, other text unchanged. */
export const formatReading = (value: number | string | null | undefined): string => {
  if (value === null || value === undefined) return UNKNOWN
  if (typeof value === 'number') return withMinus(EXACT.format(Math.round(value * 1_000) / 1_000))
  return DECIMAL.test(value) ? withMinus(EXACT.format(exactly(value))) : value
}
