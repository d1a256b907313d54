/** Address, version, limits and close codes of the stream. */

/** Path of the stream. */
export const STREAM_PATH = '/ws'

/** WebSocket subprotocol; connections that request none are accepted as well. */
export const SUBPROTOCOL = 'plimsoll.v1'

/** Version of the message format, `v`. */
export const STREAM_VERSION = 1

/** Limits and timeouts of one connection. */
export const STREAM_LIMITS = {
  /** Time within which the client must authenticate. */
  authWithinMs: 5_000,
  /** Maximum number of messages from a client in any second. */
  messagesPerSecond: 10,
  messageMaxBytes: 64 * 1024,
  channelsMax: 200,
  /** Maximum number of connections of one user, over all of their sessions. */
  connectionsPerUser: 5,
  /** Interval between pings; a client that has not answered a ping before the next one is disconnected. */
  pingEveryMs: 20_000,
  /** Time before the expiry of the token at which the client is notified. */
  expiryToldMs: 60_000,
  /** Maximum backlog of a slow client: number of lossless messages, and total bytes. */
  backlogMessages: 1_000,
  backlogBytes: 1024 * 1024,
} as const

interface CloseReason {
  readonly code: string
  readonly meaning: string
  /** Action for the client. */
  readonly remedy: string
}

/** Reasons why the server closes a connection, by the code of the close frame. */
export const CLOSE_CODES = {
  1001: {
    code: 'GOING_AWAY',
    meaning: 'The server is shutting down.',
    remedy: 'Reconnect with increasing delays between attempts.',
  },
  1009: {
    code: 'MESSAGE_TOO_BIG',
    meaning: 'A message was larger than 64 KiB.',
    remedy: 'Subscribe to fewer channels with one message.',
  },
  1011: {
    code: 'INTERNAL_ERROR',
    meaning: 'A channel could not be read; the server log contains the reason.',
    remedy: 'Reconnect; if it happens again, inform the operator.',
  },
  4400: {
    code: 'BAD_MESSAGE',
    meaning: 'A message was not JSON of the documented form.',
    remedy: 'Check it against /api-docs/streams.',
  },
  4401: {
    code: 'UNAUTHENTICATED',
    meaning: 'No valid token was sent in time, or it has expired, or its session has ended.',
    remedy: 'Get a new access token, connect again and send it with `auth` within 5 seconds.',
  },
  4403: {
    code: 'FORBIDDEN',
    meaning: 'The token belongs to a different user than the connection.',
    remedy: 'Use one connection for each user.',
  },
  4408: {
    code: 'SLOW_CONSUMER',
    meaning: 'The client reads too slowly: too many messages are queued.',
    remedy: 'Read the missed data over REST, reconnect and subscribe to fewer channels.',
  },
  4429: {
    code: 'TOO_MUCH',
    meaning: 'More than 10 messages in a second, more than 5 connections of one user, or too many failed attempts.',
    remedy: 'Wait, then reconnect; combine several channels in one message.',
  },
} as const satisfies Record<number, CloseReason>

export type CloseCode = keyof typeof CLOSE_CODES
