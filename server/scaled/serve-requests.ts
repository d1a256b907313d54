import { StoreFailure } from '../core/errors.ts'
import { every } from '../core/every.ts'
import { oneAtATime } from '../core/one-at-a-time.ts'
import type { Notices, RequestInbox, TakenAnswer, TakenRequest } from './ports.ts'

/**
 * Takes the requests of all gateways from the shared store, executes them on the active engine and stores the answers;
 * returns a function that stops it. A response that cannot be stored is retried.
 */
export const serveRequests = ({ inbox, notices, epoch, carryOut }: ServeRequestsParts): (() => void) => {
  const answers: TakenAnswer[] = []
  let isAnswering = false
  let isClosed = false

  const answer = async (): Promise<void> => {
    if (isAnswering) return
    isAnswering = true
    while (answers.length > 0) {
      const sent = answers.splice(0)
      const isStored = await orFalse(inbox.answer(sent))
      if (!isStored) {
        answers.unshift(...sent)
        break
      }
    }
    isAnswering = false
  }

  const run = async ({ number, id, ...request }: TakenRequest): Promise<void> => {
    answers.push({ number, id, body: await carryOut(request) })
    await answer()
  }

  const take = oneAtATime(async () => {
    if (isClosed) return
    const taken = await inbox.take(epoch).catch(toNothing)
    for (const request of taken) void run(request)
  })

  const poll = (): void => {
    void take()
    void answer()
  }

  const stopListening = notices.listen('commands', () => void take())
  const stopPolling = every(POLL_EVERY_MS, poll)
  return () => {
    isClosed = true
    stopListening()
    stopPolling()
  }
}

export interface ServeRequestsParts {
  readonly inbox: Pick<RequestInbox, 'take' | 'answer'>
  readonly notices: Pick<Notices, 'listen'>
  readonly epoch: number
  /** Executes a request and returns its answer; never rejects. */
  readonly carryOut: (request: Pick<TakenRequest, 'body' | 'user'>) => Promise<string>
}

/** Interval at which requests are taken in case a notification was lost. */
const POLL_EVERY_MS = 250

const orFalse = async (done: Promise<void>): Promise<boolean> => {
  try {
    await done
    return true
  } catch (error) {
    if (error instanceof StoreFailure) return false
    throw error
  }
}

const toNothing = (error: unknown): TakenRequest[] => {
  if (error instanceof StoreFailure) return []
  throw error
}
