import { STREAM_LIMITS, STREAM_PATH, SUBPROTOCOL } from '../../../../contract/stream/limits.ts'

/** A section of the guide; backtick spans are code. */
export interface GuideSection {
  readonly title: string
  readonly paragraphs: readonly string[]
}

const seconds = (ms: number): string => `${ms / 1_000} seconds`
const { authWithinMs, expiryToldMs, pingEveryMs, messagesPerSecond, messageMaxBytes, channelsMax } = STREAM_LIMITS
const { connectionsPerUser, backlogMessages, backlogBytes } = STREAM_LIMITS
const kibibytes = (bytes: number): string => `${(bytes / 1024).toLocaleString('en')} KiB`

/** Guide to the stream, for both the AsyncAPI document and the page. */
export const GUIDE: readonly GuideSection[] = [
  {
    title: 'In this order',
    paragraphs: [
      'Connect, show a token with `auth`, and `subscribe` channels. Each is answered with an `ack`; after that of `subscribe` comes a `snapshot` of every channel, be it empty, and from then on a `delta` whenever something has changed.',
      'There is no need to wait between these steps: requests sent before the answer to `auth` are held until the token is verified. Every message is one JSON text. An `id` that you send is returned with the answer. The stream is read-only: orders and stops go over REST.',
    ],
  },
  {
    title: 'Connecting',
    paragraphs: [
      `The subprotocol \`${SUBPROTOCOL}\` may be offered. A page may open a stream only on the server it came from; a program names no origin. Without an upgrade the address answers 426; an upgrade that is refused gets a problem like any other request.`,
    ],
  },
  {
    title: 'Tokens',
    paragraphs: [
      `The token is an access token of \`POST /api/auth/login\`, or one made on the host with \`plimsoll token\`. Programs may send it with the upgrade, as \`Authorization: Bearer …\`; browsers cannot, and send \`auth\` within ${seconds(authWithinMs)}. It is never taken from the address, since addresses are written to logs. Every role may read every channel.`,
      `${seconds(expiryToldMs)} before it expires you receive the event \`auth.expiring\`: send \`auth\` with a newer token of the same user, and the connection stays open. Logout, a changed password or role, and a disabled user end the connection immediately.`,
    ],
  },
  {
    title: 'Numbers and gaps',
    paragraphs: [
      'Of each subscription the messages are counted by `seq`, from 1, its first snapshot. Where `prevSeq` is not the `seq` you have seen last, subscribe the channel again: it begins anew with a snapshot. A snapshot can also come in between, as when an order book was rebuilt; it always takes the place of everything before.',
      '`epoch` names the run of the server. After a restart it is another one: nothing is subscribed, and counting begins anew.',
    ],
  },
  {
    title: 'Delivery',
    paragraphs: [
      '`CONFLATE`: a slow reader receives only the newest state, and misses only outdated values. `LOSSLESS`: every message is sent, in order.',
      `When more than ${backlogMessages.toLocaleString('en')} messages or ${kibibytes(backlogBytes)} wait for one client, it is closed with 4408. Read what was missed over REST, then subscribe again.`,
    ],
  },
  {
    title: 'Limits',
    paragraphs: [
      `${messagesPerSecond} messages of a client in a second, each of at most ${kibibytes(messageMaxBytes)}; ${channelsMax} channels a connection; ${connectionsPerUser} connections a user. Put many channels into one \`subscribe\`.`,
      `The server sends a WebSocket ping every ${seconds(pingEveryMs)}, and disconnects a client that has not answered by the next one. Browsers and libraries answer automatically. Before it closes a connection it sends the reason with \`closing\`, as far as the client still reads; a violation of the WebSocket protocol itself ends with 1002 or 1007, without \`closing\`.`,
    ],
  },
]

/** Stream address of a server, derived from its base address. */
export const toStreamUrl = (publicBase: string): URL => new URL(`${publicBase.replace(/^http/, 'ws')}${STREAM_PATH}`)
