/**
 * Client of the host socket: sends a host command to the running server, or runs it in this process when no server
 * runs.
 */

import type { Socket } from 'node:net'
import { SECOND_MS } from '../core/instant.ts'
import { err, ok, type Result } from '../core/result.ts'
import { REQUEST_BYTES_MAX } from './connections.ts'
import { connectTo, isTooLong, readLine } from './socket.ts'
import { answerVerb, type HostAnswer, type HostLink, HostRefusal, refused, type VerbTable } from './verb.ts'

/**
 * Sends a request to the running server over its host socket; reports if none is running. When the server closes the
 * connection early, the result is `SERVER_UNREACHABLE`.
 */
export const callHost = async (
  path: string,
  verb: string,
  args: unknown,
  withinMs = ANSWER_WITHIN_MS,
): Promise<Result<HostAnswer, { readonly kind: 'notRunning' }>> => {
  if (isTooLong(path)) return err({ kind: 'notRunning' })
  const request = JSON.stringify({ verb, args })
  if (Buffer.byteLength(request) > REQUEST_BYTES_MAX) {
    return ok(refused(new HostRefusal('TOO_LARGE', `A request must not exceed ${REQUEST_BYTES_MAX} bytes.`)))
  }
  const connected = await connectTo(path)
  if (connected.ok) return ok(await sendRequest(connected.value, request, withinMs))
  const { error } = connected
  return typeof error === 'string' ? err({ kind: 'notRunning' }) : ok(unreachable(error.reason))
}

/** Timeout that exceeds the time the server takes to report one. */
const ANSWER_WITHIN_MS = 35 * SECOND_MS
const ANSWER_BYTES_MAX = 16 * 1024 * 1024

const sendRequest = async (socket: Socket, request: string, withinMs: number): Promise<HostAnswer> => {
  socket.setTimeout(withinMs, () => socket.destroy())
  socket.write(`${request}\n`)
  const line = await readLine(socket, ANSWER_BYTES_MAX)
  socket.destroy()
  return (line.ok ? readAnswer(line.value) : undefined) ?? unreachable('it closed the connection without a response')
}

const readAnswer = (line: string): HostAnswer | undefined => {
  try {
    const answer = JSON.parse(line) as HostAnswer
    return answer.ok === true || typeof answer.error.message === 'string' ? answer : undefined
  } catch {
    return undefined
  }
}

const unreachable = (reason: string): HostAnswer =>
  refused(new HostRefusal('SERVER_UNREACHABLE', `The server cannot be reached: ${reason}.`))

/** Host commands executed in this process. */
export interface DirectHost {
  readonly verbs: VerbTable
  close(): unknown
}

/**
 * Runs a command on the server at `socketPath`, or in this process, on the host opened by `open`, when none is running.
 */
export const linkHost = (socketPath: string, open: () => Promise<DirectHost>): HostLink => ({
  async call(verb, args) {
    const reached = await callHost(socketPath, verb, args)
    if (reached.ok) return reached.value
    const direct = await open()
    try {
      return await answerVerb(direct.verbs, verb, args)
    } finally {
      await direct.close()
    }
  },
})
