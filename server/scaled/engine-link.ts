/**
 * Requests from a gateway to the active engine of an account, through the shared store: sends them, and waits for the
 * answers.
 */

import { StoreFailure } from '../core/errors.ts'
import { SECOND_MS } from '../core/instant.ts'
import { oneAtATime } from '../core/one-at-a-time.ts'
import type { Notices, RequestOutbox } from './ports.ts'

/** Requests to the active engine, on whichever host it runs. */
export interface EngineLink {
  /**
   * Resolves with the answer. Rejects with a `StoreFailure` when no engine has taken or will take the request, and with
   * `OutcomeUnknown` when that is uncertain.
   */
  request(body: string, sessionId: string | null): Promise<string>
  /** Reads responses; call it for each notification and periodically. */
  collect(): Promise<void>
}

export interface EngineLinkParts {
  readonly outbox: RequestOutbox
  readonly notices: Pick<Notices, 'listen'>
  readonly makeId: () => string
  readonly delay: (ms: number, task: () => void) => void
}

/** Thrown when the engine took a request and did not respond, so that its outcome is unknown. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
}

/** Time after which a request that no engine has taken is withdrawn, and maximum time to wait for an answer. */
const TAKEN_WITHIN_MS = 2.2 * SECOND_MS
const ANSWERED_WITHIN_MS = 8 * SECOND_MS

/** Interval at which responses are read in case a notification was lost. */
const POLL_EVERY_MS = 250

export const createEngineLink = ({ outbox, notices, makeId, delay }: EngineLinkParts): EngineLink => {
  const pending = new Map<string, { resolve(answer: string): void; reject(error: Error): void }>()

  const receive = oneAtATime(async () => {
    const answers = await outbox.receive().catch(() => [])
    for (const { id, body } of answers) {
      pending.get(id)?.resolve(body)
      pending.delete(id)
    }
  })

  const collect = async (): Promise<void> => {
    if (pending.size > 0) await receive()
  }

  const poll = (): void => {
    if (pending.size === 0) return
    void collect()
    delay(POLL_EVERY_MS, poll)
  }

  const giveUp = (id: string, error: Error): void => {
    pending.get(id)?.reject(error)
    pending.delete(id)
  }

  const withdraw = async (id: string): Promise<void> => {
    if (!pending.has(id)) return
    if (await outbox.withdraw(id).catch(() => false)) giveUp(id, new StoreFailure(NOT_TAKEN))
  }

  notices.listen('answers', () => void collect())

  return {
    collect,
    request(body, sessionId) {
      const id = makeId()
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      if (pending.size === 0) delay(POLL_EVERY_MS, poll)
      pending.set(id, { resolve, reject })
      delay(TAKEN_WITHIN_MS, () => void withdraw(id))
      delay(ANSWERED_WITHIN_MS, () => giveUp(id, new OutcomeUnknown(UNANSWERED)))
      outbox.send({ id, sessionId, body }).catch(() => {})
      return promise
    },
  }
}

const NOT_TAKEN = 'No engine of this account is accepting requests. The request was not executed.'
const UNANSWERED = 'The engine did not respond. It is unknown whether the request was executed.'
