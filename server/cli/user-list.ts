import type { Command } from 'commander'
import type { HostUser } from '../host/user-verbs.ts'
import { askHost, printJson, wantsJson } from './ask.ts'
import type { CliParts } from './parts.ts'
import { printTable } from './print-table.ts'

const HEADER = ['NAME', 'ROLES', 'TIER', 'STATE', 'PASSWORD', 'SECOND FACTOR', 'SESSIONS', 'SINCE']

export const addUserList = (user: Command, parts: CliParts): void => {
  const command = user
    .command('list')
    .description('show every user')
    .addHelpText('after', '\nExamples:\n  $ plimsoll user list\n  $ plimsoll user list --json')
    .action(async () => {
      const users = await askHost<{ items: HostUser[] }>(parts, command, { verb: 'user.list', args: {} })
      if (wantsJson(command)) return printJson(parts, users)
      if (users.items.length === 0) parts.terminal.err('There are no users yet.\n')
      else parts.terminal.out(printTable(HEADER, users.items.map(cellsOf)))
    })
}

const cellsOf = (user: HostUser): string[] => [
  user.username,
  user.roles.join(','),
  user.tier,
  stateOf(user),
  user.passwordWeak ? 'weak' : user.passwordOrigin.toLowerCase(),
  user.secondFactor ? 'yes' : 'no',
  String(user.sessions),
  user.createdAt.slice(0, 10),
]

const stateOf = ({ disabledAt }: HostUser): string => (disabledAt !== null ? 'disabled' : 'active')
