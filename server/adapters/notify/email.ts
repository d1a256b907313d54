import type { Transporter } from 'nodemailer'
import { SECOND_MS } from '../../core/instant.ts'
import { type Attempt, type ChannelFault, failedAs, type Message, SENT, type Sender } from '../../messenger/ports.ts'
import { type Hidden, isLocalHost } from './ask-over-http.ts'

/** Creates a sender of notifications by e-mail, over an SMTP server; null when the configuration is invalid. */
export const emailSender = ({ url, to, from }: EmailParts): Sender | null => {
  const server = parseServer(url.reveal())
  if (!server) return null
  const user = server.auth?.user ?? ''
  const sender = from ?? (user.includes('@') ? user : to.split(',')[0])
  return {
    kind: 'EMAIL',
    send: (message) => attempt(server, (transport) => transport.sendMail({ from: sender, to, ...toMail(message) })),
    probe: () => attempt(server, (transport) => transport.verify()),
  }
}

export interface EmailParts {
  /** `smtps://user:password@host:465`, or `smtp://…:587`, which is encrypted before anything else is sent. */
  readonly url: Hidden
  readonly to: string
  /** Sender; if omitted, the user of the URL if it resembles an address. */
  readonly from: string | undefined
}

const CONNECTED_WITHIN_MS = 10 * SECOND_MS
const ANSWER_WITHIN_MS = 20 * SECOND_MS

/** Loads the mail library on first use. */
const transportTo = async (server: MailServer): Promise<Transporter> => {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    ...server,
    connectionTimeout: CONNECTED_WITHIN_MS,
    greetingTimeout: CONNECTED_WITHIN_MS,
    socketTimeout: ANSWER_WITHIN_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

const toMail = ({ id, title, text, type }: Message) => ({
  messageId: `<${id}@plimsoll>`,
  subject: `[Plimsoll] ${title}`,
  text,
  ...(type === 'alert' && { priority: 'high' as const }),
})

interface MailServer {
  readonly host: string
  readonly port: number
  readonly secure: boolean
  readonly requireTLS: boolean
  readonly ignoreTLS: boolean
  readonly auth?: { readonly user: string; readonly pass: string }
}

/** Parses the URL of a mail server; connections without encryption are allowed to this machine only. */
const parseServer = (text: string): MailServer | null => {
  if (!URL.canParse(text)) return null
  const { protocol, hostname, port, username, password } = new URL(text)
  if (!['smtp:', 'smtps:'].includes(protocol) || hostname === '') return null
  const secure = protocol === 'smtps:'
  const isLocal = isLocalHost(hostname)
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (secure ? 465 : 587)),
    secure,
    requireTLS: !secure && !isLocal,
    ignoreTLS: !secure && isLocal,
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  }
}

const attempt = async (server: MailServer, act: (transport: Transporter) => Promise<unknown>): Promise<Attempt> => {
  try {
    await act(await transportTo(server))
    return SENT
  } catch (error) {
    return failedAs(classifyError(error))
  }
}

/** Faults by error code (https://nodemailer.com/errors); any other code means an unreachable server. */
const CATEGORIES: Readonly<Record<string, ChannelFault>> = {
  EAUTH: 'AUTHENTICATION',
  ENOAUTH: 'AUTHENTICATION',
  EOAUTH2: 'AUTHENTICATION',
  ETIMEDOUT: 'TIMEOUT',
  EENVELOPE: 'REFUSED',
  EMESSAGE: 'REFUSED',
  ETLS: 'CONFIGURATION',
  EREQUIRETLS: 'CONFIGURATION',
}

/** Returns the fault of an error; a server code from 400 to 499 means a temporary failure. */
const classifyError = (error: unknown): ChannelFault => {
  const { code = '', responseCode = 0 } = error as { readonly code?: string; readonly responseCode?: number }
  const isLater = responseCode >= 400 && responseCode < 500
  return isLater ? 'REMOTE_FAULT' : (CATEGORIES[code] ?? 'UNREACHABLE')
}
