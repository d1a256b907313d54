/** Command `start`, and the helpers that add settings as options to a command. */

import type { Command } from 'commander'
import { listSettings, SETTINGS, type Section, type Setting, toFlag } from '../config/settings.ts'
import type { CliParts, StartFlags } from './parts.ts'

/** Adds the command that starts the server. */
export const addStart = (program: Command, parts: CliParts): void => {
  const command = program.command('start').description('run the platform: engine, API and market')
  addSettings(command, ['Server', 'Login', 'Log', ...TRADING_SECTIONS])
    .addHelpText('after', EXAMPLES)
    .action((_options: unknown, command: Command) => parts.start(command.optsWithGlobals<StartFlags>()))
}

/** Sections with the settings of an engine, with or without a server. */
export const TRADING_SECTIONS: readonly Section[] = ['Market', 'Autotrading', 'Risk', 'Alerts']

/** Adds the settings of these sections as options, each section under its heading. */
export const addSettings = (command: Command, sections: readonly Section[]): Command => {
  addSetting(command, 'config')
  for (const section of sections) {
    command.optionsGroup(`${section}:`)
    for (const setting of listSettings(section)) addSetting(command, setting)
  }
  return command
}

/** Adds a setting as an option. */
export const addSetting = (command: Command, setting: Setting): Command => {
  const { placeholder, summary } = SETTINGS[setting]
  return command.option(placeholder === undefined ? toFlag(setting) : `${toFlag(setting)} <${placeholder}>`, summary)
}

const EXAMPLES = `
Examples:
  $ plimsoll start
  $ plimsoll start --port 0 --data-dir /var/lib/plimsoll
  $ plimsoll start --replay btcusdt.jsonl.gz --speed max
  $ plimsoll start --exchange binanceusdm --symbols BTCUSDT,ETHUSDT
  $ plimsoll start --exchange binanceusdm --exchange-url http://127.0.0.1:8781 --execution practice

Every flag can also be set by an environment variable, such as PLIMSOLL_LOG_LEVEL for --log-level.`
