import { isDecimal } from '../../../core/decimal.ts'
import type { Instant } from '../../../core/instant.ts'
import { isRecord } from '../../../core/json.ts'

type Fields = Readonly<Record<string, unknown>>

const NONE: Fields = {}

/** The fields of something that came from outside; none of what is no object, or a list. */
export const toFields = (value: unknown): Fields => (isRecord(value) ? value : NONE)

/** Milliseconds of this century, as a number or as the digits of one. */
export const toInstant = (value: unknown): Instant | undefined => {
  const atMs = typeof value === 'string' && /^\d{13}$/.test(value) ? Number(value) : value
  return typeof atMs === 'number' && Number.isSafeInteger(atMs) && atMs > FIRST_MS && atMs < LAST_MS ? atMs : undefined
}

const FIRST_MS = Date.UTC(2010)
/** Latest plausible time in milliseconds; larger values use a finer unit. */
const LAST_MS = Date.UTC(2100)

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

export const toText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** A whole number that can be counted with, whether it came as a number or as text. */
export const toInteger = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined
}

/** Milliseconds of a clock; undefined for what counts in something finer, which would move ours by ages. */
export const toTime = (value: unknown): number | undefined => {
  const atMs = toInteger(value)
  return atMs !== undefined && atMs > 0 && atMs < LAST_MS ? atMs : undefined
}

/** The decimal text of an exchange with the opposite sign; anything else as it is. */
export const negated = (value: unknown): unknown => {
  if (typeof value !== 'string' || value === '') return value
  return value.startsWith('-') ? value.slice(1) : `-${value}`
}

/** Milliseconds an exchange writes as text; anything else as it is. */
export const toTimestamp = (text: unknown): unknown =>
  typeof text === 'string' && /^\d{13}$/.test(text) ? Number(text) : text

/** The first of a list that came from outside. */
export const firstItem = (value: unknown): unknown => (Array.isArray(value) ? value[0] : undefined)

/** The rows of something an exchange sent. What is no list is none of its answers, and throws. */
export const toRows = (value: unknown): readonly unknown[] => {
  if (!Array.isArray(value)) throw new TypeError('the exchange has answered something else than a list')
  return value
}

/** Our word for an exchange's; undefined for a word that is not in the table. */
export const wordIn = <T>(table: Readonly<Record<string, T>>, word: unknown): T | undefined =>
  typeof word === 'string' && Object.hasOwn(table, word) ? table[word] : undefined

/** Non-empty text of an id; zero is none, and a whole number only as long as none of its digits can have been lost. */
export const idText = (value: unknown): string | undefined => {
  if (Number.isSafeInteger(value)) return value === 0 ? undefined : String(value)
  return typeof value === 'string' && ID.test(value) ? value : undefined
}

const ID = /^(?!0+$)[\x21-\x7e]{1,64}$/

/**
 * Returns zero where the exchange explicitly reports it; undefined for everything else, which does not prove an empty
 * value.
 */
export const nothingIn = (value: unknown): '0' | undefined => {
  const text = exactText(value)
  return text !== undefined && Number(text) === 0 ? '0' : undefined
}
