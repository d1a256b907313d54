/** Random bytes from a cryptographic source. */
export type RandomBytes = (count: number) => Uint8Array

/** Thirty-two signs that are not mistaken for one another when read aloud or typed: no l, o, 0, 1. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'
const GROUPS = 5
const GROUP_LENGTH = 4

/** A password of a hundred random bits in groups of four, for example `k7mq-x2ab-9hte-wd4n-c3vy`. */
export const generatePassword = (randomBytes: RandomBytes): string => generateGroups(randomBytes, GROUPS)

/** Groups of four random characters, five bits each. */
export const generateGroups = (randomBytes: RandomBytes, count: number): string => {
  const signs = Array.from(randomBytes(count * GROUP_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length])
  const groups = Array.from({ length: count }, (_, i) => signs.slice(i * GROUP_LENGTH, (i + 1) * GROUP_LENGTH).join(''))
  return groups.join('-')
}
