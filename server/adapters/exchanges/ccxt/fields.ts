/** Parsers for untrusted values in exchange responses: objects, lists, times, exact decimals, integers and IDs. */

import { isDecimal } from '../../../core/decimal.ts'
import type { Instant } from '../../../core/instant.ts'
import { isRecord } from '../../../core/json.ts'

/** Returns the fields of an external value; none if it is not an object. */
export const toFields = (value: unknown): Fields => (isRecord(value) ? value : NONE)

type Fields = Readonly<Record<string, unknown>>

const NONE: Fields = {}

/** Parses a plausible time in milliseconds, from a number or its digits. */
export const toInstant = (value: unknown): Instant | undefined => {
  const atMs = typeof value === 'string' && /^\d{13}$/.test(value) ? Number(value) : value
  return typeof atMs === 'number' && Number.isSafeInteger(atMs) && atMs > FIRST_MS && atMs < LAST_MS ? atMs : undefined
}

const FIRST_MS = Date.UTC(2010)
/** Latest plausible time in milliseconds; larger values use a finer unit. */
const LAST_MS = Date.UTC(2100)

/**
 * Returns the exact decimal of an external number in our form, without exponent, plus sign, superfluous zeros or
 * negative zero; undefined for anything else. The library provides strings where possible, and floats for order book
 * levels: the shortest decimal form of a float is the original decimal if that had at most fifteen digits.
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

/** Parses a safe integer from a number or a string. */
export const toInteger = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined
}

/** Parses a time in milliseconds; undefined for finer units, which would shift the clock by ages. */
export const toTime = (value: unknown): number | undefined => {
  const atMs = toInteger(value)
  return atMs !== undefined && atMs > 0 && atMs < LAST_MS ? atMs : undefined
}

/** Returns the decimal string with the opposite sign; anything else unchanged. */
export const negated = (value: unknown): unknown => {
  if (typeof value !== 'string' || value === '') return value
  return value.startsWith('-') ? value.slice(1) : `-${value}`
}

/** Converts milliseconds given as a string; anything else unchanged. */
export const toTimestamp = (text: unknown): unknown =>
  typeof text === 'string' && /^\d{13}$/.test(text) ? Number(text) : text

/** Returns the first item of an external list. */
export const firstItem = (value: unknown): unknown => (Array.isArray(value) ? value[0] : undefined)

/** Returns the rows of an external list; throws when it is not a list. */
export const toRows = (value: unknown): readonly unknown[] => {
  if (!Array.isArray(value)) throw new TypeError('the exchange did not return a list')
  return value
}

/** Translates an external value by a table; undefined for unknown values. */
export const translateWord = <T>(table: Readonly<Record<string, T>>, word: unknown): T | undefined =>
  typeof word === 'string' && Object.hasOwn(table, word) ? table[word] : undefined

/** Returns an ID as a non-empty string; zero is not an ID, and an integer only if it is safe. */
export const idText = (value: unknown): string | undefined => {
  if (Number.isSafeInteger(value)) return value === 0 ? undefined : String(value)
  return typeof value === 'string' && ID.test(value) ? value : undefined
}

const ID = /^(?!0+$)[\x21-\x7e]{1,64}$/

/**
 * Returns zero where the exchange explicitly reports it; undefined for everything else, which does not prove an empty
 * value.
 */
export const explicitZero = (value: unknown): '0' | undefined => {
  const text = exactText(value)
  return text !== undefined && Number(text) === 0 ? '0' : undefined
}
