/** Settings file of a host (`plimsoll.toml`): reads, validates and prints it. */

import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parse, TomlError } from 'smol-toml'
import { err, ok, type Result } from '../core/result.ts'
import { SECTIONS, SETTING_NAMES, SETTINGS, type Setting, type SettingInfo, toKey } from './settings.ts'

/**
 * Reads a settings file: TOML, one key per setting, such as `log-level = "info"`. Lists are arrays or
 * comma-separated strings, and paths are relative to the file. Unknown keys, keys not allowed in the file, and empty
 * values are refused, each with a remedy.
 */
export const readSettingsFile = (path: string): Result<SettingsFile, string[]> => {
  const table = readTable(path)
  if (!table.ok) return err([table.error])
  const values: Partial<Record<Setting, string>> = {}
  const problems: string[] = []
  for (const [key, value] of Object.entries(table.value)) {
    const setting = SETTING_NAMES.find((name) => toKey(name) === key)
    const problem = setting === undefined ? UNKNOWN : findProblem(setting, value)
    if (problem !== undefined) problems.push(`${key} in ${path} ${problem}`)
    else if (setting !== undefined) values[setting] = toText(SETTINGS[setting].type, value, dirname(path))
  }
  return problems.length === 0 ? ok({ path, values }) : err(problems)
}

/** Name of the settings file in a data directory. */
export const SETTINGS_FILE = 'plimsoll.toml'

/** Name of the file with the limits, created next to a settings file. */
export const LIMITS_FILE = 'constitution.json'

/** Settings read from a file, as flag values. */
export interface SettingsFile {
  readonly path: string
  readonly values: Readonly<Partial<Record<Setting, string>>>
}

const UNKNOWN = 'is not a setting. To list all settings: plimsoll init --print.'

const readTable = (path: string): Result<Record<string, unknown>, string> => {
  try {
    return ok(parse(readFileSync(path, 'utf8')))
  } catch (error) {
    if (error instanceof TomlError) {
      const [reason] = error.message.replace('Invalid TOML document: ', '').split('\n')
      return err(
        `${path}:${error.line}:${error.column} is not valid TOML: ${reason}. For a valid file: plimsoll init --print.`,
      )
    }
    return err(describeUnreadable(path, error as NodeJS.ErrnoException))
  }
}

const describeUnreadable = (path: string, { code, message }: NodeJS.ErrnoException): string => {
  switch (code) {
    case 'ENOENT':
      return `The settings file ${path} does not exist. To create one: plimsoll init, or choose another with --config.`
    case 'EISDIR':
      return `The settings file ${path} is a directory. Specify the file with --config.`
    default:
      return `The settings file ${path} cannot be read (${code ?? message}). For its owner and permissions: ls -ld ${path}.`
  }
}

const findProblem = (setting: Setting, value: unknown): string | undefined => {
  const { scope, isSecret } = SETTINGS[setting]
  if (scope === 'host') return `is not read from the file: use --${toKey(setting)}.`
  if (isSecret) return 'can contain a secret, which must not be in this file: use the environment or a separate file.'
  if (value === '' || (Array.isArray(value) && value.length === 0)) return 'is empty. Set a value or remove the line.'
  const isText = (one: unknown): boolean => ['string', 'number', 'bigint', 'boolean'].includes(typeof one)
  if (Array.isArray(value) ? value.every(isText) : isText(value)) return undefined
  return 'must be a single value, such as "info" or 8080, or a list of values.'
}

const toText = (type: SettingInfo['type'], value: unknown, folder: string): string => {
  if (type === 'switch' && typeof value === 'boolean') return value ? 'on' : 'off'
  const text = Array.isArray(value) ? value.join(',') : String(value)
  return type === 'path' ? resolve(folder, text) : text
}

/** Prints a settings file with these settings, and every other setting as a comment with its default or an example. */
export const printSettingsFile = (values: SettingsFile['values']): string => {
  const sections = SECTIONS.map((section) => {
    const settings = SETTING_NAMES.filter((name) => SETTINGS[name].section === section && isInFile(SETTINGS[name]))
    return [`# ── ${section} ──`, ...settings.map((name) => printSetting(name, values[name]))].join('\n\n')
  })
  return `${[HEADING, ...sections].join('\n\n')}\n`
}

const HEADING = `# Plimsoll settings. Flags and environment variables take precedence; a change applies at the next start.
# Lines that begin with "#" have no effect: they show the default, or an example where there is none.`

const isInFile = ({ scope, isSecret }: SettingInfo): boolean => scope === undefined && !isSecret

const printSetting = (setting: Setting, value: string | undefined): string => {
  const { summary, example, type } = SETTINGS[setting]
  const line = `${toKey(setting)} = ${printValue(type, value ?? example)}`
  return `# ${summary.charAt(0).toUpperCase()}${summary.slice(1)}\n${value === undefined ? `#${line}` : line}`
}

const printValue = (type: SettingInfo['type'], text: string): string => {
  if (type === 'flag' || (type === 'number' && /^\d+$/.test(text))) return text
  return type === 'list' ? `[${text.split(',').map(quote).join(', ')}]` : quote(text)
}

/** Quotes a string; a JSON string is a valid TOML string. */
const quote = (text: string): string => JSON.stringify(text)
