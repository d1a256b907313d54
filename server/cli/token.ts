import { type Command, InvalidArgumentError } from 'commander'
import { isAccountName } from '../core/account-name.ts'
import { parseDuration } from '../core/instant.ts'
import type { HostToken } from '../host/user-verbs.ts'
import { addStoreOptions } from './engine.ts'
import type { CliParts } from './parts.ts'
import { printJson, requestHost, wantsJson } from './requests.ts'

/** Adds the command that issues an API token for a user. */
export const addToken = (program: Command, parts: CliParts): void => {
  const command = program
    .command('token')
    .description('create an access token for a program and print it')
    .requiredOption('--user <name>', 'user whose permissions the token has')
    .option('--accounts <list>', 'limit the token to these accounts of a shared store, such as main,hedge', accounts)
    .option('--ttl <duration>', 'lifetime, 1m to 90d (default: 30d)', ttl)
    .addHelpText('after', EXAMPLES)
  addStoreOptions(command).action(async (options: Options) => {
    const args = { username: options.user, ttlMs: options.ttl, accounts: options.accounts }
    const token = await requestHost<HostToken>(parts, command, { verb: 'token.mint', args })
    if (wantsJson(command)) return printJson(parts, token)
    parts.terminal.err(`Token for ${options.user}, valid until ${token.expiresAt}:\n`)
    parts.terminal.out(`${token.accessToken}\n`)
  })
}

interface Options {
  readonly user: string
  readonly ttl?: number
  readonly accounts?: readonly string[]
}

const accounts = (text: string): readonly string[] => {
  const names = text.split(',').map((name) => name.trim())
  if (names.every(isAccountName)) return names
  throw new InvalidArgumentError('Specify names of accounts, separated by commas.')
}

const ttl = (text: string): number => {
  const duration = parseDuration(text)
  if (duration !== undefined) return duration
  throw new InvalidArgumentError('Specify a number and a unit, such as 15m, 12h or 30d.')
}

const EXAMPLES = `
Examples:
  $ TOKEN=$(plimsoll token --user bot)
  $ plimsoll token --user bot --accounts hedge
  $ plimsoll token --user bot --ttl 12h --json`
