/**
 * Requests that are executed at most once: an unanswered request is stored, and repeated under the same idempotency
 * key.
 */

import { PlimsollError } from '@plimsoll/client'
import { isOutcomeUnknown } from './is-outcome-unknown.ts'
import { type NamedStore, useNamedStore } from './named-store.ts'

/** Returns a function that sends the request, and the unanswered attempt; both outlive the component. */
export const useKeyedAct = <Body, Answer>(keyed: Keyed<Body, Answer>): KeyedAct<Body, Answer> => ({
  attempt: useNamedStore(keyed.attempts).get(keyed.about),
  act: (body) => actOnce(keyed, body),
})

interface Keyed<Body, Answer> {
  readonly attempts: NamedStore<Attempt<Body>>
  /** Subject of the request: one request per subject is open at a time. */
  readonly about: string
  readonly send: (body: Body, header: { readonly 'idempotency-key'?: string }) => Promise<Answer>
}

interface KeyedAct<Body, Answer> {
  readonly attempt: Attempt<Body> | undefined
  readonly act: (body: Body) => Promise<Answer>
}

/** Request without a response so far. Repeated unchanged under its key, it is executed at most once. */
export interface Attempt<Body> {
  readonly name: 'pending' | 'unanswered'
  readonly body: Body
  /** Undefined during the first attempt. */
  readonly key: string | undefined
}

/**
 * Sends the request, under the key of the previous attempt when unchanged. An unknown outcome is stored, and thrown as
 * unanswered.
 */
export const actOnce = async <Body, Answer>({ attempts, about, send }: Keyed<Body, Answer>, body: Body) => {
  const before = attempts.all().get(about)
  const key = JSON.stringify(before?.body) === JSON.stringify(body) ? before?.key : undefined
  attempts.keep(about, { name: 'pending', body, key })
  try {
    const answer = await send(body, key === undefined ? {} : { 'idempotency-key': key })
    attempts.drop(about)
    return answer
  } catch (error) {
    const open = leftOpen(error, key)
    if (!open) attempts.drop(about)
    else attempts.keep(about, { name: 'unanswered', body, key: key ?? open.idempotencyKey })
    throw open ?? error
  }
}

/**
 * Returns the error if it leaves the outcome open: no answer to this attempt, or a retryable answer after an unanswered
 * attempt.
 */
const leftOpen = (error: unknown, key: string | undefined): PlimsollError | undefined => {
  if (isOutcomeUnknown(error)) return error
  if (key === undefined || !(error instanceof PlimsollError) || !error.retryable) return undefined
  const { detail, remedy } = error
  return new PlimsollError({ code: 'UNREACHABLE', detail, remedy, idempotencyKey: key, cause: error })
}
