/** Run of the market data source across reconnections: its state, its timers and the publication of its events. */

import type { Exchange } from 'ccxt'
import type { Instant } from '../../../../core/instant.ts'
import type { Random } from '../../../../core/random.ts'
import { eventTime, type InstrumentEvent } from '../../../../domain/market/market-event.ts'
import type { Client } from '../client.ts'
import type { Listings } from '../listing.ts'
import type { Channel } from './channel.ts'
import { type EventBuffer, publish } from './event-buffer.ts'
import type { Feed } from './feed.ts'
import type { Unreadable } from './unreadable-data.ts'
import type { Watchdog } from './watchdog.ts'

/** State of the market data source that outlives its connections. */
export interface Run {
  readonly client: Client
  readonly feed: Feed
  /** True when trades are numbered without gaps in the subscribed stream. */
  readonly numbered: boolean
  readonly channels: ReadonlyMap<string, Channel>
  readonly buffer: EventBuffer
  readonly unreadable: Unreadable
  readonly random: Random
  readonly delay: (ms: number, signal: AbortSignal) => Promise<void>
  readonly monotonic: () => number
  readonly since: (symbol: string) => Instant | undefined
  readonly signal: AbortSignal
  /** As in `SourceParts`. */
  readonly onListings?: (listings: Listings) => void
  connection: Connection | undefined
}

/** One streaming client of the library, from open to close. A lost connection is replaced, never repaired. */
export interface Connection {
  readonly library: Exchange
  /** Channels by the exchange's own symbol. */
  readonly byNative: ReadonlyMap<string, Channel>
  readonly watchdog: Watchdog
  readonly ending: AbortController
  /** Resolves when the connection is lost. */
  readonly ended: Promise<void>
}

/** Waits for a time; false when the wait was aborted. */
export const pause = async ({ delay }: Pick<Run, 'delay'>, ms: number, signal: AbortSignal): Promise<boolean> => {
  try {
    if (!signal.aborted && ms > 0) await delay(ms, signal)
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return !signal.aborted
}

/** Resolves with the result of the work, with `too late` after the time limit, or with `ended` when it was aborted. */
export const within = async <T>(
  run: Pick<Run, 'delay'>,
  ms: number,
  signal: AbortSignal,
  work: Promise<T>,
): Promise<T | 'too late' | 'ended'> => {
  const over = new AbortController()
  const timeLimit = pause(run, ms, AbortSignal.any([signal, over.signal]))
  try {
    return await Promise.race([work, timeLimit.then((waited) => (waited ? 'too late' : 'ended'))])
  } finally {
    over.abort()
  }
}

/** Publishes an event of an instrument. */
export const publishEvent = (run: Run, channel: Channel, event: InstrumentEvent): void => {
  channel.publishedMs = Math.max(channel.publishedMs, eventTime(event) ?? 0)
  publish(run.buffer, event)
}

export const listedChannels = ({ channels }: Run): Channel[] => [...channels.values()].filter(({ listed }) => listed)
