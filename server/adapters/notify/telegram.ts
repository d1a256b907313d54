import type { Message, Sender } from '../../messenger/ports.ts'
import { type Hidden, postOnce } from './ask-over-http.ts'

/**
 * Creates a sender of notifications to a Telegram chat; null when the bot token is invalid. Messages written in the
 * chat are not read.
 */
export const telegramSender = ({ url, token, chat }: TelegramParts): Sender | null => {
  if (!TOKEN.test(token.reveal())) return null
  const call = (method: string, body: unknown, signal: AbortSignal) =>
    postOnce({ url: `${url}/bot${token.reveal()}/${method}`, headers: {}, body: JSON.stringify(body), signal })
  return {
    kind: 'TELEGRAM',
    send: (message, signal) => call('sendMessage', createBody(message, chat), signal),
    async probe(signal) {
      const bot = await call('getMe', {}, signal)
      return bot.ok ? call('getChat', { chat_id: chat }, signal) : bot
    },
  }
}

export interface TelegramParts {
  /** `https://api.telegram.org`, or the URL of a self-hosted Bot API server. */
  readonly url: string
  readonly token: Hidden
  readonly chat: string
}

/** Form of a token from @BotFather: https://core.telegram.org/bots/api#authorizing-your-bot. */
const TOKEN = /^\d{1,20}:[A-Za-z0-9_-]{20,100}$/

/** Maximum length of a message (https://core.telegram.org/bots/api#sendmessage). */
const TEXT_MAX = 4_096

const createBody = ({ title, text, type }: Message, chat: string) => ({
  chat_id: chat,
  text: cut(`${title}\n\n${text}`),
  disable_notification: type === 'digest',
  link_preview_options: { is_disabled: true },
})

const cut = (text: string): string => (text.length <= TEXT_MAX ? text : `${text.slice(0, TEXT_MAX - 1)}…`)
