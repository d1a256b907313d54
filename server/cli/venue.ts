import type { Command } from 'commander'
import type { VenueFlags } from '../../venue/venue-flags.ts'

/** Adds the command that runs the local exchange, for testing bots. */
export const addVenue = (program: Command, parts: VenueParts): void => {
  program
    .command('venue')
    .description('run a local futures exchange for testing bots')
    .option('--wire <exchange>', 'API to serve: binance or bybit (default: binance)')
    .option('--port <number>', 'port to listen on; 0 picks a free one (default: 8781)')
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .option('--api-key <text>', 'API key of the account (default: random)')
    .option('--api-secret <text>', 'API secret of the account (default: random)')
    .option('--symbols <list>', 'listed symbols, separated by commas (default: all of the market)')
    .option('--seed <number>', 'seed of the simulated market')
    .option('--history-days <number>', 'days of history of the simulated market, up to 30')
    .option('--replay <file>', 'play back a recorded market instead')
    .option('--speed <factor>', "playback speed: 1 for real time, 'max' for as fast as possible")
    .option('--loop', 'restart the recording when it ends')
    .option('--instruments <file>', 'file with the tick and lot sizes of a recorded market')
    .option('--balance <usdt>', 'initial balance of a new account (default: 10000)')
    .option('--permissions <names>', 'permissions of the key, added or removed, such as enableWithdrawals,-ipRestrict')
    .option('--faults <file>', 'file with the faults to inject into the API, for testing')
    .addHelpText('after', EXAMPLES)
    .action((_options: unknown, command: Command) => parts.runVenue(command.optsWithGlobals<VenueFlags>()))
}

/** Dependencies of this command. */
export interface VenueParts {
  /** Runs the local exchange and resolves when it has stopped; throws on failure, preferably a `CliFailure`. */
  runVenue(flags: VenueFlags): Promise<void>
}

const EXAMPLES = `
Examples:
  $ plimsoll venue
  $ plimsoll venue --port 8781 --api-key K --api-secret S --symbols BTCUSDT
  $ plimsoll venue --wire bybit --permissions Withdraw
  $ plimsoll venue --replay btcusdt.jsonl.gz --speed max --faults faults.json

It implements the REST and WebSocket API of Binance USDⓈ-M or Bybit v5; docs/guide/local-exchange.md describes how to connect a bot.`
