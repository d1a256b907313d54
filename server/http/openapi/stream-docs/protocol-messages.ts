/** Documentation of the stream's requests and of the server messages about the connection, with examples. */

import { AuthAck, AuthExpiring, ChannelsAck, Closing, Pong, StreamError } from '../../../../contract/stream/answers.ts'
import { CLOSE_CODES } from '../../../../contract/stream/limits.ts'
import { REQUESTS, type StreamRequest } from '../../../../contract/stream/requests.ts'
import { type DocumentedMessage, ENVELOPE } from './shared-schemas.ts'

const channels = ['market.ticker:BTCUSDT', 'market.orderbook.5:BTCUSDT', 'account.orders']

const payloads = (...all: readonly object[]): DocumentedMessage['examples'] =>
  all.map((payload, index) => ({ name: `example${index + 1}`, payload }))

/** Server messages about the connection itself. */
export const ANSWERS = {
  authAck: {
    title: 'The token was accepted',
    schema: AuthAck,
    about: 'Channels can be subscribed to until the token expires.',
    examples: payloads({
      ...ENVELOPE,
      type: 'ack',
      id: '1',
      op: 'auth',
      data: { username: 'anna', roles: ['TRADER'], tokenExpiresAtMs: 1795297595678 },
    } satisfies AuthAck),
  },
  channelsAck: {
    title: 'Channels were subscribed or unsubscribed',
    schema: ChannelsAck,
    about: 'The snapshots follow it. After the `ack` of `unsubscribe`, these channels send nothing more.',
    examples: payloads({
      ...ENVELOPE,
      type: 'ack',
      id: '2',
      op: 'subscribe',
      data: { channels },
    } satisfies ChannelsAck),
  },
  pong: {
    title: 'The server is reachable',
    schema: Pong,
    about: 'The response to `ping`.',
    examples: payloads({ ...ENVELOPE, type: 'pong', id: '4' } satisfies Pong),
  },
  error: {
    title: 'A request was rejected',
    schema: StreamError,
    about: 'The request had no effect. If the error ends the connection, `closing` follows.',
    examples: payloads({
      ...ENVELOPE,
      type: 'error',
      id: '2',
      data: {
        code: 'UNKNOWN_CHANNEL',
        detail: 'XYZUSDT is not traded here.',
        remedy: 'GET /api/v381/market/instruments lists the available instruments.',
        errors: [{ pointer: '/args/channels/1', detail: 'XYZUSDT is not traded here.' }],
      },
    } satisfies StreamError),
  },
  authExpiring: {
    title: 'The token expires soon',
    schema: AuthExpiring,
    about: 'Sent one minute before expiry. Send `auth` with a newer token of the same user; subscriptions continue.',
    examples: payloads({
      ...ENVELOPE,
      type: 'event',
      data: { event: 'auth.expiring', tokenExpiresAtMs: 1795296755678 },
    } satisfies AuthExpiring),
  },
  closing: {
    title: 'The server closes the connection',
    schema: Closing,
    about: 'The last message. The close frame that follows carries the same code.',
    examples: payloads({
      ...ENVELOPE,
      type: 'closing',
      data: {
        closeCode: 4401,
        code: CLOSE_CODES[4401].code,
        detail: 'The token has expired.',
        remedy: CLOSE_CODES[4401].remedy,
      },
    } satisfies Closing),
  },
} as const satisfies Record<string, Omit<DocumentedMessage, 'name'>>

type Answer = keyof typeof ANSWERS

/** A client message and its possible responses. */
interface DocumentedRequest extends DocumentedMessage {
  readonly answers: readonly Answer[]
}

const request = (
  { op, ...rest }: StreamRequest,
  { title, about, answers }: Pick<DocumentedRequest, 'title' | 'about' | 'answers'>,
): DocumentedRequest => ({
  name: op,
  title,
  about,
  answers,
  schema: REQUESTS[op],
  examples: payloads({ op, ...rest }),
})

/** All requests that a client can send. */
export const DOCUMENTED_REQUESTS: readonly DocumentedRequest[] = [
  request(
    { id: '1', op: 'auth', args: { token: 'eyJhbGciOiJFZERTQSIsImtpZCI6IjEifQ.…' } },
    {
      title: 'Authenticate',
      about:
        'The first message of a client that did not send the token with the upgrade; later, renews the token. Requests sent before its response are queued.',
      answers: ['authAck', 'closing'],
    },
  ),
  request(
    { id: '2', op: 'subscribe', args: { channels } },
    {
      title: 'Subscribe to channels',
      about:
        'Subscribes to all of them, or to none with an error. A channel that is already subscribed restarts with a snapshot.',
      answers: ['channelsAck', 'error'],
    },
  ),
  request(
    { id: '3', op: 'unsubscribe', args: { channels: ['market.ticker:BTCUSDT'] } },
    {
      title: 'Unsubscribe from channels',
      about: 'Channels that are not subscribed are ignored.',
      answers: ['channelsAck', 'error'],
    },
  ),
  request(
    { id: '4', op: 'ping' },
    {
      title: 'Check that the server is reachable',
      about: 'For clients that cannot send WebSocket pings.',
      answers: ['pong'],
    },
  ),
]
