import type { Readable, Writable } from 'node:stream'
import { confirm, intro, isCancel, log, password, select, text } from '@clack/prompts'
import { parseConfig } from '../config/config.ts'
import type { Setting } from '../config/settings.ts'
import { LIMITS_FILE, SETTINGS_FILE, type SettingsFile } from '../config/settings-file.ts'
import { EXCHANGE_IDS, EXCHANGES, type ExchangeId } from '../domain/market/exchanges.ts'
import type { Constitution } from '../domain/risk/constitution.ts'
import { DEFAULT_CONSTITUTION } from '../domain/risk/default-constitution.ts'
import { parseConstitution } from '../domain/risk/parse-constitution.ts'
import { usageFailure } from './failure.ts'

/** Prompts a person for the main settings that were not given (`plimsoll init`); rejects when the person cancels. */
export const promptSettings = async (
  given: Values,
  streams: { readonly input: Readable; readonly output: Writable },
): Promise<Answers> => {
  const prompts = createPrompts(streams)
  intro('Plimsoll settings', streams)
  const market = await promptMarket(prompts, given)
  const keysExchange = await promptKeys(prompts, market)
  const trading = await promptTrading(prompts, market)
  const limits = given.constitution === undefined ? await promptLimits(prompts) : null
  const { settings, secrets } = await promptAlerts(prompts, trading)
  const port = given.port ?? (await prompts.enter('Port of the console and the API', '8080', validate('port', {})))
  return {
    settings: { ...settings, ...(limits && { constitution: LIMITS_FILE }), port },
    limits,
    secrets,
    keysExchange,
  }
}

type Limits = Readonly<Record<string, Readonly<Record<string, string | number>>>>
type Values = SettingsFile['values']

/** Files created from the user's answers, and the exchange whose keys should be stored next. */
export interface Answers {
  readonly settings: SettingsFile['values']
  /** Sections of a constitution with the limits that differ from the built-in ones; null if there are none. */
  readonly limits: Limits | null
  /** Content of each secret by its path, relative to the settings file. */
  readonly secrets: Readonly<Record<string, string>>
  readonly keysExchange: ExchangeId | null
}

type Prompts = ReturnType<typeof createPrompts>
type Check = (value: string | undefined) => string | undefined

const createPrompts = (streams: { readonly input: Readable; readonly output: Writable }) => {
  const answered = async <T>(prompt: Promise<T | symbol>): Promise<T> => {
    const answer = await prompt
    if (isCancel(answer)) throw usageFailure('Cancelled; nothing was written.')
    return answer as T
  }
  return {
    choose: (message: string, options: { value: string; label: string; hint?: string }[], initialValue: string) =>
      answered<string>(select({ message, options, initialValue, ...streams })),
    enter: (message: string, initialValue: string, check: Check) =>
      answered<string>(text({ message, initialValue, validate: check, ...streams })),
    enterHidden: (message: string) =>
      answered<string>(
        password({ message, validate: (value) => (value?.trim() ? undefined : 'A value is required.'), ...streams }),
      ),
    confirm: (message: string, initialValue: boolean) =>
      answered<boolean>(confirm({ message, initialValue, ...streams })),
    note: (message: string) => log.info(message, streams),
  }
}

/** Returns a validation of one setting together with others, with the message of `parseConfig`. */
const validate =
  (setting: Setting, others: Values): Check =>
  (value = '') => {
    const parsed = parseConfig({}, {}, { path: SETTINGS_FILE, values: { ...others, [setting]: value } })
    const [problem] = parsed.ok ? [] : parsed.error
    return problem?.replace(/^.* is '.*'; it must be /, 'Must be ')
  }

const promptMarket = async (prompts: Prompts, given: Values): Promise<Values> => {
  const exchange = given.exchange ?? (await prompts.choose('Exchange', EXCHANGE_CHOICES, 'simulated'))
  if (exchange === 'simulated' || given.replay !== undefined) return { ...given, exchange }
  const execution = given.execution ?? (await prompts.choose('Execution of orders', EXECUTION_CHOICES, 'paper'))
  const symbols =
    given.symbols ??
    (await prompts.enter('Symbols to trade', 'BTCUSDT,ETHUSDT,SOLUSDT', validate('symbols', { exchange })))
  return { ...given, exchange, execution, symbols }
}

const EXCHANGE_CHOICES = [
  { value: 'simulated', label: 'Simulated exchange', hint: 'needs no account and no connection' },
  ...EXCHANGE_IDS.map((id) => ({ value: id, label: EXCHANGES[id].name })),
]

const EXECUTION_CHOICES = [
  { value: 'paper', label: 'Paper', hint: 'real market data, simulated orders; needs no API keys' },
  { value: 'practice', label: 'Practice', hint: "orders in the exchange's demo environment; needs its API keys" },
  { value: 'live', label: 'Live', hint: 'real money; entries stay blocked until plimsoll live arm' },
]

