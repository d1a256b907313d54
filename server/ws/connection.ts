/** A client connection of the stream: its state, sending a message, and ending it. */

import type { AuthAck, AuthExpiring, ChannelsAck, Closing, Pong, StreamError } from '../../contract/stream/answers.ts'
import { CLOSE_CODES, type CloseCode, STREAM_VERSION } from '../../contract/stream/limits.ts'
import type { StreamRequest } from '../../contract/stream/requests.ts'
import type { Instant } from '../core/instant.ts'
import type { Result } from '../core/result.ts'
import type { AuthRefusal } from '../identity/authenticate.ts'
import type { Principal } from '../identity/session.ts'
import { createFrame, sharedMessage, UNNUMBERED } from './frame.ts'
import { type Hub, leave } from './hub.ts'
import { enqueue } from './outbox.ts'
import type { Outbox, Subscription } from './stream-state.ts'

/** A client connection: its principal, its subscriptions, and its recent request rate. Changed in place. */
export interface Connection {
  readonly parts: ConnectionParts
  /** Measured by `monotonic`. */
  readonly openedAtMs: number
  principal: Principal | undefined
  /** Requests received while a token is being verified. */
  held: StreamRequest[] | undefined
  readonly subscriptions: Map<string, Subscription>
  /** Times of the newest messages, by `monotonic`. */
  readonly receivedAtMs: number[]
  expiryNotified: boolean
  ended: boolean
}

/** Dependencies of one client connection. */
export interface ConnectionParts {
  /** Hub of the first account, which also writes the messages of all others. */
  readonly hub: Hub
  /** Returns the hub of an account, or the accounts that the caller may read instead; the first if none is named. */
  readonly findHub: (account: string | null, principal: Principal) => Result<Hub, readonly string[]>
  readonly outbox: Outbox
  readonly authenticate: (token: string) => Promise<Result<Principal, AuthRefusal>>
  /** Returns whether this user may open another connection. */
  readonly admits: (principal: Principal) => boolean
  /** Counts an invalid token against its address; returns whether the limit is exceeded. */
  readonly isOneTooMany: () => boolean
  /** Closes the socket once pending messages are written. */
  readonly close: (code: CloseCode) => void
  readonly now: () => Instant
  /** Monotonic clock, for durations. */
  readonly monotonic: () => number
}

export const createConnection = (parts: ConnectionParts): Connection => ({
  parts,
  openedAtMs: parts.monotonic(),
  principal: undefined,
  held: undefined,
  subscriptions: new Map(),
  receivedAtMs: [],
  expiryNotified: false,
  ended: false,
})

/** A message to a client outside its channels, without the common fields. */
export type ServerMessage =
  | Bare<AuthAck>
  | Bare<ChannelsAck>
  | Bare<Pong>
  | Bare<StreamError>
  | Bare<AuthExpiring>
  | Bare<Closing>
type Bare<Message> = Omit<Message, 'v' | 'epoch' | 'sentAtMs'>

export const send = ({ parts }: Connection, content: ServerMessage): void => {
  const { hub, outbox, now } = parts
  const { type, ...rest } = content
  const message = { v: STREAM_VERSION, type, epoch: hub.parts.epoch, sentAtMs: now(), ...rest }
  enqueue(outbox, createFrame(sharedMessage(JSON.stringify(message)), UNNUMBERED))
}

/** Sends the reason and ends the connection; nothing is received or sent afterwards. */
export const end = (
  connection: Connection,
  closeCode: CloseCode,
  detail: string = CLOSE_CODES[closeCode].meaning,
): void => {
  if (connection.ended) return
  const { code, remedy } = CLOSE_CODES[closeCode]
  send(connection, { type: 'closing', data: { closeCode, code, detail, remedy } })
  forget(connection)
  connection.parts.close(closeCode)
}

/** Removes an ended connection, whichever side has closed it. */
export const forget = (connection: Connection): void => {
  connection.ended = true
  for (const subscription of connection.subscriptions.values()) leave(subscription)
  connection.subscriptions.clear()
}
