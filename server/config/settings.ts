/**
 * Catalogue of all server settings: section, type, help text and example of each, and its names as flag, environment
 * variable and file key.
 */

import { EXCHANGE_IDS } from '../domain/market/exchanges.ts'

/** Returns the settings of a section that a server command has as flags. */
export const listSettings = (section: Section): readonly Setting[] =>
  SETTING_NAMES.filter((name) => SETTINGS[name].section === section && SETTINGS[name].scope === undefined)

export type Section = (typeof SECTIONS)[number]

export type Setting = keyof typeof CATALOGUE

/** Sections of the settings, in the order in which `--help` and the settings file list them. */
export const SECTIONS = [
  'Server',
  'Login',
  'Log',
  'Market',
  'Autotrading',
  'Risk',
  'Alerts',
  'Shared account',
  'Gateway',
] as const

/** One setting: `--tls-cert FILE`, `PLIMSOLL_TLS_CERT`, or `tls-cert` in the settings file. */
export interface SettingInfo {
  readonly section: Section
  /**
   * Type of the value: `switch` is `on` or `off`, `flag` is true when present, `path` is relative to the working
   * directory or the settings file.
   */
  readonly type: 'text' | 'number' | 'list' | 'path' | 'switch' | 'flag'
  /** Placeholder of the value in `--help`; a flag has none. */
  readonly placeholder?: string
  readonly summary: string
  /** Default, or an example if there is no default, as a flag value. */
  readonly example: string
  /** True if the value can contain a secret: it is never printed, and the settings file refuses it. */
  readonly isSecret?: true
  /** `host`: needed by every host command, so it has only a flag and a variable; `variable`: has no flag either. */
  readonly scope?: 'host' | 'variable'
}

const typed =
  (type: SettingInfo['type']) =>
  (section: Section, placeholder: string, summary: string, example: string): SettingInfo => ({
    section,
    type,
    placeholder,
    summary,
    example,
  })
const text = typed('text')
const number = typed('number')
const list = typed('list')
const path = typed('path')
const onOff = (section: Section, summary: string, example: 'on' | 'off'): SettingInfo =>
  typed('switch')(section, 'on|off', summary, example)
const flag = (section: Section, summary: string): SettingInfo => ({ section, type: 'flag', summary, example: 'true' })

