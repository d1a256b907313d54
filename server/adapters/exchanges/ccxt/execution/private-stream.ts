import { SECOND_MS } from '../../../../core/instant.ts'
import type { Called } from '../client.ts'
import { harmlessWords } from '../harmless-words.ts'
import type { Desk } from './desk.ts'
import { endLine, joinLine, type Line, type Lost, openLine, takeAcknowledgement } from './line.ts'
import { publishMessage } from './parse-message.ts'
import { watchOver } from './watch-over.ts'

/** The account's own stream, connected anew as often as it is lost. */
export interface PrivateStream {
  /** Gives up the present connection, as if it had been lost. */
  drop(reason: string): void
}

const PAUSE_MIN_MS = 250
const PAUSE_MAX_MS = 10 * SECOND_MS

/** Begins to listen and goes on until the desk is closed. */
export const listenToAccount = (desk: Desk): PrivateStream => {
  const present: { line: Line | undefined } = { line: undefined }
  const listen = async (): Promise<void> => {
    for (let failures = 0; !desk.closed; ) {
      const lost = await listenOnce(desk, (line) => {
        present.line = line
      })
      if (desk.closed) return
      failures = lost.wasConnected ? 0 : failures + 1
      desk.client.troubles.raise('PRIVATE_STREAM', `The account's stream is not connected: ${lost.reason}`)
      await desk.delay(pauseFor(desk, failures, lost))
    }
  }
  void listen()
  return {
    drop(reason) {
      if (present.line) endLine(present.line, { reason })
    },
  }
}

/** Longer with each failure, never the same for two of us; a key that is refused will be refused again. */
const pauseFor = ({ random }: Desk, failures: number, { keyRefused }: Lost): number => {
  if (keyRefused) return PAUSE_MAX_MS
  const pauseMs = Math.min(PAUSE_MAX_MS, PAUSE_MIN_MS * 2 ** Math.min(failures, 10))
  return pauseMs * (0.5 + random() / 2)
}

/** One connection from beginning to end. A client of the library that has lost it is never used again. */
const listenOnce = async (desk: Desk, begun: (line: Line) => void): Promise<Lost> => {
  const opened = await openLine(desk)
  if (!opened.ok) return { reason: opened.error, keyRefused: false, wasConnected: false }
  const line = opened.value
  begun(line)
  tapLibrary(line)
  void watchOver(line)
  void signIn(line)
  const lost = await line.ended
  line.dispose()
  if (lost.wasConnected) desk.publish({ kind: 'stream', state: 'lost' })
  return lost
}

/** Observes connections and every message before the library does, which merges two updates that come together. */
const tapLibrary = (line: Line): void => {
  const { streams, desk } = line
  const { isPrivate } = desk.dialect.stream
  const handleMessage = streams.handleMessage.bind(streams)
  const onConnected = streams.onConnected.bind(streams)
  const onError = streams.onError.bind(streams)
  const onClose = streams.onClose.bind(streams)
  streams.handleMessage = (socket: { url: string }, message: unknown) => {
    line.messages++
    if (isPrivate(socket.url) && !line.over) takeMessage(line, message)
    handleMessage(socket, message)
  }
  streams.onConnected = (socket: { url: string }, message: unknown) => {
    if (isPrivate(socket.url)) joinLine(line)
    onConnected(socket, message)
  }
  streams.onError = (socket: { url: string }, error: unknown) => {
    if (isPrivate(socket.url)) endLine(line, { reason: harmlessWords(error) })
    onError(socket, error)
  }
  streams.onClose = (socket: { url: string }, event: unknown) => {
    if (isPrivate(socket.url)) endLine(line, { reason: 'the exchange has closed the connection' })
    onClose(socket, event)
  }
}

const takeMessage = (line: Line, message: unknown): void => {
  const { desk } = line
  const parsed = publishMessage(desk, message)
  if (parsed.acknowledged !== undefined) takeAcknowledgement(line, parsed.acknowledged)
  const { ended, fault } = parsed
  if (ended === undefined) return
  const { dialect, troubles } = desk.client
  const keyRefused = fault !== undefined && dialect.errors.keyRefused.has(fault.code)
  if (keyRefused) troubles.raise('KEY_REFUSED', `${dialect.name} refuses the key: ${fault.code} ${fault.message}`)
  endLine(line, { reason: ended, keyRefused })
}

const signIn = async (line: Line): Promise<void> => {
  const { desk, streams } = line
  const { stream } = desk.dialect
  const called = await desk.client.call(() => stream.authenticate(streams), { urgency: 'PROTECT' })
  if (called.kind !== 'answered') return endLine(line, refusalIn(desk, called))
  for (const watch of stream.watches) void keepWatching(line, watch)
}

const refusalIn = ({ client }: Desk, called: Exclude<Called<unknown>, { kind: 'answered' }>) => {
  if (called.kind !== 'refused') return { reason: called.reason }
  const { code, message } = called.fault
  return { reason: `${code} ${message}`, keyRefused: client.dialect.errors.keyRefused.has(code) }
}

const keepWatching = async (line: Line, watch: (streams: Line['streams']) => Promise<unknown>): Promise<void> => {
  try {
    while (!line.over) await watch(line.streams)
  } catch (error) {
    endLine(line, { reason: harmlessWords(error) })
  }
}
