/** Reads and parses the body of an emergency stop, which is never refused for its body: invalid fields are ignored. */

import type { Readable } from 'node:stream'
import { parseRecord } from '../../core/json.ts'
import { printable } from '../../core/printable.ts'
import type { StopScope } from '../../engine/desks/control-desk.ts'

/** Parameters of a stop, as far as its body could be parsed. */
export interface StopBody {
  readonly reason: string | null
  readonly flatten: 'NONE' | 'REDUCE_ONLY'
  readonly scope: StopScope
  /** True when any part was invalid and ignored. */
  readonly ignored: boolean
}

/** The part of a body received within the time limit. */
export interface BodyRead {
  readonly text: string
  /** False when it was too long, was cut off, or did not end in time. */
  readonly whole: boolean
}

const REASON_MAX = 500
const BODY_MAX_BYTES = 64 * 1024
/** Maximum time that a stop waits for its body. */
export const BODY_WITHIN_MS = 400

export const EMPTY_STOP_BODY: StopBody = { reason: null, flatten: 'NONE', scope: 'ACCOUNT', ignored: false }

/** Reads a body to its end, within a time limit; never rejects. */
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

const FLATTENS = ['NONE', 'REDUCE_ONLY'] as const
const SCOPES = ['ACCOUNT', 'FLEET'] as const

/** Parses each field separately; an invalid one has no effect. Control characters in the reason are escaped. */
export const parseStop = ({ text, whole }: BodyRead): StopBody => {
  if (whole && text === '') return EMPTY_STOP_BODY
  const { reason, flatten, scope, ...unknown } = whole ? (parseRecord(text) ?? { unread: true }) : { unread: true }
  const words = typeof reason === 'string' ? printable(reason.trim()).slice(0, REASON_MAX).toWellFormed() : ''
  const validFlatten = FLATTENS.find((each) => each === flatten)
  const validScope = SCOPES.find((each) => each === scope)
  return {
    reason: words === '' ? null : words,
    flatten: validFlatten ?? 'NONE',
    scope: validScope ?? 'ACCOUNT',
    ignored:
      Object.keys(unknown).length > 0 ||
      isWrong(flatten, validFlatten) ||
      isWrong(scope, validScope) ||
      isWrong(reason, String(reason)),
  }
}

const isWrong = (given: unknown, understood: unknown): boolean => given !== undefined && given !== understood
