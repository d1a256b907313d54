/**
 * Text of the guide to the WebSocket stream, used by the AsyncAPI document and the HTML page, and the stream's address.
 */

import { STREAM_LIMITS, STREAM_PATH, SUBPROTOCOL } from '../../../../contract/stream/limits.ts'

const seconds = (ms: number): string => `${ms / 1_000} seconds`
const { authWithinMs, expiryToldMs, pingEveryMs, messagesPerSecond, messageMaxBytes, channelsMax } = STREAM_LIMITS
const { connectionsPerUser, backlogMessages, backlogBytes } = STREAM_LIMITS
const kibibytes = (bytes: number): string => `${(bytes / 1024).toLocaleString('en')} KiB`

/** Sections of the guide. */
export const GUIDE: readonly GuideSection[] = [
  {
    title: 'Quick start',
    paragraphs: [
      'Connect, authenticate with `auth`, and `subscribe` to channels. Each request is answered with an `ack`. After the `ack` of `subscribe`, every channel sends a `snapshot`, even if empty, and then a `delta` for every change.',
      'There is no need to wait between these steps: requests sent before the response to `auth` are queued until the token is verified. Every message is one JSON text. An `id` in a request is returned with its response. The stream is read-only: use REST to place orders or engage the emergency stop.',
    ],
  },
  {
    title: 'Connecting',
    paragraphs: [
      `The subprotocol \`${SUBPROTOCOL}\` may be offered. A web page can open a stream only on the server it was loaded from; programs send no origin. A request without an upgrade gets a 426; a refused upgrade gets a problem like any other request.`,
    ],
  },
  {
    title: 'Tokens',
    paragraphs: [
      `The token is an access token of \`POST /api/auth/login\`, or one made on the host with \`plimsoll token\`. Programs may send it with the upgrade, as \`Authorization: Bearer …\`; browsers cannot, and send \`auth\` within ${seconds(authWithinMs)}. It is never accepted in the URL, since URLs are written to logs. Every role may read every channel.`,
      `${seconds(expiryToldMs)} before it expires you receive the event \`auth.expiring\`: send \`auth\` with a newer token of the same user, and the connection stays open. Logout, a changed password or role, and a disabled user end the connection immediately.`,
    ],
  },
  {
    title: 'Numbers and gaps',
    paragraphs: [
      'The messages of each subscription are numbered by `seq`, starting at 1 with its first snapshot. If `prevSeq` is not the last `seq` you received, subscribe to the channel again: it restarts with a snapshot. A snapshot can also arrive at any time, for example after an order book was rebuilt; it always replaces everything before it.',
      '`epoch` identifies the run of the server. It changes with every restart: all subscriptions end, and numbering starts again.',
    ],
  },
  {
    title: 'Delivery',
    paragraphs: [
      '`CONFLATE`: a slow client receives only the newest state and skips outdated values. `LOSSLESS`: every message is sent, in order.',
      `When more than ${backlogMessages.toLocaleString('en')} messages or ${kibibytes(backlogBytes)} are queued for a client, its connection is closed with 4408. Fetch what was missed over REST, then subscribe again.`,
    ],
  },
  {
    title: 'Limits',
    paragraphs: [
      `${messagesPerSecond} messages per second from a client, each of at most ${kibibytes(messageMaxBytes)}; ${channelsMax} channels per connection; ${connectionsPerUser} connections per user. Combine channels in one \`subscribe\`.`,
      `The server sends a WebSocket ping every ${seconds(pingEveryMs)}, and disconnects a client that has not responded by the next one. Browsers and libraries respond automatically. Before closing a connection it sends the reason with \`closing\`, if the client is still reading; a violation of the WebSocket protocol itself ends with 1002 or 1007, without \`closing\`.`,
    ],
  },
]

/** A section of the guide; backtick spans are code. */
export interface GuideSection {
  readonly title: string
  readonly paragraphs: readonly string[]
}

/** Stream address of a server, derived from its base address. */
export const toStreamUrl = (publicBase: string): URL => new URL(`${publicBase.replace(/^http/, 'ws')}${STREAM_PATH}`)
