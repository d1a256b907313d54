/** State of the stream, and its events other than channel messages. */

import type { PlimsollError } from '../plimsoll-error.ts'
import type { Channel } from './wire.ts'

/** Event of the stream itself. */
export type StreamEvent =
  | { readonly kind: 'state'; readonly state: StreamState }
  /** A message was missing; the channel restarts with a snapshot. */
  | { readonly kind: 'gap'; readonly channel: Channel; readonly expected: number; readonly prevSeq: number }
  /** The server has been restarted. */
  | { readonly kind: 'epoch'; readonly epoch: string; readonly before: string }
  /** Subscriptions to these channels were refused. */
  | { readonly kind: 'refused'; readonly channels: readonly Channel[]; readonly error: PlimsollError }
  /** No newer token could be obtained; the connection ends when the current one expires. */
  | { readonly kind: 'token'; readonly error: unknown }

/** State of the stream. */
export type StreamState =
  /** A connection is being opened or authenticated. */
  | { readonly name: 'connecting' }
  | { readonly name: 'open'; readonly epoch: string }
  /** The server did not answer a ping for 10 seconds. */
  | { readonly name: 'stale'; readonly epoch: string }
  /** Disconnected. The next attempt follows after `retryInMs`; none if that is null. */
  | {
      readonly name: 'closed'
      readonly code: number
      readonly reason: string
      readonly remedy: string
      readonly retryInMs: number | null
    }
