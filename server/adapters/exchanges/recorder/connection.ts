/** WebSocket connection of the recorder, reopened with increasing delay whenever it is lost or silent. */

import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { SECOND_MS } from '../../../core/instant.ts'
import type { Random } from '../../../core/random.ts'

/** Connects, and reconnects whenever the connection is lost or silent, until it is aborted. */
export const keepConnected = async (order: ConnectionOrder): Promise<void> => {
  const { signal, random } = order
  let failures = 0
  while (!signal.aborted) {
    const { reason, received } = await listen(order)
    if (signal.aborted) return
    failures = received ? 0 : failures + 1
    const waitMs = backoffMs(failures, random)
    order.onDown(reason, waitMs)
    await sleep(waitMs, undefined, { signal }).catch(() => {})
  }
}

/** Options of a stream connection that is reopened whenever it closes. */
export interface ConnectionOrder {
  readonly url: string
  readonly random: Random
  /** Ends the connection permanently. */
  readonly signal: AbortSignal
  /** Time without a message after which the connection is considered dead. */
  readonly silenceMaxMs: number
  onMessage(text: string): void
  /** Called whenever the connection is established. */
  onUp(): void
  /** Called when the connection was lost or could not be opened; it is retried after `againAfterMs`. */
  onDown(reason: string, againAfterMs: number): void
}

const CHECKS = 5
const OPENS_WITHIN_MS = 10 * SECOND_MS
const MESSAGE_MAX_BYTES = 16 * 1024 * 1024

const BACKOFF_MIN_MS = 250
const BACKOFF_MAX_MS = 30 * SECOND_MS

/** Returns the delay: twice as long each time, with jitter so that clients do not all reconnect at the same time. */
export const backoffMs = (failures: number, random: Random): number =>
  Math.round(Math.min(BACKOFF_MIN_MS * 2 ** failures, BACKOFF_MAX_MS) * (0.5 + random() / 2))

interface Ended {
  readonly reason: string
  readonly received: boolean
}

const listen = ({ url, signal, silenceMaxMs, onMessage, onUp }: ConnectionOrder): Promise<Ended> =>
  new Promise((resolve) => {
    const socket = new WebSocket(url, {
      handshakeTimeout: OPENS_WITHIN_MS,
      maxPayload: MESSAGE_MAX_BYTES,
      perMessageDeflate: false,
    })
    let receivedAtMs: number | undefined
    let reason: string | undefined
    const end = (why: string): void => {
      reason ??= why
      socket.terminate()
    }
    const abort = (): void => end('aborted')
    const check = setInterval(() => {
      if (receivedAtMs === undefined || performance.now() - receivedAtMs <= silenceMaxMs) return
      end(`no message arrived for ${silenceMaxMs / SECOND_MS} s`)
    }, silenceMaxMs / CHECKS)
    let received = false
    signal.addEventListener('abort', abort)
    socket.on('open', () => {
      receivedAtMs = performance.now()
      onUp()
    })
    socket.on('message', (data) => {
      receivedAtMs = performance.now()
      received = true
      onMessage(String(data))
    })
    socket.on('error', ({ message }) => end(message))
    socket.on('close', (code) => {
      clearInterval(check)
      signal.removeEventListener('abort', abort)
      resolve({ reason: reason ?? `closed by the exchange, code ${code}`, received })
    })
  })
