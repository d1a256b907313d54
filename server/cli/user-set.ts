import type { Command } from 'commander'
import type { HostUser } from '../host/user-verbs.ts'
import type { Role, Tier } from '../identity/role.ts'
import { askHost, printJson, wantsJson } from './ask.ts'
import { usageFailure } from './failure.ts'
import { roleOption, tierOption } from './options.ts'
import type { CliParts } from './parts.ts'

interface Options {
  readonly role?: readonly Role[]
  readonly tier?: Tier
}

export const addUserSet = (user: Command, parts: CliParts): void => {
  const command = user
    .command('set')
    .description('give a user other roles or another tier; what is signed in ends')
    .argument('<name>', 'the user')
    .addOption(roleOption())
    .addOption(tierOption())
    .addHelpText('after', EXAMPLES)
    .action(async (username: string, { role, tier }: Options) => {
      if (!role && !tier) throw usageFailure('Give --role or --tier: there is nothing to change.')
      const args = { username, roles: role, tier }
      const changed = await askHost<HostUser>(parts, command, { verb: 'user.change', args })
      if (wantsJson(command)) return printJson(parts, changed)
      parts.terminal.err(`${changed.username} is now ${changed.roles.join(', ')}, ${changed.tier}.\n`)
    })
}

const EXAMPLES = `
Examples:
  $ plimsoll user set alice --role VIEWER
  $ plimsoll user set bot --tier PRO`
