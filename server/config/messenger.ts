import { resolve } from 'node:path'
import { choiceParser, parseUrl, type SettingReader } from './market.ts'

/**
 * Reads the settings of the messenger's channels (Telegram, mail, webhook); a channel is enabled by its setting, and an
 * incomplete one is reported as a problem.
 */
export const parseMessenger = (
  reader: MessengerReader,
): { readonly messenger: MessengerConfig; readonly problems: string[] } => {
  const telegram = telegramIn(reader)
  const email = emailIn(reader)
  const webhook = webhookIn(reader)
  return { messenger: { telegram, email, webhook }, problems: [...strays(reader), ...halves(reader)] }
}

type Form = (typeof FORMS)[number]

type Enabling = 'telegramTokenFile' | 'smtpUrlFile' | 'webhookUrlFile'
type MessengerReader = SettingReader<Enabling | keyof typeof BELONGS>

/** Channels of the messenger. Secrets are in files that are read when the server starts. */
export interface MessengerConfig {
  readonly telegram: { readonly tokenPath: string; readonly chat: string; readonly url: string } | null
  readonly email: { readonly urlPath: string; readonly to: string; readonly from: string | undefined } | null
  readonly webhook: { readonly urlPath: string; readonly secretPath: string | undefined; readonly form: Form } | null
}

const FORMS = ['json', 'slack', 'discord'] as const

/** Settings of each channel: the one that enables it, and others that have no effect without it. */
const BELONGS = {
  telegramChat: 'telegramTokenFile',
  telegramUrl: 'telegramTokenFile',
  mailTo: 'smtpUrlFile',
  mailFrom: 'smtpUrlFile',
  webhookSecretFile: 'webhookUrlFile',
  webhookForm: 'webhookUrlFile',
} as const

/** Settings that an enabled channel requires. */
const NEEDS = { telegramTokenFile: 'telegramChat', smtpUrlFile: 'mailTo' } as const

const telegramIn = ({ readText, read }: MessengerReader): MessengerConfig['telegram'] => {
  const tokenPath = readText('telegramTokenFile')
  const chat = read('telegramChat', parseChat, '', 'the number of a chat, or the @name of a channel')
  const url = read('telegramUrl', parseUrl, 'https://api.telegram.org', 'an address such as https://api.telegram.org')
  return tokenPath === undefined ? null : { tokenPath: resolve(tokenPath), chat, url }
}

const emailIn = ({ readText, read }: MessengerReader): MessengerConfig['email'] => {
  const urlPath = readText('smtpUrlFile')
  const to = read('mailTo', parseAddresses, '', 'one or more addresses such as me@example.org, separated by commas')
  const from = read('mailFrom', parseAddress, undefined, 'an address such as plimsoll@example.org')
  return urlPath === undefined ? null : { urlPath: resolve(urlPath), to, from }
}

const webhookIn = ({ readText, read }: MessengerReader): MessengerConfig['webhook'] => {
  const urlPath = readText('webhookUrlFile')
  const secretPath = readText('webhookSecretFile')
  const form = read('webhookForm', choiceParser(FORMS), 'json', `one of ${FORMS.join(', ')}`)
  if (urlPath === undefined) return null
  return { urlPath: resolve(urlPath), secretPath: secretPath && resolve(secretPath), form }
}

const strays = ({ readText, settingName }: MessengerReader): string[] =>
  (Object.entries(BELONGS) as [keyof typeof BELONGS, Enabling][])
    .filter(([setting, enabling]) => readText(setting) !== undefined && readText(enabling) === undefined)
    .map(([setting, enabling]) => `${settingName(setting)} has no effect without ${settingName(enabling)}.`)

const halves = ({ readText, settingName }: MessengerReader): string[] =>
  (Object.entries(NEEDS) as [keyof typeof NEEDS, (typeof NEEDS)[keyof typeof NEEDS]][])
    .filter(([enabling, needed]) => readText(enabling) !== undefined && readText(needed) === undefined)
    .map(([enabling, needed]) => `${settingName(enabling)} needs ${settingName(needed)}: name the recipients.`)

const parseChat = (text: string): string | undefined =>
  /^(-?\d{1,20}|@[A-Za-z]\w{3,31})$/.test(text) ? text : undefined

const parseAddress = (text: string): string | undefined => (/^[^\s@,<>"]+@[^\s@,<>"]+$/.test(text) ? text : undefined)

const parseAddresses = (text: string): string | undefined => {
  const all = text.split(',').map((part) => part.trim())
  return all.every((address) => parseAddress(address) !== undefined) ? all.join(',') : undefined
}
