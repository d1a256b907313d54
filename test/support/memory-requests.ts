import type { Notice, Notices, RequestInbox, RequestOutbox, TakenRequest } from '../../server/scaled/ports.ts'

interface StoredRequest {
  readonly id: string
  readonly number: string
  readonly body: string
  readonly sessionId: string | null
  isTaken: boolean
  answer: string | undefined
}

/** Store of requests, answers and notices in memory; `users` has the users by session. */
export const createMemoryRequests = (users: ReadonlyMap<string, NonNullable<TakenRequest['user']>> = new Map()) => {
  const requests = new Map<string, StoredRequest>()
  const listeners = new Map<Notice, Set<() => void>>()
  const notices: Notices & { isLossy: boolean } = {
    isLossy: false,
    send(notice) {
      if (!notices.isLossy) for (const listener of listeners.get(notice) ?? []) queueMicrotask(listener)
    },
    listen(notice, onNotice) {
      listeners.set(notice, (listeners.get(notice) ?? new Set()).add(onNotice))
      return () => void listeners.get(notice)?.delete(onNotice)
    },
  }
  const outbox: RequestOutbox = {
    async send({ id, sessionId, body }) {
      requests.set(id, { id, sessionId, number: String(requests.size + 1), body, isTaken: false, answer: undefined })
      notices.send('commands')
    },
    async receive() {
      const answered = [...requests.values()].filter(({ answer }) => answer !== undefined)
      for (const { id } of answered) requests.delete(id)
      return answered.map(({ id, answer = '' }) => ({ id, body: answer }))
    },
    withdraw: async (id) => requests.get(id)?.isTaken === false && requests.delete(id),
  }
  const inbox: RequestInbox & { fault: Error | undefined } = {
    fault: undefined,
    async take() {
      const waiting = [...requests.values()].filter(({ isTaken }) => !isTaken)
      for (const request of waiting) request.isTaken = true
      return waiting.map(({ sessionId, number, id, body }) => ({
        ...{ number, id, body },
        user: users.get(sessionId ?? '') ?? null,
      }))
    },
    async answer(answers) {
      if (inbox.fault) throw inbox.fault
      for (const { id, body } of answers) {
        const request = requests.get(id)
        if (request) request.answer = body
      }
      notices.send('answers')
    },
    hasGateways: async () => true,
  }
  return { notices, outbox, inbox }
}
