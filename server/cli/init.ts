import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { parseConfig } from '../config/config.ts'
import { type Flags, SECTIONS, SETTING_NAMES, SETTINGS, toFlag } from '../config/settings.ts'
import { LIMITS_FILE, printSettingsFile, SETTINGS_FILE, type SettingsFile } from '../config/settings-file.ts'
import { toCliFailure, usageFailure } from './failure.ts'
import { storeKeys } from './keys.ts'
import type { CliParts } from './parts.ts'
import { printFields } from './print.ts'
import type { Answers } from './prompt-settings.ts'
import { getDataDir, printJson, wantsJson } from './requests.ts'
import { addSettings } from './start.ts'

/** Adds the command that writes the settings file, with the settings given as flags or entered at a terminal. */
export const addInit = (program: Command, parts: CliParts): void => {
  const command = program
    .command('init')
    .description('create the settings file: prompts for the main settings, or uses those given as flags')
    .option('--yes', 'do not prompt')
    .option('--print', 'print the file instead of writing it')
  addSettings(command, SECTIONS)
    .addHelpText('after', EXAMPLES)
    .action(async () => {
      const { yes = false, print = false, ...flags } = command.optsWithGlobals<InitFlags>()
      const given = toValues(flags)
      refuseInvalid(given)
      if (print) return parts.terminal.data(printSettingsFile(given))
      const path = flags.config === undefined ? join(getDataDir(parts, command), SETTINGS_FILE) : resolve(flags.config)
      refuseExisting(path)
      const isPrompting = parts.terminal.isInteractive && parts.terminal.isWatched && !yes
      const answers = isPrompting ? await parts.promptSettings(given) : { ...NO_ANSWERS, settings: given }
      const files = writeAnswers(path, answers)
      const { keysExchange } = answers
      if (keysExchange !== null) await storeKeys(parts, command, { exchange: keysExchange, label: 'main' })
      if (wantsJson(command)) return printJson(parts, { files })
      parts.terminal.out(printFields([['Written', files], ...listNext(command, flags)]))
    })
}

type InitFlags = Flags & { readonly yes?: boolean; readonly print?: boolean; readonly json?: boolean }

const NO_ANSWERS = { limits: null, secrets: {}, keysExchange: null }

/**
 * Returns the flags as values of a settings file; paths are made absolute, since the file is in a different folder.
 */
const toValues = (flags: Flags): SettingsFile['values'] =>
  Object.fromEntries(
    SETTING_NAMES.filter((name) => SETTINGS[name].scope === undefined && flags[name] !== undefined).map((name) => {
      const { isSecret, type } = SETTINGS[name]
      if (isSecret)
        throw usageFailure(`${toFlag(name)} can contain a secret, which the settings file must not contain.`)
      return [name, type === 'path' ? resolve(`${flags[name]}`) : `${flags[name]}`]
    }),
  )

const refuseInvalid = (values: SettingsFile['values']): void => {
  const parsed = parseConfig({}, {}, { path: SETTINGS_FILE, values })
  if (!parsed.ok) throw usageFailure(parsed.error.join('\n'))
}

const refuseExisting = (path: string): void => {
  if (!existsSync(path)) return
  const remedy = 'Edit it, or move it away to start over.'
  throw toCliFailure({ code: 'SETTINGS_EXIST', message: `${path} exists.`, remedy })
}

/**
 * Writes secrets and limits, then the settings that reference them; existing files are not replaced. Returns the paths.
 */
const writeAnswers = (path: string, { settings, limits, secrets }: Answers): readonly string[] => {
  refuseInvalid(settings)
  const files: readonly (readonly [string, string])[] = [
    ...Object.entries(secrets).map(([name, secret]) => [join(dirname(path), name), `${secret.trim()}\n`] as const),
    ...(limits ? [[join(dirname(path), LIMITS_FILE), `${JSON.stringify(limits, null, 2)}\n`] as const] : []),
    [path, printSettingsFile(settings)],
  ]
  for (const [file] of files) refuseExisting(file)
  for (const [file, text] of files) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
  }
  return files.map(([file]) => file)
}

const listNext = (command: Command, { config, dataDir }: Flags): [string, string][] => {
  const more = [
    ...(dataDir === undefined ? [] : [` --data-dir ${dataDir}`]),
    ...(config === undefined ? [] : [` --config ${config}`]),
  ].join('')
  return [
    ['Check', `${command.parent?.name()} doctor${more}`],
    ['Start', `${command.parent?.name()} start${more}`],
  ]
}

const EXAMPLES = `
Examples:
  $ plimsoll init
  $ plimsoll init --exchange bybit --symbols BTCUSDT,ETHUSDT --yes
  $ plimsoll init --print > plimsoll.toml

The file is plimsoll.toml in the data directory, which every start reads, or the one that --config names.`
