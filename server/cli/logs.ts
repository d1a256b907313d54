import { type Command, InvalidArgumentError, Option } from 'commander'
import { LOG_LEVELS, type LogRecord } from '../../contract/logs.ts'
import { printable } from '../core/printable.ts'
import { HOST_LOG_MAX, type HostLog } from '../host/log-verbs.ts'
import type { CliParts } from './parts.ts'
import { getLocalServer, printJson, requestServer, wantsJson } from './requests.ts'

interface LogOptions {
  readonly level?: string
  readonly search?: string
  readonly limit: number
}

/** Adds the command that prints the newest records of the running server's log. */
export const addLogs = (program: Command, parts: CliParts): void => {
  const command = program
    .command('logs')
    .description(`show the newest log records of the running server, oldest first; it keeps at most ${HOST_LOG_MAX}`)
    .addOption(new Option('--level <level>', 'minimum level').choices(LOG_LEVELS.map((one) => one.toLowerCase())))
    .option('--search <text>', 'only records with this text in message or fields')
    .option('--limit <number>', 'maximum number of records', readLimit, 100)
    .addHelpText('after', EXAMPLES)
    .action(async ({ level, search: text, limit }: LogOptions) => {
      const args = { limit, ...(level && { level: level.toUpperCase() }), ...(text && { text }) }
      const question = { verb: 'log.list', args }
      const { items } = await requestServer<HostLog>(getLocalServer(parts, command), question, REMEDY)
      if (wantsJson(command)) printJson(parts, { items })
      else if (items.length === 0) parts.terminal.err('No matching records.\n')
      else parts.terminal.out(items.map(printRecord).join(''))
    })
}

const REMEDY = 'Start the server. Earlier runs logged to standard error, for example to the journal.'

const readLimit = (text: string): number => {
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= 1 && number <= HOST_LOG_MAX) return number
  throw new InvalidArgumentError(`Specify a number from 1 to ${HOST_LOG_MAX}.`)
}

const printRecord = ({ at, level, message, fields }: LogRecord): string => {
  const values = Object.entries(fields).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  return `${[at, level.padEnd(5), printable(message), ...values.map(printable)].join(' ')}\n`
}

const EXAMPLES = `
Examples:
  $ plimsoll logs --level warn
  $ plimsoll logs --search BTCUSDT --limit 20
  $ plimsoll logs --json`
