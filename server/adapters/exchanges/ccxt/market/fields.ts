import { LAST_MS } from '../instant-of.ts'

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** A whole number that can be counted with, whether it came as a number or as text. */
export const wholeOf = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined
}

/** Milliseconds of a clock; undefined for what counts in something finer, which would move ours by ages. */
export const timeOf = (value: unknown): number | undefined => {
  const atMs = wholeOf(value)
  return atMs !== undefined && atMs > 0 && atMs < LAST_MS ? atMs : undefined
}

/** The first of a list that came from outside. */
export const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : undefined)
