import type { Command } from 'commander'
import type { CliParts } from './parts.ts'
import { addRaiseOptions, raise } from './raise.ts'

export const addResume = (program: Command, parts: CliParts): void => {
  const command = addRaiseOptions(
    program.command('resume').description('let autotrading go on after a pause, in two steps'),
  )
    .addHelpText('after', EXAMPLES)
    .action(() =>
      raise(parts, command, {
        name: 'resume',
        verb: 'resume',
        remedy: 'Start it: plimsoll start.',
        done: 'Resumed.',
      }),
    )
}

const EXAMPLES = `
Examples:
  $ plimsoll resume
  $ plimsoll resume --confirm CODE --reason "reviewed the losses"`
