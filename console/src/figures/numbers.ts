/** What is not known is said so; it is not nothing. */
export const UNKNOWN = '—'

const USDT = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const EXACT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 18 })
const SHARE = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Decimal text is formatted as it is, without becoming a float. */
const exactly = (text: string): Intl.StringNumericLiteral => text as Intl.StringNumericLiteral

const withMinus = (text: string): string => text.replace('-', '−')

/** USDT, to the cent. */
export const formatUsdt = (text: string | null | undefined): string =>
  text === null || text === undefined ? UNKNOWN : withMinus(USDT.format(exactly(text)))

/** A price or a quantity, with every place it has. */
export const formatExact = (text: string | null | undefined): string =>
  text === null || text === undefined ? UNKNOWN : withMinus(EXACT.format(exactly(text)))

export const formatPercent = (value: number | null | undefined): string =>
  value === null || value === undefined ? UNKNOWN : `${withMinus(SHARE.format(value))} %`

/** A number or a text that a rule has read. */
export const formatReading = (value: number | string | null | undefined): string => {
  if (value === null || value === undefined) return UNKNOWN
  return typeof value === 'number' ? withMinus(EXACT.format(Math.round(value * 1_000) / 1_000)) : value
}
