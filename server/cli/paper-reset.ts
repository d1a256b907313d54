import { type Command, Option } from 'commander'
import { EXCHANGE_IDS } from '../domain/market/exchanges.ts'
import type { PaperReset } from '../host/paper-verbs.ts'
import type { CliParts } from './parts.ts'
import { printJson, requestHost, wantsJson } from './requests.ts'

/** Adds the command that resets a paper account at the next start. */
export const addPaper = (program: Command, parts: CliParts): void => {
  const command = program
    .command('paper')
    .description('paper trading')
    .command('reset')
    .description('reset a paper account; its previous data is kept')
    .addOption(
      new Option('--exchange <name>', 'market of the account')
        .choices(['simulated', 'replay', ...EXCHANGE_IDS])
        .default('simulated'),
    )
    .addHelpText('after', EXAMPLES)
    .action(async (args: { readonly exchange: string }) => {
      const reset = await requestHost<PaperReset>(parts, command, { verb: 'paper.reset', args })
      if (wantsJson(command)) return printJson(parts, reset)
      parts.terminal.err(
        `The paper account of ${reset.exchange} will be reset at the next start. The previous data is kept in ${reset.movedTo} in the data directory.\n`,
      )
    })
}

const EXAMPLES = `
Examples:
  $ plimsoll paper reset
  $ plimsoll paper reset --exchange bybit`
