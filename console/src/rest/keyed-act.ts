import { PlimsollError } from '@plimsoll/client'
import { isUnanswered } from './is-unanswered.ts'
import { type NamedStore, useNamedStore } from './kept.ts'

/** What was asked for and not answered yet, or never. Asked for again as it was, under its key, it is done once at most. */
export interface Attempt<Body> {
  readonly name: 'asking' | 'unanswered'
  readonly body: Body
  /** Undefined while it is asked for the first time. */
  readonly key: string | undefined
}

interface Keyed<Body, Answer> {
  readonly attempts: NamedStore<Attempt<Body>>
  /** What it is about: of that one act is open at a time. */
  readonly about: string
  readonly send: (body: Body, header: { readonly 'idempotency-key'?: string }) => Promise<Answer>
}

/** Asks for it, under the key of the attempt before where that is the same. What is left open is kept, and thrown as unanswered. */
export const actOnce = async <Body, Answer>({ attempts, about, send }: Keyed<Body, Answer>, body: Body) => {
  const before = attempts.all().get(about)
  const key = JSON.stringify(before?.body) === JSON.stringify(body) ? before?.key : undefined
  attempts.keep(about, { name: 'asking', body, key })
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

/** That it can be asked for again later says nothing of the attempt before. */
const leftOpen = (error: unknown, key: string | undefined): PlimsollError | undefined => {
  if (isUnanswered(error)) return error
  if (key === undefined || !(error instanceof PlimsollError) || !error.retryable) return undefined
  const { detail, remedy } = error
  return new PlimsollError({ code: 'UNREACHABLE', detail, remedy, idempotencyKey: key, cause: error })
}

interface KeyedAct<Body, Answer> {
  readonly attempt: Attempt<Body> | undefined
  readonly act: (body: Body) => Promise<Answer>
}

/** An act that is done once at most, whoever looks away meanwhile, and what of it is still open. */
export const useKeyedAct = <Body, Answer>(keyed: Keyed<Body, Answer>): KeyedAct<Body, Answer> => ({
  attempt: useNamedStore(keyed.attempts).get(keyed.about),
  act: (body) => actOnce(keyed, body),
})
