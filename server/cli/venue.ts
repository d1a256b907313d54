import type { Command } from 'commander'
import type { VenueFlags } from '../../venue/venue-flags.ts'

/** Dependencies of this verb. */
export interface VenueParts {
  /** Runs the local exchange and resolves when it has stopped; throws when it cannot, best a `CliFailure`. */
  runVenue(flags: VenueFlags): Promise<void>
}

export const addVenue = (program: Command, parts: VenueParts): void => {
  program
    .command('venue')
    .description('run a local futures exchange that bots can be tried against')
    .option('--wire <exchange>', 'whose wire it speaks: binance or bybit (default: binance)')
    .option('--port <number>', 'port to listen on; 0 takes a free one (default: 8781)')
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .option('--api-key <text>', 'the key of its account; drawn when it is not given')
    .option('--api-secret <text>', 'the secret of its account; drawn when it is not given')
    .option('--symbols <list>', 'what is listed, separated by commas (default: all of the market)')
    .option('--seed <number>', 'which simulated market')
    .option('--history-days <number>', 'how far back it remembers, up to 30')
    .option('--replay <file>', 'play a recorded market instead')
    .option('--speed <factor>', "how fast to play it: 'max', or 1 for as it happened")
    .option('--loop', 'play it again when it ends')
    .option('--instruments <file>', 'tick and lot sizes of a recorded market')
    .option('--balance <usdt>', 'what a new account begins with (default: 10000)')
    .option('--permissions <names>', 'what the key may do, such as enableWithdrawals,-ipRestrict')
    .option('--faults <file>', 'what is to go wrong on the wire, for trying out')
    .addHelpText('after', EXAMPLES)
    .action((_options: unknown, command: Command) => parts.runVenue(command.optsWithGlobals<VenueFlags>()))
}

const EXAMPLES = `
Examples:
  $ plimsoll venue
  $ plimsoll venue --port 8781 --api-key K --api-secret S --symbols BTCUSDT
  $ plimsoll venue --wire bybit --permissions Withdraw
  $ plimsoll venue --replay btcusdt.jsonl.gz --speed max --faults faults.json

It implements the REST and WebSocket API of Binance USDⓈ-M or Bybit v5; docs/guide/local-exchange.md describes how to connect a bot.`
