/** Identifiers of the form `<prefix>_<ULID>`: created in ascending order, or built from a number or a digest. */

import { assert } from './assert.ts'
import type { Instant } from './instant.ts'

/** `<prefix>_<ULID>`, sortable by creation time; opaque to clients. */
export type Id<Prefix extends string = string> = `${Prefix}_${string}`

export type MakeId = <Prefix extends string>(prefix: Prefix) => Id<Prefix>

export interface IdSources {
  readonly now: () => Instant
  /** Uniform in [0, 1). */
  readonly random: () => number
}

/** Crockford's base 32: no I, L, O, U. See github.com/ulid/spec. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TIME_LENGTH = 10
const RANDOM_LENGTH = 16

export const ID_PATTERN = '^[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}$'

/** Every number below 32², in two digits. */
const PAIRS = Array.from({ length: 32 ** 2 }, (_, number) => `${ALPHABET[number >> 5]}${ALPHABET[number % 32]}`)

const encodeTime = (at: Instant): string => {
  if (at !== newest.at) newest = { at, text: encode(at, TIME_LENGTH) }
  return newest.text
}

/** Newest time in digits: many IDs are created at the same time. */
let newest = { at: Number.NaN, text: '' }

/** Returns a number in an even number of digits. */
const encode = (number: number, length: number): string => {
  let rest = number
  let text = ''
  for (let i = 0; i < length; i += 2) {
    text = `${PAIRS[rest % PAIRS.length]}${text}`
    rest = Math.floor(rest / PAIRS.length)
  }
  return text
}

/** Adds one to the random digits, so that IDs of the same millisecond keep their order. */
const increment = (digits: number[]): void => {
  for (let i = digits.length - 1; i >= 0; i--) {
    const digit = digits[i] ?? 0
    if (digit < 31) {
      digits[i] = digit + 1
      return
    }
    digits[i] = 0
  }
  assert(false, 'more IDs in one millisecond than a ULID can order')
}

/** Creates IDs that never repeat and never decrease, even when the clock does. */
export const createIds = ({ now, random }: IdSources): MakeId => {
  let lastAt = -1
  let digits: number[] = []
  return (prefix) => {
    const at = now()
    if (at > lastAt) {
      lastAt = at
      digits = Array.from({ length: RANDOM_LENGTH }, () => Math.floor(random() * 32))
    } else increment(digits)
    return `${prefix}_${encodeTime(lastAt)}${digits.map((digit) => ALPHABET[digit]).join('')}`
  }
}

/** Builds an ID from the time and a unique number, for IDs that must be reproducible in a replay. */
export const numberedId = <Prefix extends string>(prefix: Prefix, at: Instant, number: number): Id<Prefix> =>
  `${prefix}_${encodeTime(at)}${encodeNumber(number)}`

const encodeNumber = (number: number): string => {
  const leading = Math.floor(number / PAIRS.length)
  if (leading !== newestLeading.number) {
    newestLeading = { number: leading, text: encode(leading, RANDOM_LENGTH - 2) }
  }
  return `${newestLeading.text}${PAIRS[number - leading * PAIRS.length]}`
}

/** Newest leading digits of a number: consecutive numbers differ only in the last two. */
let newestLeading = { number: Number.NaN, text: '' }

/**
 * Builds an ID from the time and the beginning of a hexadecimal digest, so that the same content always has the same
 * ID.
 */
export const digestedId = <Prefix extends string>(prefix: Prefix, at: Instant, digest: string): Id<Prefix> => {
  let text = ''
  for (let from = 0; text.length < RANDOM_LENGTH; from += HEX_LENGTH) {
    text += encode(Number.parseInt(digest.slice(from, from + HEX_LENGTH), 16), DIGITS_LENGTH)
  }
  return `${prefix}_${encodeTime(at)}${text}`
}

/** Numbers of hexadecimal digits and of ID digits with the same number of bits. */
const [HEX_LENGTH, DIGITS_LENGTH] = [5, 4]

/** Returns the 128 bits of an ID's ULID as a UUID. */
export const toUuid = (id: Id): string => {
  let bits = 0n
  for (const digit of id.slice(id.indexOf('_') + 1)) bits = bits * 32n + BigInt(ALPHABET.indexOf(digit))
  const hex = bits.toString(16).padStart(32, '0')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
