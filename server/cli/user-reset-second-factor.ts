import type { Command } from 'commander'
import type { HostUser } from '../host/user-verbs.ts'
import { askHost, printJson, wantsJson } from './ask.ts'
import type { CliParts } from './parts.ts'

export const addUserResetSecondFactor = (user: Command, parts: CliParts): void => {
  const command = user
    .command('reset-second-factor')
    .description('remove the second factor of a user who has lost it; the password alone logs in then')
    .argument('<name>', 'the user')
    .addHelpText('after', '\nExample:\n  $ plimsoll user reset-second-factor alice')
    .action(async (username: string) => {
      const reset = await askHost<HostUser>(parts, command, { verb: 'user.resetSecondFactor', args: { username } })
      if (wantsJson(command)) return printJson(parts, reset)
      parts.terminal.err(`${reset.username} has no second factor any more; every log-in has ended, tokens stay.\n`)
    })
}