/** All settings of the server, by the camel-case name of their flag. */
const CATALOGUE = {
  config: {
    section: 'Server',
    type: 'path',
    placeholder: 'file',
    summary: 'settings file, instead of plimsoll.toml in the data directory',
    example: '/etc/plimsoll/plimsoll.toml',
    scope: 'host',
  },
  dataDir: {
    section: 'Server',
    type: 'path',
    placeholder: 'directory',
    summary: 'directory with all data of the platform',
    example: 'data',
    scope: 'host',
  },
  port: number('Server', 'number', 'port to listen on; 0 picks a free one', '8080'),
  host: text('Server', 'address', 'address to listen on', '127.0.0.1'),
  publicUrl: text(
    'Server',
    'url',
    'URL at which clients reach the server, such as the URL of a reverse proxy',
    'https://trading.example.org',
  ),
  tlsCert: path('Server', 'file', 'certificate chain for HTTPS, PEM', '/etc/plimsoll/tls/fullchain.pem'),
  tlsKey: path('Server', 'file', 'private key of the certificate, PEM', '/etc/plimsoll/tls/privkey.pem'),
  insecureHttp: flag('Server', 'allow plain HTTP beyond this machine'),
  trustProxy: text(
    'Server',
    'proxies',
    'reverse proxies whose reported client addresses are trusted: their addresses, or their number in the chain',
    '127.0.0.1',
  ),
  allowedHosts: list('Server', 'list', 'additional host names the server accepts', 'trading.example.org'),
  publicStatus: onOff('Server', 'serve a short health status without a token', 'on'),
  bootstrapAdmin: {
    section: 'Login',
    type: 'text',
    summary: 'name and password of the first user',
    example: 'admin:…',
    isSecret: true,
    scope: 'variable',
  },
  bootstrapAdminFile: {
    section: 'Login',
    type: 'path',
    summary: 'file with name and password of the first user',
    example: '/run/secrets/admin',
    scope: 'variable',
  },
  sessionIdle: text('Login', 'span', 'end a session after this period of inactivity, such as 8h', '8h'),
  sessionMaxAge: text('Login', 'span', 'end a session after this time, such as 24h', '24h'),
  sessionsMax: number('Login', 'number', 'maximum number of concurrent sessions of a user', '50'),
  requireSecondFactor: list(
    'Login',
    'roles',
    'roles that require two-factor authentication to send orders, such as ADMIN,TRADER',
    'ADMIN,TRADER',
  ),
  logLevel: text('Log', 'level', 'log level: trace, debug, info, warn, error, fatal or silent', 'info'),
  exchange: text('Market', 'name', `exchange to trade on: ${['simulated', ...EXCHANGE_IDS].join(', ')}`, 'simulated'),
  symbols: list(
    'Market',
    'list',
    'symbols to trade, such as BTCUSDT,ETHUSDT; the simulated exchange trades all of its symbols by default',
    'BTCUSDT,ETHUSDT,SOLUSDT',
  ),
  execution: text('Market', 'where', 'order execution: paper, practice or live', 'paper'),
  exchangeUrl: text('Market', 'url', 'base URL of the exchange, such as a local exchange', 'http://127.0.0.1:8781'),
  passphraseFile: path('Market', 'file', 'file with the passphrase of the API keys', '/etc/plimsoll/passphrase'),
  seed: number('Market', 'number', 'seed of the simulated market', '1'),
  historyDays: number('Market', 'number', 'days of history of the simulated market, up to 30', '7'),
  replay: path('Market', 'file', 'play back a recorded market instead', 'btcusdt.jsonl.gz'),
  speed: text('Market', 'factor', "playback speed: 1 for real time, 'max' for as fast as possible", '1'),
  loop: flag('Market', 'restart the recording when it ends'),
  instruments: path('Market', 'file', 'file with the tick and lot sizes of a recorded market', 'instruments.json'),
  autotrading: onOff('Autotrading', 'enable or disable autotrading', 'on'),
  timeframes: list('Autotrading', 'list', 'timeframes of autotrading, such as 1m,5m', '1m,5m'),
  strategies: list('Autotrading', 'list', 'strategies of autotrading, such as S01,S03 (default: all)', 'S01,S03'),
  strategiesDir: path('Autotrading', 'folder', 'folder with your own strategies, one per file', 'strategies'),
  deployment: path(
    'Autotrading',
    'file',
    'trade exactly what a walk-forward tested: its strategy, parameters, bars and symbols',
    'deployment.json',
  ),
  explore: flag('Autotrading', 'in paper trading, also enter without an expected edge, labelled exploratory'),
  manualSymbols: list(
    'Autotrading',
    'list',
    "symbols reserved for manual trading, such as BTCUSDT, or 'none'",
    'BTCUSDT',
  ),
  constitution: path('Risk', 'file', 'file with the limits that every order is checked against', 'constitution.json'),
  paperBalance: number('Risk', 'usdt', 'initial balance of a new paper account', '10000'),
  paperRecordingDays: number(
    'Risk',
    'days',
    'days for which the market beside a paper account is recorded, to verify its fills; 0 records nothing',
    '7',
  ),
  paperRecordingMb: number('Risk', 'megabytes', 'maximum size of this recording', '1024'),
  faults: path('Risk', 'file', 'file with the faults to inject into the exchange, for testing', 'faults.json'),
  telegramTokenFile: path(
    'Alerts',
    'file',
    'file with the token of a Telegram bot that sends alerts',
    'telegram-token',
  ),
  telegramChat: text('Alerts', 'id', 'chat to send alerts to', '123456789'),
  telegramUrl: text('Alerts', 'url', 'URL of another Bot API server', 'https://api.telegram.org'),
  smtpUrlFile: path('Alerts', 'file', 'file with the URL of a mail server, including user and password', 'smtp-url'),
  mailTo: list('Alerts', 'addresses', 'recipients of the alerts', 'me@example.org'),
  mailFrom: text('Alerts', 'address', 'sender of the alerts', 'plimsoll@example.org'),
  webhookUrlFile: path('Alerts', 'file', 'file with a webhook URL that receives alerts', 'webhook-url'),
  webhookSecretFile: path('Alerts', 'file', 'file with the secret that signs webhook requests', 'webhook-secret'),
  webhookForm: text('Alerts', 'form', 'format of webhook requests: json, slack or discord', 'json'),
  account: text('Shared account', 'name', 'name of the account in the store', 'main'),
  store: {
    section: 'Shared account',
    type: 'text',
    placeholder: 'url',
    summary: 'URL of the PostgreSQL store, such as postgresql://plimsoll@db.example.org/plimsoll',
    example: 'postgresql://plimsoll@db.example.org/plimsoll',
    isSecret: true,
  },
  storeFile: path(
    'Shared account',
    'file',
    'file with the URL of the store, including its password',
    '/etc/plimsoll/store-url',
  ),
  bus: list(
    'Shared account',
    'urls',
    'NATS servers that carry notifications, such as nats://nats.example.org:4222 (default: PostgreSQL)',
    'nats://nats.example.org:4222',
  ),
  busFile: path(
    'Shared account',
    'file',
    'file with the URLs of the NATS servers, including user and password',
    '/etc/plimsoll/bus-url',
  ),
  busCredentials: path(
    'Shared account',
    'file',
    'credentials file of NATS, with JWT and seed of the user',
    '/etc/plimsoll/bus.creds',
  ),
  accountsDir: path(
    'Gateway',
    'directory',
    'directory with a settings file for each further account, such as hedge.toml',
    'gateway-accounts',
  ),
} satisfies Record<string, SettingInfo>

export const SETTINGS: Readonly<Record<Setting, SettingInfo>> = CATALOGUE

export const SETTING_NAMES = Object.keys(CATALOGUE) as readonly Setting[]

/** Returns the name of a setting in the settings file, `tls-cert`. */
export const toKey = (setting: Setting): string => setting.replace(/[A-Z]/g, '-$&').toLowerCase()

/** Returns the flag of a setting, `--tls-cert`. */
export const toFlag = (setting: Setting): string => `--${toKey(setting)}`

/** Returns the environment variable of a setting, `PLIMSOLL_TLS_CERT`. */
export const toVariable = (setting: Setting): string => `PLIMSOLL_${setting.replace(/[A-Z]/g, '_$&').toUpperCase()}`

/** Flags as typed. */
export type Flags = {
  readonly [Name in Setting]?: (Name extends 'explore' | 'insecureHttp' | 'loop' ? boolean : string) | undefined
}
