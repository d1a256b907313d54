/** Exact arithmetic on decimal strings: sums, products, rounding to steps, percentages and signs. */

/** Returns whether a string is a number that the server accepts: non-negative, without leading zeros. */
export const isDecimal = (text: string): boolean => /^(0|[1-9]\d*)(\.\d{1,18})?$/.test(text)

const PLACES = 18
const ONE = 10n ** BigInt(PLACES)
/** Decimal places of a percentage that a user entered. */
const PERCENT_PLACES = 6

/** Converts a decimal string to a whole number of 10⁻¹⁸. */
const scaled = (text: string): bigint => {
  const [whole = '0', part = ''] = text.replace('-', '').split('.')
  const size = BigInt(whole + part.padEnd(PLACES, '0'))
  return text.startsWith('-') ? -size : size
}

const formatDecimal = (value: bigint): string => {
  const digits = (value < 0n ? -value : value).toString().padStart(PLACES + 1, '0')
  const part = digits.slice(-PLACES).replace(/0+$/, '')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -PLACES)}${part === '' ? '' : `.${part}`}`
}

/** Adds exactly, without floating point. */
export const addDecimals = (a: string, b: string): string => formatDecimal(scaled(a) + scaled(b))
export const subtractDecimals = (a: string, b: string): string => formatDecimal(scaled(a) - scaled(b))

/** Multiplies, truncating after the eighteenth decimal place. */
export const multiplyDecimals = (a: string, b: string): string => formatDecimal((scaled(a) * scaled(b)) / ONE)
/** Divides, truncating after the eighteenth decimal place; undefined for a divisor of zero. */
export const divideDecimals = (a: string, b: string): string | undefined =>
  scaled(b) === 0n ? undefined : formatDecimal((scaled(a) * ONE) / scaled(b))

/** Returns a percentage of an amount, truncated after the eighteenth decimal place. */
export const takePercent = (text: string, percent: number): string =>
  formatDecimal((scaled(text) * scaled(percent.toFixed(PERCENT_PLACES))) / (100n * ONE))
/** Rounds down to a multiple of the step. */
export const downToStep = (text: string, step: string): string => {
  const value = scaled(text)
  return formatDecimal(value - (value % scaled(step)))
}

/** Rounds an amount to the nearest multiple of the step, halves up. */
export const toNearestStep = (text: string, step: string): string =>
  downToStep(formatDecimal(scaled(text) + scaled(step) / 2n), step)

/** Returns whether it is a number above zero. */
export const isAmount = (text: string): boolean => isDecimal(text) && scaled(text) > 0n

/** Returns the sign: −1, 0 or 1. */
export const getSign = (text: string): -1 | 0 | 1 => {
  const value = scaled(text)
  if (value === 0n) return 0
  return value < 0n ? -1 : 1
}

/** Returns whether it is a whole number of steps. */
export const isMultiple = (text: string, step: string): boolean => scaled(text) % scaled(step) === 0n

/** Returns a part as a percentage of a whole, to four places; null without a whole. */
export const toPercent = (part: string, whole: string): number | null => {
  const size = scaled(whole)
  return size === 0n ? null : Number((scaled(part) * 1_000_000n) / size) / 10_000
}
