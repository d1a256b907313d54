import { createHmac } from 'node:crypto'
import { connect } from 'node:net'
import { type Instant, SECOND_MS, toRfc3339 } from '../../core/instant.ts'
import { type Attempt, failedAs, type Message, SENT, type Sender } from '../../messenger/ports.ts'
import { type Hidden, isSafeUrl, postOnce } from './ask-over-http.ts'

/**
 * Creates a sender that posts notifications to a URL as JSON, optionally signed, in our own format or for Slack or
 * Discord; null when the URL is invalid or not encrypted.
 */
export const webhookSender = ({ url, secret, form, now }: WebhookParts): Sender | null => {
  if (!isSafeUrl(url.reveal())) return null
  const key = secret && decodeKey(secret)
  return {
    kind: 'WEBHOOK',
    send(message, signal) {
      const body = JSON.stringify(BODIES[form](message))
      const headers = key ? signed(key, { id: message.id, body, atMs: now() }) : { 'webhook-id': message.id }
      return postOnce({ url: url.reveal(), headers, body, signal })
    },
    probe: () => reach(new URL(url.reveal())),
  }
}

export interface WebhookParts {
  /** URL, which is often a secret in itself. */
  readonly url: Hidden
  /** Signing secret of messages; null for unsigned messages. */
  readonly secret: Hidden | null
  readonly form: WebhookForm
  readonly now: () => Instant
}

/** Format of the body: our own, or for a chat service. */
type WebhookForm = 'json' | 'slack' | 'discord'

/** Maximum length of a Discord message. */
const DISCORD_MAX = 2_000

const BODIES: Readonly<Record<WebhookForm, (message: Message) => unknown>> = {
  json: ({ id, type, title, text, severity, atMs, data }) => ({
    type,
    timestamp: toRfc3339(atMs),
    data: { id, title, text, severity, ...(typeof data === 'object' ? data : {}) },
  }),
  slack: ({ title, text }) => ({ text: `${title}\n${text}` }),
  discord: ({ title, text }) => ({
    content: `**${title}**\n${text}`.slice(0, DISCORD_MAX),
    allowed_mentions: { parse: [] },
  }),
}

interface Signable {
  readonly id: string
  readonly body: string
  readonly atMs: Instant
}

/** Signs as https://www.standardwebhooks.com specifies, so that its libraries can verify it. */
const signed = (key: Buffer, { id, body, atMs }: Signable): Record<string, string> => {
  const timestamp = String(Math.floor(atMs / SECOND_MS))
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

const PREFIX = 'whsec_'

const decodeKey = (secret: Hidden): Buffer => {
  const text = secret.reveal()
  return text.startsWith(PREFIX) ? Buffer.from(text.slice(PREFIX.length), 'base64') : Buffer.from(text)
}

const REACHED_WITHIN_MS = 5 * SECOND_MS

/** Checks that the address accepts connections; the processing of messages cannot be tested without sending one. */
const reach = ({ hostname, port, protocol }: URL): Promise<Attempt> =>
  new Promise((resolve) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port || (protocol === 'http:' ? 80 : 443)),
    })
    const end = (attempt: Attempt): void => {
      socket.destroy()
      resolve(attempt)
    }
    socket.setTimeout(REACHED_WITHIN_MS, () => end(failedAs('TIMEOUT')))
    socket.once('connect', () => end(SENT))
    socket.once('error', () => end(failedAs('UNREACHABLE')))
  })
