import type { Instant } from '../../../core/instant.ts'

/** Milliseconds of this century, as a number or as the digits of one. */
export const toInstant = (value: unknown): Instant | undefined => {
  const atMs = typeof value === 'string' && /^\d{13}$/.test(value) ? Number(value) : value
  return typeof atMs === 'number' && Number.isSafeInteger(atMs) && atMs > FIRST_MS && atMs < LAST_MS ? atMs : undefined
}

const FIRST_MS = Date.UTC(2010)
/** No clock shows this: what does counts in something finer than milliseconds. */
export const LAST_MS = Date.UTC(2100)
