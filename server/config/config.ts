/**
 * Configuration of the server: reads flags, environment variables and settings file into one validated `Config`, or
 * returns every problem in them.
 */

import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { err, ok, type Result } from '../core/result.ts'
import type { SignInPolicy } from '../identity/session.ts'
import { type AutotradingConfig, parseAutotrading } from './autotrading.ts'
import { type FirstUserConfig, parseFirstUser } from './first-user.ts'
import { choiceParser, type MarketConfig, parseMarket, parseUrl, wholeNumber } from './market.ts'
import { type MessengerConfig, parseMessenger } from './messenger.ts'
import { type NetworkConfig, parseNetwork, parseSignIn } from './network.ts'
import { type PaperConfig, parsePaper } from './paper.ts'
import { type Flags, SETTING_NAMES, SETTINGS, type Setting, toFlag, toKey, toVariable } from './settings.ts'
import { readSettingsFile, SETTINGS_FILE, type SettingsFile } from './settings-file.ts'
import { parseSharedStore, type SharedStoreConfig } from './shared-store.ts'

/** Parses all settings; on failure every problem is named, each with its remedy. */
export const parseConfig = (env: NodeJS.ProcessEnv, flags: Flags, file?: SettingsFile): Result<Config, string[]> => {
  const problems = [...unknownVariables(env), ...emptyFlags(flags)]
  const readText = (setting: Setting): string | undefined => {
    const value = flags[setting] ?? (env[toVariable(setting)] || file?.values[setting])
    return value === undefined ? undefined : String(value)
  }
  const settingName = (setting: Setting): string => {
    if (flags[setting] !== undefined) return toFlag(setting)
    return env[toVariable(setting)] || !file ? toVariable(setting) : `${toKey(setting)} in ${file.path}`
  }
  const read = <T>(setting: Setting, parse: (text: string) => T | undefined, otherwise: T, must: string): T => {
    const text = readText(setting)
    const value = text === undefined ? otherwise : parse(text)
    if (value !== undefined || text === undefined) return value as T
    problems.push(`${settingName(setting)} is '${hidden(setting, text)}'; it must be ${must}.`)
    return otherwise
  }

  const readPath = (setting: Setting): string | undefined => {
    const text = readText(setting)
    return text && resolve(text)
  }
  const reader = { readText, read, settingName }
  const { market, problems: misplaced } = parseMarket(reader)
  problems.push(...misplaced)
  const { messenger, problems: messengerProblems } = parseMessenger(reader)
  problems.push(...messengerProblems)
  const { shared, problems: storeProblems } = parseSharedStore(reader)
  problems.push(...storeProblems)
  const { bootstrapAdmin, problems: userProblems } = parseFirstUser(reader)
  problems.push(...userProblems)
  if (readText('deployment') !== undefined) {
    problems.push(
      ...NAMED_BY_DEPLOYMENT.filter((setting) => readText(setting) !== undefined).map(
        (setting) => `${settingName(setting)} cannot be used with a deployment, which names what is traded.`,
      ),
    )
  }
  const host = read('host', parseHost, '127.0.0.1', 'a host name or address to listen on, such as 127.0.0.1')
  const publicUrl = read('publicUrl', parseUrl, undefined, 'an address such as https://trading.example.org')
  const { network, problems: unprotected } = parseNetwork(reader, { host, publicUrl })
  problems.push(...unprotected)
  const config: Config = {
    host,
    port: read('port', wholeNumber(0, 65_535), 8080, 'a port number from 0 to 65535 (0 picks a free one)'),
    dataDir: resolve(readText('dataDir') ?? 'data'),
    logLevel: read('logLevel', choiceParser(LOG_LEVELS), 'info', `one of ${LOG_LEVELS.join(', ')}`),
    publicUrl,
    network,
    publicStatus: read('publicStatus', choiceParser(['on', 'off']), 'on', "'on' or 'off'") === 'on',
    bootstrapAdmin,
    market,
    autotrading: parseAutotrading(reader, market),
    messenger,
    signIn: parseSignIn(reader, host),
    constitutionPath: readPath('constitution'),
    ...parsePaper(reader),
    settingsPath: file?.path,
    shared,
    accountsDir: readPath('accountsDir'),
    faultsPath: readPath('faults'),
  }
  return problems.length === 0 ? ok(Object.freeze(config)) : err(problems)
}

export interface Config extends PaperConfig {
  readonly host: string
  readonly port: number
  /** Absolute path. */
  readonly dataDir: string
  readonly logLevel: LogLevel
  /** Public URL of the server, if clients do not reach it by `host` and `port`. */
  readonly publicUrl: string | undefined
  readonly network: NetworkConfig
  /** True when a short health status is served without a token. */
  readonly publicStatus: boolean
  /** The first ADMIN, instead of a generated password. */
  readonly bootstrapAdmin: FirstUserConfig | undefined
  readonly market: MarketConfig
  readonly autotrading: AutotradingConfig
  readonly messenger: MessengerConfig
  readonly signIn: SignInPolicy
  /** File with the limits of the host; undefined for the built-in ones. */
  readonly constitutionPath: string | undefined
  /** Settings file in use. */
  readonly settingsPath: string | undefined
  /** Account in a store shared by several hosts; undefined when this process has its own store. */
  readonly shared: SharedStoreConfig | undefined
  /** Directory with the settings of further accounts that a gateway serves. */
  readonly accountsDir: string | undefined
  /** File with the faults to inject into the exchange. */
  readonly faultsPath: string | undefined
}

type LogLevel = (typeof LOG_LEVELS)[number]

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** Settings that a deployment replaces. */
const NAMED_BY_DEPLOYMENT = ['strategies', 'strategiesDir', 'timeframes'] as const

/**
 * Reads all settings: from the flags, else from the environment, else from the specified settings file, or from
 * `plimsoll.toml` in the data directory if it exists.
 */
export const loadConfig = (env: NodeJS.ProcessEnv, flags: Flags): Result<Config, string[]> => {
  const path = findSettingsFile(env, flags)
  if (path === undefined) return parseConfig(env, flags)
  const file = readSettingsFile(path)
  return file.ok ? parseConfig(env, flags, file.value) : file
}

const findSettingsFile = (env: NodeJS.ProcessEnv, { config, dataDir }: Flags): string | undefined => {
  const named = config ?? (env[toVariable('config')] || undefined)
  if (named !== undefined) return resolve(named)
  const path = join(resolveDataDir(env, dataDir), SETTINGS_FILE)
  return existsSync(path) ? path : undefined
}

/** Returns the data directory, for host commands that need no other setting. */
export const resolveDataDir = (env: NodeJS.ProcessEnv, flag: string | undefined): string =>
  resolve(flag ?? (env[toVariable('dataDir')] || 'data'))

/** Returns the flags given without a value. An empty variable counts as not set; an empty flag is a typing error. */
export const emptyFlags = (flags: Flags): string[] =>
  SETTING_NAMES.filter((setting) => flags[setting] === '').map(
    (setting) => `${toFlag(setting)} is empty. Give it a value or omit it.`,
  )

const unknownVariables = (env: NodeJS.ProcessEnv): string[] => {
  const known = new Set(SETTING_NAMES.map(toVariable))
  return Object.keys(env)
    .filter((name) => name.startsWith('PLIMSOLL_') && !known.has(name))
    .map((name) => `${name} is not a setting. The settings are ${[...known].join(', ')}.`)
}

const hidden = (setting: Setting, text: string): string => (SETTINGS[setting].isSecret ? '…' : text)

const parseHost = (text: string): string | undefined => (/^[A-Za-z0-9.:_-]+$/.test(text) ? text : undefined)
