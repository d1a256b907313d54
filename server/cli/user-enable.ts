import type { Command } from 'commander'
import type { HostUser } from '../host/user-verbs.ts'
import { askHost, printJson, wantsJson } from './ask.ts'
import type { CliParts } from './parts.ts'

export const addUserEnable = (user: Command, parts: CliParts): void => {
  const command = user
    .command('enable')
    .description('let a disabled user sign in again')
    .argument('<name>', 'the user')
    .addHelpText('after', '\nExample:\n  $ plimsoll user enable alice')
    .action(async (username: string) => {
      const enabled = await askHost<HostUser>(parts, command, { verb: 'user.enable', args: { username } })
      if (wantsJson(command)) return printJson(parts, enabled)
      parts.terminal.err(`${enabled.username} may sign in again.\n`)
    })
}
