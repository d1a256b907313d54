import { SECOND_MS } from '../../../../core/instant.ts'
import { endLine, type Line } from './line.ts'

const CHECK_EVERY_MS = SECOND_MS
/** The library pings every ten seconds: without a word or an answer for so long the other side is gone. */
const SILENCE_MS = 25 * SECOND_MS
const CONNECT_WITHIN_MS = 15 * SECOND_MS
/** Delay of a check that counts as sleep of the process, perhaps with the whole machine. */
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

/** Changes with each message and each answered ping of the private connection. */
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
  if (passedMs - CHECK_EVERY_MS > ASLEEP_MS) return 'this process was asleep'
  if (!connected) return next.atMs - begunAtMs > CONNECT_WITHIN_MS ? 'it was not connected in time' : undefined
  return next.atMs - aliveAtMs > SILENCE_MS ? 'it has been silent' : undefined
}
