import { type Command, Option } from 'commander'
import { EXCHANGE_IDS } from '../domain/market/exchanges.ts'
import type { CliParts, MoveFlags } from './parts.ts'
import { printFields } from './print.ts'
import { printJson, wantsJson } from './requests.ts'

/** Adds the command that moves an account into the shared store, and out of it. */
export const addMove = (program: Command, parts: CliParts): void => {
  const command = program
    .command('move')
    .description('move the account of a data directory into a shared store, or back')
    .requiredOption('--account <name>', 'name of the account in the store')
    .option('--store <url>', 'URL of the PostgreSQL store')
    .option('--store-file <file>', 'file with the URL of the store, including its password')
    .addOption(new Option('--exchange <name>', 'exchange of the account').choices(EXCHANGE_IDS).makeOptionMandatory())
    .requiredOption('--symbols <list>', 'symbols of the account, as passed to plimsoll start')
    .option('--execution <where>', 'order execution of the account: paper, practice or live')
    .option('--exchange-url <url>', 'base URL of the exchange, as passed to plimsoll start')
    .option('--back', 'move the account out of the store to this data directory')
    .addHelpText('after', EXAMPLES)
    .action(async (_options: unknown, move: Command) => {
      const flags = move.optsWithGlobals<MoveFlags>()
      const { usersNotMoved } = await parts.move(flags)
      const direction = flags.back ? 'OUT_OF_STORE' : 'INTO_STORE'
      if (wantsJson(command)) return printJson(parts, { account: flags.account, direction, usersNotMoved })
      if (usersNotMoved.length > 0) {
        parts.terminal.err(
          `Not moved, because these names are already taken in the store: ${usersNotMoved.join(', ')}.\n`,
        )
      }
      parts.terminal.out(printFields(flags.back ? movedBack(flags.account) : movedIn(flags.account)))
    })
}

const movedIn = (account = ''): [string, string][] => [
  ['Account', `${account}: in the shared store`],
  ['Next', `on each host: plimsoll engine --account ${account}`],
]

const movedBack = (account = ''): [string, string][] => [
  ['Account', `${account}: in this data directory; engines can no longer open it in the shared store`],
  ['Next', 'plimsoll start'],
]

const EXAMPLES = `
Examples:
  $ plimsoll move --account main --store-file store-url --exchange binanceusdm --symbols BTCUSDT --execution live
  $ plimsoll move --back --account main --store-file store-url --exchange binanceusdm --symbols BTCUSDT --execution live

Stop the server and all engines first. Nothing is deleted. If the move is interrupted, run it again.`
