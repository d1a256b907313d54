import type { Command } from 'commander'
import type { HostUserWithPassword } from '../host/user-verbs.ts'
import type { Role, Tier } from '../identity/role.ts'
import { askHost, printJson, wantsJson } from './ask.ts'
import { roleOption, tierOption } from './options.ts'
import type { CliParts } from './parts.ts'
import { addPasswordOptions, type PasswordOptions, readPassword } from './password-options.ts'
import { printPassword } from './print-password.ts'

interface Options extends PasswordOptions {
  readonly role: readonly Role[]
  readonly tier?: Tier
}

export const addUserAdd = (user: Command, parts: CliParts): void => {
  const command = user
    .command('add')
    .description('make a user; without a password one is made and printed once')
    .argument('<name>', 'how the user signs in')
    .addOption(roleOption().makeOptionMandatory())
    .addOption(tierOption())
    .addHelpText('after', EXAMPLES)
  addPasswordOptions(command).action(async (username: string, options: Options) => {
    const password = await readPassword(parts.terminal, options)
    const args = { username, roles: options.role, tier: options.tier, password }
    const added = await askHost<HostUserWithPassword>(parts, command, { verb: 'user.add', args })
    if (wantsJson(command)) return printJson(parts, added)
    parts.terminal.err(`Made user ${added.user.username}: ${added.user.roles.join(', ')}, ${added.user.tier}.\n`)
    printPassword(parts.terminal, added)
  })
}

const EXAMPLES = `
Examples:
  $ plimsoll user add alice --role TRADER
  $ plimsoll user add watch --role VIEWER,OPERATOR --tier PRO
  $ pass show plimsoll/bob | plimsoll user add bob --role ADMIN --password-stdin`
