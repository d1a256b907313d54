/** Reads the messages of a channel as an async iterator with a bounded buffer. */

import type { PlimsollError } from '../plimsoll-error.ts'
import type { Reader } from './subscriptions.ts'
import type { Channel, ChannelMessage } from './wire.ts'

/** A message, and how many before it were dropped because they were read too slowly. */
export type ReadMessage<C extends Channel> = ChannelMessage<C> & { readonly dropped: number }

export interface Reading {
  /** Maximum number of unread messages; the oldest are dropped first. */
  readonly bufferMax?: number
  /** Ends the reading. */
  readonly signal?: AbortSignal | undefined
}

/** Iterator over the messages of a channel. */
export interface Messages<C extends Channel> extends AsyncIterableIterator<ReadMessage<C>, void, undefined> {
  /** Ends the reading, including a pending `next`. */
  return(): Promise<IteratorResult<ReadMessage<C>, void>>
}

type Subscribe = (reader: Reader) => () => void

/** Returns the messages of a channel; it is subscribed on the first call of `next`. */
export const readMessages = <C extends Channel>(
  subscribe: Subscribe,
  { bufferMax, signal }: Reading & { readonly bufferMax: number },
): Messages<C> => {
  const left = new AbortController()
  const end = AbortSignal.any(signal ? [signal, left.signal] : [left.signal])
  const messages = generate<C>(subscribe, bufferMax, end)
  return {
    next: () => messages.next(),
    return: () => {
      left.abort()
      return messages.return()
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

async function* generate<C extends Channel>(
  subscribe: Subscribe,
  bufferMax: number,
  end: AbortSignal,
): AsyncGenerator<ReadMessage<C>, void, undefined> {
  const waiting: ReadMessage<C>[] = []
  let dropped = 0
  let wake: () => void = () => {}
  let failure: PlimsollError | undefined
  const unsubscribe = subscribe({
    receive(message) {
      if (waiting.length >= bufferMax) dropped += (waiting.shift()?.dropped ?? 0) + 1
      waiting.push({ ...(message as ChannelMessage<C>), dropped: 0 })
      wake()
    },
    ended(error) {
      failure = error
      wake()
    },
  })
  const stop = (): void => wake()
  end.addEventListener('abort', stop)
  try {
    for (;;) {
      if (end.aborted) return
      const next = waiting.shift()
      if (next) {
        const missed = dropped
        dropped = 0
        yield { ...next, dropped: missed }
      } else if (failure?.code === 'STREAM_CLOSED') return
      else if (failure) throw failure
      else await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
    end.removeEventListener('abort', stop)
    unsubscribe()
  }
}