const promptKeys = async (prompts: Prompts, { exchange, execution }: Values): Promise<ExchangeId | null> => {
  const id = EXCHANGE_IDS.find((one) => one === exchange)
  if (id === undefined || (execution !== 'practice' && execution !== 'live')) return null
  return (await prompts.confirm(`Store the API keys of ${EXCHANGES[id].name} at the end?`, true)) ? id : null
}

const promptTrading = async (prompts: Prompts, market: Values): Promise<Values> => {
  const isLive = market.execution === 'live'
  const autotrading =
    market.autotrading ??
    ((await prompts.confirm('Autotrading: trade the signals of the strategies?', !isLive)) ? 'on' : 'off')
  const usesPaper = market.execution === undefined || market.execution === 'paper'
  if (!usesPaper || market.paperBalance !== undefined) return { ...market, autotrading }
  const paperBalance = await prompts.enter('Balance of the paper account, USDT', '10000', validate('paperBalance', {}))
  return { ...market, autotrading, paperBalance }
}

interface LimitQuestion {
  readonly section: 'limits' | 'autotrading'
  readonly name: string
  readonly message: string
}

const LIMIT_QUESTIONS: readonly LimitQuestion[] = [
  { section: 'autotrading', name: 'riskPerTradeBps', message: 'Risk per trade of autotrading, bps of equity' },
  { section: 'limits', name: 'maxOrderNotional', message: 'Maximum size of an order, USDT' },
  { section: 'limits', name: 'maxLeverage', message: 'Maximum leverage of all positions together' },
  { section: 'limits', name: 'maxDayLossPct', message: 'Maximum loss per day, % of equity' },
  { section: 'limits', name: 'maxDrawdownPct', message: 'Maximum drawdown, % of the highest equity' },
]

const getDefault = ({ section, name }: LimitQuestion): string | number =>
  (DEFAULT_CONSTITUTION[section] as unknown as Record<string, string | number>)[name] ?? ''

const promptLimits = async (prompts: Prompts): Promise<Limits | null> => {
  const defaults = LIMIT_QUESTIONS.map((question) => `${question.message}: ${getDefault(question)}`)
  prompts.note(['Limits that every order must satisfy:', ...defaults].join('\n'))
  if (await prompts.confirm('Keep these limits?', true)) return null
  const limits: Partial<Record<keyof Constitution, Record<string, string | number>>> = {}
  for (const question of LIMIT_QUESTIONS) {
    const { section, name, message } = question
    const parse = (value: string): string | number => (typeof getDefault(question) === 'number' ? Number(value) : value)
    const answer = await prompts.enter(message, `${getDefault(question)}`, (value = '') => {
      const parsed = parseConstitution({ [section]: { [name]: parse(value) } })
      return parsed.ok ? undefined : parsed.error[0]
    })
    if (answer !== `${getDefault(question)}`) limits[section] = { ...limits[section], [name]: parse(answer) }
  }
  return Object.keys(limits).length === 0 ? null : limits
}

const ALERT_CHOICES = [
  { value: 'none', label: 'None', hint: 'alerts are in the console only' },
  { value: 'telegram', label: 'Telegram' },
  { value: 'mail', label: 'Mail' },
  { value: 'webhook', label: 'Webhook', hint: 'Slack, Discord or your own' },
]

const promptAlerts = async (prompts: Prompts, settings: Values): Promise<Pick<Answers, 'settings' | 'secrets'>> => {
  const { telegramTokenFile, smtpUrlFile, webhookUrlFile } = settings
  if (telegramTokenFile ?? smtpUrlFile ?? webhookUrlFile) return { settings, secrets: {} }
  const channel = await prompts.choose('Alerts are sent by', ALERT_CHOICES, 'none')
  if (channel === 'none') return { settings, secrets: {} }
  if (channel === 'telegram') {
    const file = 'secrets/telegram-token'
    const token = await prompts.enterHidden('Token of the Telegram bot')
    const check = validate('telegramChat', { telegramTokenFile: file })
    const telegramChat = await prompts.enter('Telegram chat', '', check)
    return { settings: { ...settings, telegramTokenFile: file, telegramChat }, secrets: { [file]: token } }
  }
  if (channel === 'mail') {
    const file = 'secrets/smtp-url'
    const url = await prompts.enterHidden('URL of the mail server, such as smtps://user:password@mail.example.org')
    const mailTo = await prompts.enter('Recipients', '', validate('mailTo', { smtpUrlFile: file }))
    return { settings: { ...settings, smtpUrlFile: file, mailTo }, secrets: { [file]: url } }
  }
  const file = 'secrets/webhook-url'
  const url = await prompts.enterHidden('URL of the webhook')
  const webhookForm = await prompts.choose('Format of its requests', FORM_CHOICES, 'json')
  return { settings: { ...settings, webhookUrlFile: file, webhookForm }, secrets: { [file]: url } }
}

const FORM_CHOICES = [
  { value: 'json', label: 'JSON', hint: 'a program of your own' },
  { value: 'slack', label: 'Slack' },
  { value: 'discord', label: 'Discord' },
]
