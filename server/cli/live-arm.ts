import type { Command } from 'commander'
import { askHost, printJson } from './ask.ts'
import type { CliParts } from './parts.ts'

export const addLive = (program: Command, parts: CliParts): void => {
  const command = program
    .command('live')
    .description('trading for real money')
    .command('arm')
    .description('let live orders out; not possible yet, and it says what is missing')
    .addHelpText('after', '\nExample:\n  $ plimsoll live arm')
    .action(async () => printJson(parts, await askHost(parts, command, { verb: 'live.arm', args: {} })))
}
