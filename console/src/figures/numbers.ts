/** Formats amounts, prices, percentages and other numbers as strings; unknown values become a dash. */

/** Text for an unknown value, as distinct from zero. */
export const UNKNOWN = '—'

const SIGNED = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'exceptZero',
})
const EXACT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 18 })
/** Format to the hundredth; a value that rounds to zero has no sign. */
const HUNDREDTHS = new Intl.NumberFormat('en-US', {
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
  const made = new Intl.NumberFormat('en-US', {
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

/** Formats a range of two percentages. */
export const formatBounds = (low: number, high: number): string =>
  withMinus(`${HUNDREDTHS.format(low)} to ${HUNDREDTHS.format(high)} %`)

const DECIMAL = /^-?\d+(\.\d+)?$/
const RATE = new Intl.NumberFormat('en-US', { style: 'percent', minimumFractionDigits: 4, maximumFractionDigits: 4 })

/** Formats a funding rate in percent, with four decimal places. */
export const formatRate = (text: string | null | undefined): string =>
  text === null || text === undefined ? UNKNOWN : withMinus(RATE.format(exactly(text))).replace('%', ' %')

/** Formats a measured value: numbers with separators, other text unchanged. */
export const formatReading = (value: number | string | null | undefined): string => {
  if (value === null || value === undefined) return UNKNOWN
  if (typeof value === 'number') return withMinus(EXACT.format(Math.round(value * 1_000) / 1_000))
  return DECIMAL.test(value) ? withMinus(EXACT.format(exactly(value))) : value
}
