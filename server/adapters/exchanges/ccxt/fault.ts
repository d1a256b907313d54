import type { VenueFault } from './dialect.ts'

/** The fields of a JSON object; undefined for everything else. */
export const fieldsIn = (body: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : undefined

/** A code as text: exchanges write theirs as a number or as text. Undefined for what is no code. */
export const codeText = (value: unknown): string | undefined => {
  if (Number.isSafeInteger(value)) return String(value)
  return typeof value === 'string' && CODE.test(value) ? value : undefined
}

const CODE = /^-?[0-9]{1,10}(_[0-9]{1,6})?$/

/** Fault in the exchange's own words, on one line and shortened to a readable length. */
export const createFault = (code: string, message: unknown): VenueFault => ({
  code,
  message: typeof message === 'string' ? message.replace(UNPRINTABLE, ' ').trim().slice(0, MESSAGE_MAX) : '',
})

const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu
const MESSAGE_MAX = 200
