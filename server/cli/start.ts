import type { Command } from 'commander'
import { EXCHANGE_IDS } from '../domain/market/exchanges.ts'
import type { CliParts, StartFlags } from './parts.ts'

export const addStart = (program: Command, parts: CliParts): void => {
  program
    .command('start')
    .description('run the platform: engine, API and market')
    .option('--port <number>', 'port to listen on; 0 takes a free one')
    .option('--host <address>', 'address to listen on')
    .option('--exchange <name>', `the market to trade on: ${['simulated', ...EXCHANGE_IDS].join(', ')}`)
    .option(
      '--symbols <list>',
      'symbols to trade, such as BTCUSDT,ETHUSDT; all that the simulated exchange has by default',
    )
    .option('--execution <where>', 'order execution: paper, practice or live')
    .option('--exchange-url <url>', 'another place to reach the exchange at, such as a local one')
    .option('--passphrase-file <file>', 'holds the passphrase of the keys')
    .option('--seed <number>', 'which simulated market')
    .option('--history-days <number>', 'how far back it remembers, up to 30')
    .option('--replay <file>', 'play a recorded market instead')
    .option('--speed <factor>', "how fast to play it: 'max', or 1 for as it happened")
    .option('--loop', 'play it again when it ends')
    .option('--instruments <file>', 'tick and lot sizes of a recorded market')
    .option('--autotrading <on|off>', 'enable or disable autotrading')
    .option('--timeframes <list>', 'the bars it trades on, such as 1m,5m')
    .option('--strategies <list>', 'by which strategies, such as S01,S03; all of them otherwise')
    .option('--strategies-dir <folder>', 'strategies of your own, one to a file')
    .option('--explore', 'on paper, also trade entries without an expected edge, each labelled exploratory')
    .option('--manual-symbols <list>', "symbols autotrading leaves to people, such as BTCUSDT; 'none' for none")
    .option('--constitution <file>', 'the limits every order has to keep')
    .option('--paper-balance <usdt>', 'what a new paper account begins with')
    .option('--faults <file>', 'faults the exchange is to show, for trying out')
    .option('--telegram-token-file <file>', 'file with the token of a Telegram bot that sends alerts')
    .option('--telegram-chat <id>', 'the chat it writes to')
    .option('--telegram-url <url>', 'another Bot API server')
    .option('--smtp-url-file <file>', 'holds the address of a mail server, with user and password')
    .option('--mail-to <addresses>', 'whom to write to')
    .option('--mail-from <address>', 'as whom')
    .option('--webhook-url-file <file>', 'file with a webhook URL that receives alerts')
    .option('--webhook-secret-file <file>', 'holds what it is signed with')
    .option('--webhook-form <form>', 'what it reads: json, slack or discord')
    .option('--public-url <url>', 'address clients reach the server at, such as that of a reverse proxy')
    .option('--tls-cert <file>', 'certificate chain to serve HTTPS with, PEM')
    .option('--tls-key <file>', 'its private key, PEM')
    .option('--insecure-http', 'allow plain HTTP beyond this machine')
    .option('--trust-proxy <proxies>', 'take client addresses from these reverse proxies, or from so many in a row')
    .option('--allowed-hosts <list>', 'more host names the server answers to')
    .option('--public-status <on|off>', 'serve a short health status without a token')
    .option('--session-idle <span>', 'a log-in ends when it is not used for this long, such as 8h')
    .option('--session-max-age <span>', 'a log-in ends this long after it was opened, such as 24h')
    .option('--sessions-max <number>', 'log-ins a user may have open at the same time')
    .option('--require-second-factor <roles>', 'roles that need a second factor to send orders, such as ADMIN,TRADER')
    .option('--log-level <level>', 'trace, debug, info, warn, error, fatal or silent')
    .addHelpText('after', EXAMPLES)
    .action((_options: unknown, command: Command) => parts.start(command.optsWithGlobals<StartFlags>()))
}

const EXAMPLES = `
Examples:
  $ plimsoll start
  $ plimsoll start --port 0 --data-dir /var/lib/plimsoll
  $ plimsoll start --replay btcusdt.jsonl.gz --speed max
  $ plimsoll start --exchange binanceusdm --symbols BTCUSDT,ETHUSDT
  $ plimsoll start --exchange binanceusdm --exchange-url http://127.0.0.1:8781 --execution practice

Each flag can be set in the environment: --log-level is PLIMSOLL_LOG_LEVEL.`
