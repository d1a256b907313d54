/** Messages, and the port through which a channel sends them. */

import type { Severity } from '../../contract/monitor/surface.ts'
import type { Id } from '../core/id.ts'
import type { Instant } from '../core/instant.ts'
import type { ChannelFault, ChannelTruth } from '../monitor/inputs/messenger.ts'

export type { ChannelFault } from '../monitor/inputs/messenger.ts'

/** Message content, the same on every channel. */
export interface Message {
  /** Identifier, the same in every attempt. */
  readonly id: Id<'msg'>
  readonly type: 'alert' | 'recovery' | 'digest'
  readonly title: string
  readonly text: string
  readonly severity: Severity
  readonly atMs: Instant
  /** Plain JSON for programs. */
  readonly data: unknown
}

/** Result of one attempt. A failure carries only its category: error texts may contain addresses or tokens. */
export type Attempt =
  | { readonly ok: true }
  | { readonly ok: false; readonly category: ChannelFault; readonly retryAfterMs: number | null }

/** Sender of a channel. Neither method ever rejects, and both have a time limit. */
export interface Sender {
  readonly kind: ChannelTruth['kind']
  send(message: Message, signal: AbortSignal): Promise<Attempt>
  /** Checks that a message could be sent, without sending one. */
  probe(signal: AbortSignal): Promise<Attempt>
}

export const SENT: Attempt = { ok: true }

export const failedAs = (category: ChannelFault, retryAfterMs: number | null = null): Attempt => ({
  ok: false,
  category,
  retryAfterMs,
})
