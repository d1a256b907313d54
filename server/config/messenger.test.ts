import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseConfig } from './config.ts'
import type { Flags } from './settings.ts'

const parseMessenger = (env: Record<string, string>, flags: Flags = {}) => {
  const config = parseConfig(env, flags)
  return config.ok ? config.value.messenger : config.error
}

describe('the messenger', () => {
  it('is off unless it is configured', () => {
    expect(parseMessenger({})).toEqual({ telegram: null, email: null, webhook: null })
  })

  it('is configured by files and recipients', () => {
    const env = {
      PLIMSOLL_TELEGRAM_TOKEN_FILE: '/run/telegram',
      PLIMSOLL_TELEGRAM_CHAT: '-1001234567890',
      PLIMSOLL_SMTP_URL_FILE: '/run/smtp',
      PLIMSOLL_MAIL_TO: 'me@example.org, you@example.org',
      PLIMSOLL_WEBHOOK_URL_FILE: 'hook',
    }
    expect(
      parseMessenger(env, { mailFrom: 'bot@example.org', webhookForm: 'slack', webhookSecretFile: '/run/secret' }),
    ).toEqual({
      telegram: { tokenPath: '/run/telegram', chat: '-1001234567890', url: 'https://api.telegram.org' },
      email: { urlPath: '/run/smtp', to: 'me@example.org,you@example.org', from: 'bot@example.org' },
      webhook: { urlPath: resolve('hook'), secretPath: '/run/secret', form: 'slack' },
    })
  })

  it.each<[Flags, string]>([
    [{ telegramTokenFile: '/a' }, 'PLIMSOLL_TELEGRAM_CHAT'],
    [{ telegramChat: '1' }, '--telegram-chat has no effect without PLIMSOLL_TELEGRAM_TOKEN_FILE.'],
    [{ telegramTokenFile: '/a', telegramChat: 'my friends' }, 'it must be the number of a chat'],
    [{ smtpUrlFile: '/a' }, '--smtp-url-file needs PLIMSOLL_MAIL_TO: name the recipients.'],
    [{ smtpUrlFile: '/a', mailTo: 'me' }, 'one or more addresses'],
    [{ smtpUrlFile: '/a', mailTo: 'me@example.org\nBcc: you@example.org' }, 'one or more addresses'],
    [{ mailFrom: 'me@example.org' }, '--mail-from has no effect without'],
    [{ webhookForm: 'json' }, '--webhook-form has no effect without'],
    [{ webhookUrlFile: '/a', webhookForm: 'teams' }, 'one of json, slack, discord'],
  ])('refuses %j', (flags, words) => {
    expect(String(parseMessenger({}, flags))).toContain(words)
  })
})
