import type { CommandInbox, CommandOutbox, Notice, Notices, TakenCommand } from '../../server/scaled/ports.ts'

interface Command {
  readonly id: string
  readonly number: string
  readonly body: string
  readonly sessionId: string | null
  isTaken: boolean
  answer: string | undefined
}

/** Requests, answers and notices in memory; `users` has the users by their sessions. */
export const createMemoryCommands = (users: ReadonlyMap<string, NonNullable<TakenCommand['user']>> = new Map()) => {
  const commands = new Map<string, Command>()
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
  const outbox: CommandOutbox = {
    async send({ id, sessionId, body }) {
      commands.set(id, { id, sessionId, number: String(commands.size + 1), body, isTaken: false, answer: undefined })
    },
    async receive() {
      const answered = [...commands.values()].filter(({ answer }) => answer !== undefined)
      for (const { id } of answered) commands.delete(id)
      return answered.map(({ id, answer = '' }) => ({ id, body: answer }))
    },
    withdraw: async (id) => commands.get(id)?.isTaken === false && commands.delete(id),
  }
  const inbox: CommandInbox & { fault: Error | undefined } = {
    fault: undefined,
    async take() {
      const waiting = [...commands.values()].filter(({ isTaken }) => !isTaken)
      for (const command of waiting) command.isTaken = true
      return waiting.map(({ number, body, sessionId }) => ({ number, body, user: users.get(sessionId ?? '') ?? null }))
    },
    async answer(answers) {
      if (inbox.fault) throw inbox.fault
      for (const { number, body } of answers) {
        for (const command of commands.values()) if (command.number === number) command.answer = body
      }
    },
    hasGateways: async () => true,
  }
  return { notices, outbox, inbox }
}
