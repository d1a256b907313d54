import type { Readable } from 'node:stream'
import { printable } from '../../core/printable.ts'

/** What a stop was told, as far as it could be understood. */
export interface StopBody {
  readonly reason: string | null
  readonly flatten: 'NONE' | 'REDUCE_ONLY'
  /** Something of it was not understood. */
  readonly ignored: boolean
}

/** What came of a body within the time it had. */
export interface BodyRead {
  readonly text: string
  /** False when it was too long, was cut off, or did not end in time. */
  readonly whole: boolean
}

const REASON_MAX = 500
const BODY_MAX_BYTES = 64 * 1024
/** A stop waits no longer for what else its caller has to say. */
export const BODY_WITHIN_MS = 400

export const EMPTY_STOP_BODY: StopBody = { reason: null, flatten: 'NONE', ignored: false }

/** Reads a body to its end, but no longer than it may take; never rejects. */
export const readBody = (payload: Readable, withinMs: number): Promise<BodyRead> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    const take = (chunk: Buffer): void => {
      length += chunk.length
      if (length <= BODY_MAX_BYTES) chunks.push(chunk)
    }
    const settle = (whole: boolean): void => {
      clearTimeout(timer)
      payload.off('data', take)
      payload.resume()
      resolve({ text: Buffer.concat(chunks).toString('utf8'), whole: whole && length <= BODY_MAX_BYTES })
    }
    const timer = setTimeout(settle, withinMs, false)
    payload.on('data', take)
    payload.once('end', () => settle(true))
    payload.on('error', () => settle(false))
    payload.once('close', () => settle(false))
    if (payload.closed) settle(false)
  })

/** Each field counts by itself; what is not understood changes nothing. Of a reason, characters that cannot be seen are escaped. */
export const parseStop = ({ text, whole }: BodyRead): StopBody => {
  if (whole && text === '') return EMPTY_STOP_BODY
  const { reason, flatten, ...unknown } = whole ? parseFields(text) : { unread: true }
  const words = typeof reason === 'string' ? printable(reason.trim()).slice(0, REASON_MAX).toWellFormed() : ''
  const validFlatten = flatten === 'NONE' || flatten === 'REDUCE_ONLY' ? flatten : undefined
  return {
    reason: words === '' ? null : words,
    flatten: validFlatten ?? 'NONE',
    ignored: Object.keys(unknown).length > 0 || isWrong(flatten, validFlatten) || isWrong(reason, String(reason)),
  }
}

const isWrong = (given: unknown, understood: unknown): boolean => given !== undefined && given !== understood

const parseFields = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : { unread: true }
  } catch {
    return { unread: true }
  }
}
