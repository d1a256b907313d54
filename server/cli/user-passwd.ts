import type { Command } from 'commander'
import type { HostUserWithPassword } from '../host/user-verbs.ts'
import { askHost, printJson, wantsJson } from './ask.ts'
import { usageFailure } from './failure.ts'
import type { CliParts } from './parts.ts'
import { addPasswordOptions, type PasswordOptions, readPassword } from './password-options.ts'
import { printPassword } from './print-password.ts'

export const addUserPasswd = (user: Command, parts: CliParts): void => {
  const command = user
    .command('passwd')
    .description('set a password, or have one generated; ends every session and token of the user')
    .argument('<name>', 'the user')
    .addHelpText('after', EXAMPLES)
  addPasswordOptions(command).action(async (username: string, options: PasswordOptions) => {
    const password = await readPassword(parts.terminal, options)
    if (password === undefined && !parts.terminal.isInteractive) {
      throw usageFailure('Give --password or --password-stdin: without a terminal no password is made.')
    }
    const args = { username, password }
    const changed = await askHost<HostUserWithPassword>(parts, command, { verb: 'user.setPassword', args })
    if (wantsJson(command)) return printJson(parts, changed)
    parts.terminal.err(`${changed.user.username} has a new password; every session and token has ended.\n`)
    printPassword(parts.terminal, changed)
  })
}

const EXAMPLES = `
Examples:
  $ plimsoll user passwd alice
  $ pass show plimsoll/alice | plimsoll user passwd alice --password-stdin`
