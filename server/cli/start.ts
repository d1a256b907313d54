import type { Command } from 'commander'
import type { CliParts, StartFlags } from './parts.ts'

export const addStart = (program: Command, parts: CliParts): void => {
  program
    .command('start')
    .description('run the platform: engine, API and market')
    .option('--port <number>', 'port to listen on; 0 takes a free one')
    .option('--host <address>', 'address to listen on')
    .option('--exchange <name>', 'the market to trade on')
    .option('--seed <number>', 'which simulated market')
    .option('--replay <file>', 'play a recorded market instead')
    .option('--speed <factor>', "how fast to play it: 'max', or 1 for as it happened")
    .option('--loop', 'play it again when it ends')
    .option('--instruments <file>', 'tick and lot sizes of a recorded market')
    .option('--constitution <file>', 'the limits every order has to keep')
    .option('--paper-balance <usdt>', 'what a new paper account begins with')
    .option('--faults <file>', 'faults the exchange is to show, for trying out')
    .option('--public-url <url>', 'how clients reach the server')
    .option('--log-level <level>', 'trace, debug, info, warn, error, fatal or silent')
    .addHelpText('after', EXAMPLES)
    .action((_options: unknown, command: Command) => parts.start(command.optsWithGlobals<StartFlags>()))
}

const EXAMPLES = `
Examples:
  $ plimsoll start
  $ plimsoll start --port 0 --data-dir /var/lib/plimsoll
  $ plimsoll start --replay btcusdt.jsonl.gz --speed max

Each flag can be set in the environment: --log-level is PLIMSOLL_LOG_LEVEL.`
