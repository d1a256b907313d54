/** Seeded random numbers and hashes. Not for secrets. */

/** A seeded generator (sfc32, a member of Chris Doty-Humphrey's PractRand family). Not for secrets. */
export const createRandom = (seed: number): Random => {
  let a = hash32(seed, 1)
  let b = hash32(seed, 2)
  let c = hash32(seed, 3)
  let counter = 1
  return () => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return (sum >>> 0) / 0x1_0000_0000
  }
}

/** Uniform in [0, 1), repeatable from its seed. */
export type Random = () => number

/** Mixes any integers into one well-spread unsigned 32-bit number (murmur3's finaliser over a running hash). */
export const hash32 = (...parts: readonly number[]): number => {
  let hash = BEGINNING
  for (const part of parts) hash = include(hash, part)
  return hash >>> 0
}

/** Returns a function that computes `hash32` of these parts and one more integer, for frequently used keys. */
export const keyedHash = (...parts: readonly number[]): ((part: number) => number) => {
  let begun = BEGINNING
  for (const part of parts) begun = include(begun, part)
  return (part) => include(begun, part) >>> 0
}

const BEGINNING = 0x9e3779b9

const include = (hash: number, part: number): number =>
  mix(mix(hash ^ (part | 0)) ^ (Math.floor(part / 0x1_0000_0000) | 0))

const mix = (value: number): number => {
  let h = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}
