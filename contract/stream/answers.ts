/** Wire types of the messages that the server sends on the stream. */

import { type Static, type TSchema, Type } from 'typebox'
import { Ms, Nullable } from '../common.ts'
import { STREAM_VERSION } from './limits.ts'

/** Message of a channel: first a snapshot, then changes. */
export const ChannelMessage = <S extends TSchema>(channel: string, type: 'snapshot' | 'delta', data: S) =>
  Type.Object({
    seq: Type.Integer({ minimum: 1, description: 'Sequence number within this subscription; 1 is the first snapshot' }),
    prevSeq: Type.Integer({
      minimum: 0,
      description: '`seq` of the previous message. If it differs from the last one received, resubscribe',
    }),
    ...common,
    type: Type.Literal(type),
    channel: Type.String({ description: channel }),
    account: Type.Optional(Type.String({ description: 'As named by the subscription' })),
    data,
  })

const v = Type.Literal(STREAM_VERSION)
const epoch = Type.String({ description: 'Identifies the run of the server; subscriptions do not survive a new run' })
const sentAtMs = Type.Unsafe<number>({ ...Ms, description: 'Server time' })
const id = Nullable(Type.String(), '`id` of the request; null when it had none')
const common = { v, epoch, sentAtMs }

/** Message of any channel, with its data not validated. */
const AnyChannelMessage = Type.Union([
  ChannelMessage('', 'snapshot', Type.Unknown()),
  ChannelMessage('', 'delta', Type.Unknown()),
])
export type ChannelMessage = Static<typeof AnyChannelMessage>

/** Acknowledges that a token was accepted. */
export const AuthAck = Type.Object({
  ...common,
  type: Type.Literal('ack'),
  id,
  op: Type.Literal('auth'),
  data: Type.Object({
    username: Type.String(),
    roles: Type.Array(Type.String()),
    tokenExpiresAtMs: Ms,
  }),
})
export type AuthAck = Static<typeof AuthAck>

/** Acknowledges that channels were subscribed or unsubscribed. The snapshots follow it. */
export const ChannelsAck = Type.Object({
  ...common,
  type: Type.Literal('ack'),
  id,
  op: Type.Enum(['subscribe', 'unsubscribe']),
  data: Type.Object({ channels: Type.Array(Type.String()) }),
})
export type ChannelsAck = Static<typeof ChannelsAck>

export const Pong = Type.Object({ ...common, type: Type.Literal('pong'), id })
export type Pong = Static<typeof Pong>

const ERROR_CODES = ['BAD_MESSAGE', 'UNKNOWN_CHANNEL', 'UNKNOWN_ACCOUNT', 'TOO_MANY_CHANNELS'] as const

/** A request was refused and had no effect. If this ends the connection, `closing` follows. */
export const StreamError = Type.Object({
  ...common,
  type: Type.Literal('error'),
  id,
  data: Type.Object({
    code: Type.Enum([...ERROR_CODES]),
    detail: Type.String({ description: 'Errors and their positions' }),
    remedy: Type.String(),
    errors: Type.Array(Type.Object({ pointer: Type.String(), detail: Type.String() }), {
      description: 'Each with a JSON pointer into the request (RFC 6901)',
    }),
  }),
})
export type StreamError = Static<typeof StreamError>

/** The token ends soon: send `auth` with a newer one. */
export const AuthExpiring = Type.Object({
  ...common,
  type: Type.Literal('event'),
  data: Type.Object({ event: Type.Literal('auth.expiring'), tokenExpiresAtMs: Ms }),
})
export type AuthExpiring = Static<typeof AuthExpiring>

/** The last message before the server closes; the close frame carries the same code. */
export const Closing = Type.Object({
  ...common,
  type: Type.Literal('closing'),
  data: Type.Object({
    closeCode: Type.Integer(),
    code: Type.String(),
    detail: Type.String(),
    remedy: Type.String(),
  }),
})
export type Closing = Static<typeof Closing>

export type StreamMessage = ChannelMessage | AuthAck | ChannelsAck | Pong | StreamError | AuthExpiring | Closing
