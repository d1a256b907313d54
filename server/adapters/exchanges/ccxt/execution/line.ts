/** One connection to the exchange's account stream: opens it, tracks its subscriptions, and ends it. */

import type { Exchange } from 'ccxt'
import { err, ok, type Result } from '../../../../core/result.ts'
import { redactError } from '../redact-error.ts'
import type { Desk } from './desk.ts'

/** One connection to the exchange's account stream, with its own CCXT client. */
export interface Line {
  readonly desk: Desk
  readonly streams: Exchange
  /** True when the private socket is open. */
  joined: boolean
  readonly acknowledged: Set<string>
  /** True when open and fully subscribed: published as connected. */
  connected: boolean
  over: boolean
  /** Number of messages received. */
  messages: number
  readonly ended: Promise<Lost>
  readonly settle: (lost: Lost) => void
  /** Closes everything of the connection in any state, without waiting for the other side. */
  dispose(): void
}

/** Reason why a connection ended. */
export interface Lost {
  readonly reason: string
  readonly keyRefused: boolean
  /** True when the connection had been published as connected. */
  readonly wasConnected: boolean
}

export const openLine = async (desk: Desk): Promise<Result<Line, string>> => {
  try {
    const streams = await desk.client.openStreams()
    // Positions are read on request: the library would read them at each subscription.
    streams.options.watchPositions = { fetchPositionsSnapshot: false, awaitPositionsSnapshot: false }
    const { promise, resolve } = Promise.withResolvers<Lost>()
    const stopTimers = ownTimers(streams)
    return ok({
      desk,
      streams,
      joined: false,
      acknowledged: new Set(),
      connected: false,
      over: false,
      messages: 0,
      ended: promise,
      settle: resolve,
      dispose() {
        stopTimers()
        for (const { connection } of Object.values(streams.clients ?? {})) connection?.terminate?.()
        streams.close().catch(() => {})
      },
    })
  } catch (error) {
    return err(redactError(error))
  }
}

/**
 * Takes over CCXT's timers, such as those that renew keys, because they would outlive the client; returns a function
 * that stops them.
 */
const ownTimers = (streams: Exchange): (() => void) => {
  const timers = new Set<NodeJS.Timeout>()
  streams.delay = (ms: number, method: (...args: unknown[]) => unknown, ...args: unknown[]) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      void streams.spawn(method, ...args)
    }, ms)
    timers.add(timer.unref())
  }
  return () => {
    for (const timer of timers) clearTimeout(timer)
  }
}

export const joinLine = (line: Line): void => {
  line.joined = true
  publishConnected(line)
}

export const acceptAcknowledgement = (line: Line, name: string): void => {
  line.acknowledged.add(name)
  publishConnected(line)
}

/**
 * Publishes the connection once it is fully subscribed. Earlier events may have been missed: the engine then reads the
 * account.
 */
const publishConnected = (line: Line): void => {
  const { desk, joined, acknowledged, connected, over } = line
  if (!joined || connected || over || acknowledged.size < desk.dialect.stream.subscriptions) return
  line.connected = true
  desk.client.troubles.clear('PRIVATE_STREAM')
  desk.publish({ kind: 'stream', state: 'connected' })
}

/** Ends a connection once; later messages on it are ignored. */
export const endLine = (line: Line, { reason, keyRefused = false }: Partial<Lost> & { reason: string }): void => {
  if (line.over) return
  line.over = true
  line.settle({ reason, keyRefused, wasConnected: line.connected })
}
