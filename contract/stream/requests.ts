/** Wire types of the messages that a client sends on the stream. */

import { type Static, Type } from 'typebox'

const id = Type.Optional(
  Type.String({ minLength: 1, maxLength: 64, description: 'Chosen by the client; returned in the response' }),
)
const closed = { additionalProperties: false } as const
const channels = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  minItems: 1,
  uniqueItems: true,
  examples: [['market.ticker:BTCUSDT', 'account.orders']],
})

const account = Type.Optional(
  Type.String({
    maxLength: 64,
    description: 'Account of the channels, which their messages then name; the first of the server if omitted',
  }),
)

/** First message of a client that sent no token with the upgrade; later, the same with a newer token. */
const AuthRequest = Type.Object(
  {
    id,
    op: Type.Literal('auth'),
    args: Type.Object({ token: Type.String({ minLength: 1, description: 'An access token' }) }, closed),
  },
  closed,
)
type AuthRequest = Static<typeof AuthRequest>

/**
 * Subscribes all of the channels, or none with an error. A channel that is already subscribed restarts with a
 * snapshot.
 */
const SubscribeRequest = Type.Object(
  { id, op: Type.Literal('subscribe'), args: Type.Object({ channels, account }, closed) },
  closed,
)
export type SubscribeRequest = Static<typeof SubscribeRequest>

/** Unsubscribes channels; those not subscribed are ignored. */
const UnsubscribeRequest = Type.Object(
  { id, op: Type.Literal('unsubscribe'), args: Type.Object({ channels, account }, closed) },
  closed,
)
type UnsubscribeRequest = Static<typeof UnsubscribeRequest>

const PingRequest = Type.Object({ id, op: Type.Literal('ping') }, closed)
type PingRequest = Static<typeof PingRequest>

export type StreamRequest = AuthRequest | SubscribeRequest | UnsubscribeRequest | PingRequest

/** Requests of a client, by their `op`. */
export const REQUESTS = {
  auth: AuthRequest,
  subscribe: SubscribeRequest,
  unsubscribe: UnsubscribeRequest,
  ping: PingRequest,
} as const
