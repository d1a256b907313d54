/**
 * Market configuration (simulated, recorded or external exchange) and its parser, with the value parsers that other
 * settings share.
 */

import { resolve } from 'node:path'
import { EXCHANGE_IDS, type ExchangeId } from '../domain/market/exchanges.ts'
import { SYMBOL_PATTERN } from '../domain/market/instrument.ts'
import type { ExecutionMode } from '../domain/order/order.ts'

/** Reads the market settings; a setting that does not apply is reported as a problem rather than ignored. */
export const parseMarket = (reader: MarketReader): { readonly market: MarketConfig; readonly problems: string[] } => {
  const { readText, read, settingName } = reader
  const exchange = read(
    'exchange',
    choiceParser<'simulated' | ExchangeId>(['simulated', ...EXCHANGE_IDS]),
    'simulated',
    `one of simulated, ${EXCHANGE_IDS.join(', ')}; for a recorded market use --replay FILE`,
  )
  const problems: string[] = []
  const replay = readText('replay')
  if (replay !== undefined && exchange !== 'simulated') {
    problems.push(
      `${settingName('replay')} and ${settingName('exchange')} name two different markets: remove one of them.`,
    )
  }
  const market = replay !== undefined ? readReplay(replay, reader) : readMarket(exchange, reader)
  for (const [setting, kinds] of Object.entries(BELONGS) as [keyof typeof BELONGS, readonly MarketConfig['kind'][]][]) {
    if (readText(setting) === undefined || kinds.includes(market.kind)) continue
    problems.push(
      `${settingName(setting)} applies only to ${kinds.map((kind) => KINDS[kind]).join(' or ')} and has no effect here.`,
    )
  }
  if (market.kind === 'exchange') problems.push(...unsafe(market, settingName))
  return { market, problems }
}

type MarketSetting = 'exchange' | 'replay' | keyof typeof BELONGS
type MarketReader = SettingReader<MarketSetting>

/** The watched market and, for an external exchange, the destination of orders. */
export type MarketConfig =
  | {
      readonly kind: 'simulated'
      readonly seed: number
      readonly historyDays: number | undefined
      /** Symbols; undefined for all symbols of the simulated exchange. */
      readonly symbols: readonly string[] | undefined
    }
  | {
      readonly kind: 'replay'
      readonly path: string
      readonly speed: 'max' | number
      readonly loop: boolean
      readonly instrumentsPath: string | undefined
    }
  | ExchangeConfig

/** An external exchange. */
export interface ExchangeConfig {
  readonly kind: 'exchange'
  readonly id: ExchangeId
  readonly symbols: readonly string[]
  /** Address that replaces the exchange's own, such as a local exchange. */
  readonly url: string | undefined
  readonly execution: Execution
  /** File with the passphrase of the keys, for starts without an interactive terminal. */
  readonly passphrasePath: string | undefined
}

const EXECUTIONS = ['paper', 'practice', 'live'] as const

/**
 * Destination of orders. `paper`: the built-in paper exchange over the observed market. `practice`: an exchange
 * without real money, a local exchange or the exchange's own test environment. `live`: the exchange itself.
 */
export type Execution = (typeof EXECUTIONS)[number]

/** Returns the execution mode, which is live only with real money. */
export const getExecutionMode = (market: MarketConfig): ExecutionMode =>
  market.kind === 'exchange' && market.execution === 'live' ? 'LIVE' : 'PAPER'

/** Returns the name of the folder of one market and mode within the data directory. */
export const stateName = (market: MarketConfig): string =>
  market.kind === 'exchange' ? `${market.id}-${market.execution}` : `${market.kind}-paper`

/** Market settings, and the kinds of market that use each. */
const BELONGS = {
  seed: ['simulated'],
  historyDays: ['simulated'],
  speed: ['replay'],
  loop: ['replay'],
  instruments: ['replay'],
  symbols: ['simulated', 'exchange'],
  exchangeUrl: ['exchange'],
  execution: ['exchange'],
  passphraseFile: ['exchange'],
} as const satisfies Record<string, readonly MarketConfig['kind'][]>

