import { type Command, InvalidArgumentError, Option } from 'commander'
import { isAccountName } from '../core/account-name.ts'
import type { HostUser, HostUserWithPassword } from '../host/user-verbs.ts'
import { isTier, parseRoles, ROLES, type Role, TIERS, type Tier } from '../identity/role.ts'
import { addStoreOptions } from './engine.ts'
import { usageFailure } from './failure.ts'
import type { CliParts, Terminal } from './parts.ts'
import { printTable } from './print.ts'
import { printJson, requestHost, wantsJson } from './requests.ts'

/** Adds the commands that create, list and change users and their passwords. */
export const addUser = (program: Command, parts: CliParts): void => {
  const user = program.command('user').description('create, list and change users')
  addAdd(user, parts)
  addSet(user, parts)
  for (const change of SIMPLE_CHANGES) addSimpleChange(user, change, parts)
  addPasswd(user, parts)
  addList(user, parts)
  for (const command of user.commands) addStoreOptions(command)
}

interface NewUserOptions extends PasswordOptions {
  readonly role?: readonly Role[]
  readonly grant?: RolesByAccount
  readonly tier?: Tier
}

const addAdd = (user: Command, parts: CliParts): void => {
  const command = user
    .command('add')
    .description('create a user; without a password one is generated and printed once')
    .argument('<name>', 'name the user logs in with')
    .addOption(roleOption())
    .addOption(grantOption())
    .addOption(tierOption())
    .addHelpText('after', ADD_EXAMPLES)
  addPasswordOptions(command).action(async (username: string, options: NewUserOptions) => {
    if (!options.role && !options.grant) throw usageFailure('Specify --role, or --grant for individual accounts.')
    const password = await readPassword(parts.terminal, options)
    const args = { username, roles: options.role ?? [], grants: options.grant, tier: options.tier, password }
    const added = await requestHost<HostUserWithPassword>(parts, command, { verb: 'user.add', args })
    if (wantsJson(command)) return printJson(parts, added)
    parts.terminal.err(`Created user ${added.user.username}: ${printRights(added.user)}.\n`)
    printPassword(parts.terminal, added)
  })
}

const ADD_EXAMPLES = `
Examples:
  $ plimsoll user add alice --role TRADER
  $ plimsoll user add watch --role VIEWER,OPERATOR --tier PRO
  $ plimsoll user add carol --grant hedge=TRADER --grant main=VIEWER
  $ pass show plimsoll/bob | plimsoll user add bob --role ADMIN --password-stdin`

interface Rights {
  readonly role?: readonly Role[]
  readonly grant?: RolesByAccount
  readonly revoke?: readonly string[]
  readonly tier?: Tier
}

const addSet = (user: Command, parts: CliParts): void => {
  const command = user
    .command('set')
    .description('change the roles, grants or tier of a user; ends their sessions')
    .argument('<name>', 'the user')
    .addOption(roleOption())
    .addOption(grantOption())
    .addOption(
      new Option('--revoke <account>', 'revoke the roles granted on an account; repeatable').argParser(
        (account: string, earlier: readonly string[] = []) => [...earlier, account],
      ),
    )
    .addOption(tierOption())
    .addHelpText('after', SET_EXAMPLES)
    .action(async (username: string, { role, grant, revoke = [], tier }: Rights) => {
      const revoked = Object.fromEntries(revoke.map((account) => [account, []]))
      const grants = { ...revoked, ...grant }
      if (!role && !tier && Object.keys(grants).length === 0)
        throw usageFailure('Specify --role, --grant, --revoke or --tier: there is nothing to change.')
      const args = { username, roles: role, grants, tier }
      const changed = await requestHost<HostUser>(parts, command, { verb: 'user.change', args })
      if (wantsJson(command)) return printJson(parts, changed)
      parts.terminal.err(`${changed.username} is now ${printRights(changed)}.\n`)
    })
}

const SET_EXAMPLES = `
Examples:
  $ plimsoll user set alice --role VIEWER
  $ plimsoll user set alice --role none --grant hedge=TRADER
  $ plimsoll user set bot --tier PRO`

/** A command that needs only the name of the user. */
interface SimpleChange {
  readonly name: string
  readonly description: string
  readonly verb: string
  /** Text after the user name in the confirmation. */
  readonly result: string
}

const SIMPLE_CHANGES: readonly SimpleChange[] = [
  {
    name: 'disable',
    description: 'disable a user and revoke all tokens immediately',
    verb: 'user.disable',
    result: 'is disabled; all sessions and tokens have ended.',
  },
  {
    name: 'enable',
    description: 'allow a disabled user to log in again',
    verb: 'user.enable',
    result: 'may log in again.',
  },
  {
    name: 'reset-second-factor',
    description:
      'disable two-factor authentication for a user who lost the device; the password is then sufficient to log in',
    verb: 'user.resetSecondFactor',
    result: 'no longer uses two-factor authentication; all sessions have ended, tokens stay valid.',
  },
]

const addSimpleChange = (user: Command, { name, description, verb, result }: SimpleChange, parts: CliParts): void => {
  const command = user
    .command(name)
    .description(description)
    .argument('<name>', 'the user')
    .addHelpText('after', `\nExample:\n  $ plimsoll user ${name} alice`)
    .action(async (username: string) => {
      const changed = await requestHost<HostUser>(parts, command, { verb, args: { username } })
      if (wantsJson(command)) return printJson(parts, changed)
      parts.terminal.err(`${changed.username} ${result}\n`)
    })
}

