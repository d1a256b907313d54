/** The fields of something that came from outside; none when it is no object. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : NONE

const NONE: Readonly<Record<string, unknown>> = {}

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

const LAST_MS = Date.UTC(2100)

/** The first of a list that came from outside. */
export const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : undefined)
