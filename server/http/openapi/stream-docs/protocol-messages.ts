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
    title: 'The token was taken',
    schema: AuthAck,
    about: 'From here on channels can be subscribed, until the token ends.',
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
    about: 'The snapshots come after it. After that of `unsubscribe` nothing more comes of these channels.',
    examples: payloads({
      ...ENVELOPE,
      type: 'ack',
      id: '2',
      op: 'subscribe',
      data: { channels },
    } satisfies ChannelsAck),
  },
  pong: {
    title: 'The server is there',
    schema: Pong,
    about: 'The answer to `ping`.',
    examples: payloads({ ...ENVELOPE, type: 'pong', id: '4' } satisfies Pong),
  },
  error: {
    title: 'A request was refused',
    schema: StreamError,
    about: 'It has changed nothing. Where it ends the connection, `closing` follows.',
    examples: payloads({
      ...ENVELOPE,
      type: 'error',
      id: '2',
      data: {
        code: 'UNKNOWN_CHANNEL',
        detail: 'XYZUSDT is not traded here.',
        remedy: 'GET /api/v381/market/instruments lists what is traded here.',
        errors: [{ pointer: '/args/channels/1', detail: 'XYZUSDT is not traded here.' }],
      },
    } satisfies StreamError),
  },
  authExpiring: {
    title: 'The token ends soon',
    schema: AuthExpiring,
    about: 'A minute before it. Send `auth` with a newer one of the same user; everything goes on.',
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

/** A message of the client, and what can come back. */
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
      title: 'Show a token',
      about:
        'The first message of one who did not send the token with the upgrade; later the same with a newer token. What is sent before its answer waits for it.',
      answers: ['authAck', 'closing'],
    },
  ),
  request(
    { id: '2', op: 'subscribe', args: { channels } },
    {
      title: 'Subscribe channels',
      about: 'All of them, or none and an error. One that is subscribed already begins anew with a snapshot.',
      answers: ['channelsAck', 'error'],
    },
  ),
  request(
    { id: '3', op: 'unsubscribe', args: { channels: ['market.ticker:BTCUSDT'] } },
    {
      title: 'Unsubscribe from channels',
      about: 'One that is not subscribed is left as it is.',
      answers: ['channelsAck', 'error'],
    },
  ),
  request(
    { id: '4', op: 'ping' },
    {
      title: 'Check that the server is reachable',
      about: 'For programs that cannot send a ping of WebSocket itself.',
      answers: ['pong'],
    },
  ),
]
