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

/** The first of a list that came from outside. */
export const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : undefined)
