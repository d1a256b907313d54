/** Formats amounts, prices, percentages and other numbers as strings; unknown values become a dash. */

import { t } from '../messages/messages.ts'

/** Text for an unknown value, as distinct from zero. */
export const UNKNOWN = '—'

/** Locales that have each number format; `fr` separates thousands by a narrow space. */
const LOCALES = { 'comma-point': 'en-US', 'point-comma': 'de', 'space-comma': 'fr' } as const

/**
 * Sets the format of all numbers, before the first is written. The first format that a page creates takes ten times as
 * long as others, so it is created here, while other scripts are still on their way.
 */
export const setNumberFormat = (choice: keyof typeof LOCALES): void => {
  locale = LOCALES[choice]
  formats.clear()
  toPlaces(2)
}

let locale: string = LOCALES['comma-point']

/** Returns the locale of all numbers. */
export const numberLocale = (): string => locale

/** Formats in use. */
const formats = new Map<string, Intl.NumberFormat>()

/** Returns the format of a name; creates it on first use. */
const findFormat = (name: string, options: Intl.NumberFormatOptions): Intl.NumberFormat => {
  const known = formats.get(name)
  if (known) return known
  const made = new Intl.NumberFormat(locale, options)
  formats.set(name, made)
  return made
}

/** Formats a number with decimal places; a value that rounds to zero has no sign. */
const toPlaces = (places: number): Intl.NumberFormat =>
  findFormat(String(places), { minimumFractionDigits: places, maximumFractionDigits: places, signDisplay: 'negative' })

/** Formats a number to the hundredth, with its sign. */
const signed = (): Intl.NumberFormat =>
  findFormat('signed', { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero' })

const exact = (): Intl.NumberFormat => findFormat('exact', { maximumFractionDigits: 18 })

const rate = (): Intl.NumberFormat =>
  findFormat('rate', { style: 'percent', minimumFractionDigits: 4, maximumFractionDigits: 4 })

/** Marks a decimal string for formatting without conversion to a float. */
const exactly = (text: string): Intl.StringNumericLiteral => text as Intl.StringNumericLiteral

const withMinus = (text: string): string => text.replace('-', '−')

/** Formats an amount of USDT to the cent. */
export const formatUsdt = (text: string | null | undefined): string =>
  text === null || text === undefined ? UNKNOWN : withMinus(toPlaces(2).format(exactly(text)))

/** Formats a price or quantity with all its decimal places. */
export const formatExact = (text: string | null | undefined): string =>
  text === null || text === undefined ? UNKNOWN : withMinus(toPlaces(countPlaces(text)).format(exactly(text)))

/** Formats a price or quantity with the decimals of its step: `0.10` has two. */
export const formatToStep = (text: string | null | undefined, step: string): string =>
  text === null || text === undefined ? UNKNOWN : withMinus(toPlaces(countPlaces(step)).format(exactly(text)))

/** Returns the number of decimal places of an amount. */
const countPlaces = (text: string): number => text.split('.')[1]?.length ?? 0

/** Returns the sign of the number as displayed: 0 if it rounds to zero. */
export const displayedSign = (written: string): -1 | 0 | 1 => {
  if (!/[1-9]/.test(written)) return 0
  return written.startsWith('−') ? -1 : 1
}

/** Formats a difference to the hundredth, with its sign. */
export const formatSigned = (value: string | number | null | undefined): string =>
  value === null || value === undefined
    ? UNKNOWN
    : withMinus(signed().format(typeof value === 'number' ? value : exactly(value)))

/** Adds the percent sign to a formatted number, as the language writes it. */
export const withPercent = (number: string | number): string => t('{number}%', { number })

export const formatPercent = (value: number | null | undefined): string =>
  value === null || value === undefined ? UNKNOWN : withPercent(withMinus(toPlaces(2).format(value)))

/** Formats a share of 1 as a percentage with a number of decimal places. */
export const formatShare = (share: number, places: number): string =>
  withPercent(withMinus(toPlaces(places).format(100 * share)))

/** Formats the decimal number of a sentence: digits, perhaps with a point. */
export const formatDigits = (text: string): string => {
  const [, part] = text.split('.')
  return toPlaces(part?.length ?? 0).format(exactly(text))
}

/** Formats a range of two percentages. */
export const formatBounds = (low: number, high: number): string =>
  withMinus(t('{low} to {high}%', { low: toPlaces(2).format(low), high: toPlaces(2).format(high) }))

const DECIMAL = /^-?\d+(\.\d+)?$/

/** Formats a funding rate in percent, with four decimal places. */
export const formatRate = (text: string | null | undefined): string =>
  text === null || text === undefined
    ? UNKNOWN
    : withPercent(withMinus(rate().format(exactly(text)).replace(/\s?%/, '')))

/** Formats a measured value: numbers with separators, other text unchanged. */
export const formatReading = (value: number | string | null | undefined): string => {
  if (value === null || value === undefined) return UNKNOWN
  if (typeof value === 'number') return withMinus(exact().format(Math.round(value * 1_000) / 1_000))
  return DECIMAL.test(value) ? withMinus(exact().format(exactly(value))) : value
}

/** Formats a measured value with the unit of a gate or a monitor report, such as `12 ms` or `98%`. */
export const formatMeasured = (value: number | string | null | undefined, unit: string): string => {
  const text = formatReading(value)
  return unit === '%' || unit === 'percent' ? withPercent(text) : `${text} ${UNITLESS.has(unit) ? '' : unit}`.trim()
}

const UNITLESS: ReadonlySet<string> = new Set(['state', 'ratio', 'count'])
