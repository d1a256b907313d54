import type { PlimsollError } from '../plimsoll-error.ts'
import type { Reader } from './subscriptions.ts'
import type { Channel, ChannelMessage } from './wire.ts'

/** A message, and how many before it were dropped because they were read too slowly. */
export type ReadMessage<C extends Channel> = ChannelMessage<C> & { readonly dropped: number }

export interface Reading {
  /** Of the messages that nobody has taken so many are kept, the newest. */
  readonly bufferMax?: number
  /** Ends the reading. */
  readonly signal?: AbortSignal | undefined
}

/** The messages of a channel, to be read one after the other. */
export async function* readMessages<C extends Channel>(
  subscribe: (reader: Reader) => () => void,
  { bufferMax, signal }: Reading & { readonly bufferMax: number },
): AsyncGenerator<ReadMessage<C>, void, undefined> {
  const waiting: ReadMessage<C>[] = []
  let dropped = 0
  let wake: () => void = () => {}
  let failure: PlimsollError | undefined
  const unsubscribe = subscribe({
    tell(message) {
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
  signal?.addEventListener('abort', stop)
  try {
    for (;;) {
      if (signal?.aborted) return
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
    signal?.removeEventListener('abort', stop)
    unsubscribe()
  }
}
