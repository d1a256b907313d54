import { LAST_MS } from '../to-instant.ts'

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

/** The first of a list that came from outside. */
export const firstItem = (value: unknown): unknown => (Array.isArray(value) ? value[0] : undefined)