const KINDS: Readonly<Record<MarketConfig['kind'], string>> = {
  simulated: 'the simulated exchange',
  replay: 'a recorded market (--replay FILE)',
  exchange: `an external exchange (--exchange ${EXCHANGE_IDS.join(', ')})`,
}

const readReplay = (path: string, { read, readText }: MarketReader): MarketConfig => ({
  kind: 'replay',
  path: resolve(path),
  speed: read('speed', parseSpeed, 1, "'max' or a positive number, such as 1 or 10"),
  loop: read('loop', parseFlag, false, "'true' or 'false'"),
  instrumentsPath: pathIn(readText('instruments')),
})

const readMarket = (exchange: 'simulated' | ExchangeId, { read, readText }: MarketReader): MarketConfig => {
  if (exchange === 'simulated') {
    const seed = read('seed', wholeNumber(0, 2 ** 31 - 1), 1, 'a whole number from 0 to 2147483647')
    const historyDays = read('historyDays', wholeNumber(1, 30), undefined, 'a whole number from 1 to 30')
    const symbols = read('symbols', parseSymbols, undefined, SYMBOLS_FORM)
    return { kind: 'simulated', seed, historyDays, symbols }
  }
  return {
    kind: 'exchange',
    id: exchange,
    symbols: read('symbols', parseSymbols, DEFAULT_SYMBOLS, SYMBOLS_FORM),
    url: read('exchangeUrl', parseUrl, undefined, 'an address such as http://127.0.0.1:8781'),
    execution: read('execution', choiceParser(EXECUTIONS), 'paper', `one of ${EXECUTIONS.join(', ')}`),
    passphrasePath: pathIn(readText('passphraseFile')),
  }
}

/**
 * Returns the problems of an exchange URL: practice must not reach real money, and secrets must not be sent
 * unencrypted.
 */
const unsafe = ({ url, execution }: ExchangeConfig, settingName: MarketReader['settingName']): string[] => {
  const problems: string[] = []
  const local = url !== undefined && isLocal(url)
  if (execution === 'practice' && url !== undefined && !local) {
    problems.push(
      `${settingName('exchangeUrl')} is not on this machine: practice needs a local exchange, or no address for the exchange's own demo environment.`,
    )
  }
  if (url !== undefined && !local && url.startsWith('http:')) {
    problems.push(`${settingName('exchangeUrl')} is neither on this machine nor encrypted: use an https address.`)
  }
  return problems
}

const isLocal = (url: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)

const DEFAULT_SYMBOLS: readonly string[] = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT']
const SYMBOLS_MAX = 100
const SYMBOLS_FORM = `up to ${SYMBOLS_MAX} symbols such as BTCUSDT,ETHUSDT`

const SYMBOL = new RegExp(SYMBOL_PATTERN)

export const parseSymbols = (text: string): readonly string[] | undefined => {
  const symbols = [...new Set(text.split(',').map((symbol) => symbol.trim().toUpperCase()))]
  return symbols.length <= SYMBOLS_MAX && symbols.every((symbol) => SYMBOL.test(symbol)) ? symbols : undefined
}

const pathIn = (text: string | undefined): string | undefined => text && resolve(text)

export const choiceParser =
  <T extends string>(values: readonly T[]) =>
  (text: string): T | undefined =>
    values.find((value) => value === text)

export const wholeNumber = (min: number, max: number) => (text: string) => {
  const number = Number(text)
  return /^\d+$/.test(text) && number >= min && number <= max ? number : undefined
}

const parseSpeed = (text: string): 'max' | number | undefined => {
  const number = Number(text)
  return text === 'max' ? 'max' : number > 0 && Number.isFinite(number) ? number : undefined
}

export const parseFlag = (text: string): boolean | undefined =>
  text === 'true' ? true : text === 'false' ? false : undefined

export const parseUrl = (text: string): string | undefined =>
  URL.canParse(text) && /^https?:\/\//.test(text) ? text.replace(/\/+$/, '') : undefined

/** Reader of settings: returns the value of a setting as a string, and reports the expected form of an invalid one. */
export interface SettingReader<Setting extends string> {
  readText(setting: Setting): string | undefined
  read<T>(setting: Setting, parse: (text: string) => T | undefined, otherwise: T, must: string): T
  /** Returns the name of a setting as written by users. */
  settingName(setting: Setting): string
}