const addPasswd = (user: Command, parts: CliParts): void => {
  const command = user
    .command('passwd')
    .description('set or generate a password; ends all sessions and tokens of the user')
    .argument('<name>', 'the user')
    .addHelpText('after', PASSWD_EXAMPLES)
  addPasswordOptions(command).action(async (username: string, options: PasswordOptions) => {
    const password = await readPassword(parts.terminal, options)
    if (password === undefined && !parts.terminal.isInteractive) {
      throw usageFailure('Specify --password or --password-stdin: without a terminal no password is generated.')
    }
    const args = { username, password }
    const changed = await requestHost<HostUserWithPassword>(parts, command, { verb: 'user.setPassword', args })
    if (wantsJson(command)) return printJson(parts, changed)
    parts.terminal.err(`${changed.user.username} has a new password; all sessions and tokens have ended.\n`)
    printPassword(parts.terminal, changed)
  })
}

const PASSWD_EXAMPLES = `
Examples:
  $ plimsoll user passwd alice
  $ pass show plimsoll/alice | plimsoll user passwd alice --password-stdin`

const HEADER = ['NAME', 'ROLES', 'TIER', 'STATE', 'PASSWORD', 'TWO-FACTOR', 'SESSIONS', 'SINCE']

const addList = (user: Command, parts: CliParts): void => {
  const command = user
    .command('list')
    .description('list the users')
    .addHelpText('after', '\nExamples:\n  $ plimsoll user list\n  $ plimsoll user list --json')
    .action(async () => {
      const users = await requestHost<{ items: HostUser[] }>(parts, command, { verb: 'user.list', args: {} })
      if (wantsJson(command)) return printJson(parts, users)
      if (users.items.length === 0) parts.terminal.err('There are no users yet.\n')
      else parts.terminal.out(printTable(HEADER, users.items.map(toCells)))
    })
}

const toCells = (user: HostUser): string[] => [
  user.username,
  [user.roles.join(','), ...listGrants(user)].filter((rights) => rights !== '').join(' '),
  user.tier,
  user.disabledAt === null ? 'active' : 'disabled',
  user.passwordWeak ? 'weak' : user.passwordOrigin.toLowerCase(),
  user.secondFactor ? 'yes' : 'no',
  String(user.sessions),
  user.createdAt.slice(0, 10),
]

/** Roles by the account on which they are granted. */
type RolesByAccount = Readonly<Record<string, readonly Role[]>>

/** Prints roles, grants and tier, such as `VIEWER, hedge=TRADER, STANDARD`. */
const printRights = (user: HostUser): string => [...user.roles, ...listGrants(user), user.tier].join(', ')

const listGrants = ({ grants }: HostUser): string[] =>
  Object.entries(grants).map(([account, granted]) => `${account}=${granted.join(',')}`)

const roles = (text: string): readonly Role[] => {
  if (text.toLowerCase() === 'none') return []
  const parsed = parseRoles(text.split(',').map((role) => role.trim().toUpperCase()))
  if (parsed.ok) return parsed.value
  throw new InvalidArgumentError(`Specify one or more of ${ROLES.join(', ')}, separated by commas.`)
}

const tier = (text: string): Tier => {
  const name = text.toUpperCase()
  if (isTier(name)) return name
  throw new InvalidArgumentError(`Specify one of ${TIERS.join(', ')}.`)
}

const roleOption = (): Option =>
  new Option('--role <role[,role]>', `roles on all accounts: ${ROLES.join(', ')}, or none`).argParser(roles)

const grantOption = (): Option =>
  new Option('--grant <account=role[,role]>', 'roles on one account of a shared store; repeatable').argParser(
    (text: string, earlier: RolesByAccount = {}) => {
      const [account = '', names] = text.split('=')
      if (!isAccountName(account) || !names) {
        throw new InvalidArgumentError('Specify an account and its roles, such as hedge=TRADER.')
      }
      return { ...earlier, [account]: roles(names) }
    },
  )

const tierOption = (): Option =>
  new Option('--tier <tier>', `rate-limit tier of the user: ${TIERS.join(', ')}`).argParser(tier)

/** Prints a generated password alone on standard output, and a warning about a weak one. */
const printPassword = ({ out, err }: Terminal, { user, generatedPassword }: HostUserWithPassword): void => {
  if (user.passwordWeak) err('The password is weak: while it is in use, the server listens on this machine only.\n')
  if (generatedPassword === null) return
  err('Password, shown only once. Until it is changed, it places no orders after a day and expires after 7 days:\n')
  out(`${generatedPassword}\n`)
}

interface PasswordOptions {
  readonly password?: string
  readonly passwordStdin?: boolean
}

/** Adds the two options for providing a password. */
const addPasswordOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--password <text>', 'password; visible to other users of this machine while the command runs'),
    )
    .addOption(new Option('--password-stdin', 'read the password from standard input').conflicts('password'))

/** Returns the password from either option; undefined when none was given. */
const readPassword = async (terminal: Terminal, options: PasswordOptions): Promise<string | undefined> => {
  if (!options.passwordStdin) return options.password
  if (terminal.isInteractive) throw usageFailure('--password-stdin needs a password piped to standard input.')
  const password = await terminal.readLine()
  if (password === '') throw usageFailure('--password-stdin found no password on standard input.')
  return password
}
