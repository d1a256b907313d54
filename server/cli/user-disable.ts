import type { Command } from 'commander'
import type { HostUser } from '../host/user-verbs.ts'
import { askHost, printJson, wantsJson } from './ask.ts'
import type { CliParts } from './parts.ts'

export const addUserDisable = (user: Command, parts: CliParts): void => {
  const command = user
    .command('disable')
    .description('shut a user out at once, tokens and all')
    .argument('<name>', 'the user')
    .addHelpText('after', '\nExample:\n  $ plimsoll user disable alice')
    .action(async (username: string) => {
      const disabled = await askHost<HostUser>(parts, command, { verb: 'user.disable', args: { username } })
      if (wantsJson(command)) return printJson(parts, disabled)
      parts.terminal.err(`${disabled.username} is disabled; every session and token has ended.\n`)
    })
}
