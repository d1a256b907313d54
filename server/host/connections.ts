/**
 * Server side of the host socket: reads one request per connection, runs its command, and sends one response, within
 * limits.
 */

import type { Socket } from 'node:net'
import { SECOND_MS } from '../core/instant.ts'
import { parseRecord } from '../core/json.ts'
import { readLine } from './socket.ts'
import { answerVerb, type HostAnswer, HostRefusal, refused, type VerbTable } from './verb.ts'

/** Open connections of a host socket. */
export interface Connections {
  take(socket: Socket): void
  /** Resolves when every pending request is answered and every connection closed. */
  finish(): Promise<void>
}

export interface ConnectionLimits {
  /** Time allowed for receiving the request and executing its verb. */
  readonly timeoutMs: number
  readonly connectionsMax: number
}

const LIMITS: ConnectionLimits = { timeoutMs: 30 * SECOND_MS, connectionsMax: 16 }

/** Maximum length of a request line; arguments are names, roles and passwords. */
export const REQUEST_BYTES_MAX = 64 * 1024

export const createConnections = (verbs: VerbTable, changes: Partial<ConnectionLimits> = {}): Connections => {
  const limits = { ...LIMITS, ...changes }
  /**
   * Connections; while a verb is running, with a promise that settles with its response or the end of the connection.
   */
  const open = new Map<Socket, Promise<void> | undefined>()

  const serve = async (socket: Socket, closed: Promise<void>): Promise<void> => {
    const line = await readLine(socket, REQUEST_BYTES_MAX)
    if (!line.ok) return line.error === 'tooLong' ? reply(socket, TOO_LARGE) : void socket.end()
    const answered = answerRequest(verbs, line.value).then((answer) => reply(socket, answer))
    open.set(socket, Promise.race([answered, closed]))
    await answered
    if (open.has(socket)) open.set(socket, undefined)
  }

  return {
    take(socket) {
      socket.on('error', () => socket.destroy())
      if (open.size >= limits.connectionsMax) return void reply(socket, CROWDED).then(() => socket.destroy())
      const timer = setTimeout(() => expire(socket, limits.timeoutMs), limits.timeoutMs)
      open.set(socket, undefined)
      const closed = new Promise<void>((resolve) => {
        socket.once('close', () => {
          clearTimeout(timer)
          open.delete(socket)
          resolve()
        })
      })
      void serve(socket, closed)
    },
    async finish() {
      await Promise.all(open.values())
      for (const socket of open.keys()) socket.destroy()
    },
  }
}

const answerRequest = async (verbs: VerbTable, line: string): Promise<HostAnswer> => {
  const request = readRequest(line)
  return request ? answerVerb(verbs, request.verb, request.args) : MALFORMED
}

const readRequest = (line: string): { readonly verb: string; readonly args: unknown } | undefined => {
  const { verb, args } = parseRecord(line) ?? {}
  return typeof verb === 'string' ? { verb, args } : undefined
}

/** Resolves when the answer is sent, or can no longer be sent. Further input is dropped. */
const reply = (socket: Socket, answer: HostAnswer): Promise<void> =>
  new Promise((resolve) => {
    if (!socket.writable) return resolve()
    socket.once('close', () => resolve())
    socket.resume().end(`${JSON.stringify(answer)}\n`, () => resolve())
  })

const expire = (socket: Socket, timeoutMs: number): void => {
  const seconds = Math.ceil(timeoutMs / SECOND_MS)
  const late = new HostRefusal('TIMEOUT', `No response within ${seconds} s; the request may still be executed.`)
  void reply(socket, refused(late)).then(() => socket.destroy())
}

const MALFORMED = refused(
  new HostRefusal('MALFORMED', 'A request must be one line of JSON with a verb and its arguments.'),
)
const TOO_LARGE = refused(new HostRefusal('TOO_LARGE', `A request must not exceed ${REQUEST_BYTES_MAX} bytes.`))
const CROWDED = refused(new HostRefusal('BUSY', 'Too many commands at the same time.', 'Try again in a moment.'))
