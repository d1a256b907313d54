/**
 * Account stream of the exchange: connects and reconnects, checks that it is alive, and publishes reports and fills to
 * the engine.
 */

import { SECOND_MS } from '../../../../core/instant.ts'
import type { Called } from '../client.ts'
import { idText } from '../fields.ts'
import { redactError } from '../redact-error.ts'
import type { Desk } from './desk.ts'
import { acceptAcknowledgement, endLine, joinLine, type Line, type Lost, openLine } from './line.ts'
import type { RawFill, StreamMessage } from './order-dialect.ts'
import type { Owner } from './order-memory.ts'
import { isFeeMissing, ownerOfFill, readFill } from './read-fill.ts'
import { readReport } from './read-order.ts'
import { readFills } from './read-orders-and-fills.ts'
import { whole } from './reader.ts'

/** Handle of the account stream, which reconnects whenever it is lost. */
export interface PrivateStream {
  /** Ends the current connection, as if it had been lost. */
  drop(reason: string): void
}

const PAUSE_MIN_MS = 250
const PAUSE_MAX_MS = 10 * SECOND_MS

/** Listens to the account until the desk is closed. */
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

/**
 * Returns the pause before reconnecting: longer with each failure, randomised, and at its maximum for a refused key.
 */
const pauseFor = ({ random }: Desk, failures: number, { keyRefused }: Lost): number => {
  if (keyRefused) return PAUSE_MAX_MS
  const pauseMs = Math.min(PAUSE_MAX_MS, PAUSE_MIN_MS * 2 ** Math.min(failures, 10))
  return pauseMs * (0.5 + random() / 2)
}

/** Runs one connection until it is lost. A library client that has lost its connection is never reused. */
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

/** Observes connections and every message before the library, which merges simultaneous updates. */
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
    if (isPrivate(socket.url)) endLine(line, { reason: redactError(error) })
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
  if (parsed.acknowledged !== undefined) acceptAcknowledgement(line, parsed.acknowledged)
  const { ended, fault } = parsed
  if (ended === undefined) return
  const { dialect, troubles } = desk.client
  const keyRefused = fault !== undefined && dialect.errors.keyRefused.has(fault.code)
  if (keyRefused) troubles.raise('KEY_REFUSED', `${dialect.name} rejects the key: ${fault.code} ${fault.message}`)
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
    endLine(line, { reason: redactError(error) })
  }
}

/** Publishes the events of a stream message to the engine, and returns its information on the stream itself. */
export const publishMessage = (desk: Desk, message: unknown): StreamMessage => {
  const parsed = parseMessage(desk, message)
  for (const order of parsed.orders ?? []) {
    const report = readReport(desk.reader, desk.memory, order)
    if (report) desk.publish({ kind: 'report', report })
  }
  for (const fill of parsed.fills ?? []) publishFill(desk, fill)
  return parsed
}

const parseMessage = ({ dialect, reader }: Desk, message: unknown): StreamMessage => {
  try {
    return dialect.stream.parseMessage(message)
  } catch (error) {
    whole(reader, `a message of the stream (${redactError(error)})`, { form: undefined })
    return {}
  }
}

/**
 * Publishes a fill. If its order is not identified, the order is queried; if that fails, the next reading adds the
 * fill.
 */
const publishFill = (desk: Desk, rawFill: RawFill): void => {
  const owner = ownerOfFill(desk.memory, rawFill)
  if (!owner) return void queryAndPublish(desk, rawFill)
  if (isFeeMissing(rawFill)) return void publishWithFee(desk, rawFill, owner)
  const fill = readFill(desk.reader, rawFill, owner)
  if (fill) desk.publish({ kind: 'fill', fill })
}

/** Queries an execution whose fee is not in the stream; one that is not listed yet is booked with an estimate. */
const publishWithFee = async (desk: Desk, rawFill: RawFill, owner: Owner): Promise<void> => {
  const { client, dialect, reader } = desk
  const [listing, orderId] = [reader.byNative.get(rawFill.native), idText(rawFill.orderId)]
  if (!listing || orderId === undefined) return
  const called = await client.call((rest) => dialect.orderExecutions(rest, listing, orderId), { urgency: 'ACCOUNT' })
  const listed =
    called.kind === 'answered' ? called.value.find(({ id }) => idText(id) === idText(rawFill.id)) : undefined
  const fill = readFill(reader, { ...rawFill, fee: listed?.fee, feeAsset: listed?.feeAsset }, owner)
  if (fill) desk.publish({ kind: 'fill', fill })
}

const queryAndPublish = async (desk: Desk, rawFill: RawFill): Promise<void> => {
  const fills = await readFills(desk, [rawFill])
  for (const fill of fills ?? []) desk.publish({ kind: 'fill', fill })
}

const CHECK_EVERY_MS = SECOND_MS
/** Silence after which the connection is considered dead; the library pings every ten seconds. */
const SILENCE_MS = 25 * SECOND_MS
const CONNECT_WITHIN_MS = 15 * SECOND_MS
/** Delay of a check from which the process counts as suspended, perhaps with the whole machine. */
const ASLEEP_MS = 10 * SECOND_MS

/** Checks that a connection is alive, and publishes each proof of it. */
export const watchOver = async (line: Line): Promise<void> => {
  const { desk } = line
  const begunAtMs = desk.monotonic()
  let previous = { atMs: begunAtMs, wallMs: desk.clock(), sign: readSign(line) }
  let aliveAtMs = begunAtMs
  while (!line.over) {
    await desk.delay(CHECK_EVERY_MS)
    const next = { atMs: desk.monotonic(), wallMs: desk.clock(), sign: readSign(line) }
    const isAlive = next.sign !== previous.sign
    if (isAlive) aliveAtMs = next.atMs
    const reason = reasonToEnd(line, { previous, next, aliveAtMs, begunAtMs })
    if (reason !== undefined) return endLine(line, { reason })
    if (isAlive && line.connected && !line.over) desk.publish({ kind: 'heartbeat' })
    previous = next
  }
}

/** Returns a string that changes with each message and each answered ping of the private connection. */
const readSign = ({ streams, messages, desk }: Line): string => {
  const sockets = Object.values(streams.clients ?? {}) as readonly { url: string; lastPong?: number }[]
  return [messages, ...sockets.filter(({ url }) => desk.dialect.stream.isPrivate(url)).map(readLastPong)].join()
}

const readLastPong = ({ lastPong }: { lastPong?: number }): number => lastPong ?? 0

interface Check {
  readonly atMs: number
  readonly wallMs: number
}

interface Observation {
  readonly previous: Check
  readonly next: Check
  readonly aliveAtMs: number
  readonly begunAtMs: number
}

const reasonToEnd = (
  { connected }: Line,
  { previous, next, aliveAtMs, begunAtMs }: Observation,
): string | undefined => {
  const passedMs = Math.max(next.atMs - previous.atMs, next.wallMs - previous.wallMs)
  if (passedMs - CHECK_EVERY_MS > ASLEEP_MS) return 'this process was suspended'
  if (!connected) return next.atMs - begunAtMs > CONNECT_WITHIN_MS ? 'it was not connected in time' : undefined
  return next.atMs - aliveAtMs > SILENCE_MS ? 'it has been silent' : undefined
}
