import { type Command, Option } from 'commander'
import { usageFailure } from './failure.ts'
import type { Terminal } from './parts.ts'

export interface PasswordOptions {
  readonly password?: string
  readonly passwordStdin?: boolean
}

/** The two ways to give a password. */
export const addPasswordOptions = (command: Command): Command =>
  command
    .addOption(new Option('--password <text>', 'the password; others on this machine can see it while this runs'))
    .addOption(new Option('--password-stdin', 'read the password from standard input').conflicts('password'))

/** The password given either way; undefined when none was. */
export const readPassword = async (terminal: Terminal, options: PasswordOptions): Promise<string | undefined> => {
  if (!options.passwordStdin) return options.password
  if (terminal.isInteractive) throw usageFailure('--password-stdin reads a password piped in, and nothing is piped in.')
  const password = await terminal.readLine()
  if (password === '') throw usageFailure('--password-stdin found no password on standard input.')
  return password
}
