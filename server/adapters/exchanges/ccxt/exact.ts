import { isDecimal } from '../../../core/decimal.ts'

/**
 * The exact decimal an exchange wrote, in our form: without exponent, plus sign, superfluous zeros or a sign before zero;
 * undefined for anything that is not a number. The library gives text where it can, and floats for levels of a book: the
 * shortest text of a float is the decimal it was read from, as long as that had at most fifteen digits.
 */
export const exactText = (value: unknown): string | undefined => {
  const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value
  if (typeof text !== 'string' || text.length > LENGTH_MAX) return undefined
  const match = NUMBER.exec(text)
  if (!match) return undefined
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const plain = trimmed(shifted(whole, fraction, Number(exponent)))
  const signed = sign === '-' && plain !== '0' ? `-${plain}` : plain
  return isDecimal(signed) ? signed : undefined
}

const NUMBER = /^([+-]?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d{1,2}))?$/
const LENGTH_MAX = 60

const shifted = (whole: string, fraction: string, by: number): string => {
  if (by >= 0) return `${whole}${fraction.slice(0, by).padEnd(by, '0')}.${fraction.slice(by)}`
  const digits = whole.padStart(1 - by, '0')
  return `${digits.slice(0, by)}.${digits.slice(by)}${fraction}`
}

const trimmed = (text: string): string => text.replace(/^0+(?=\d)/, '').replace(/\.0*$|(\.\d*?[1-9])0+$/, '$1')
