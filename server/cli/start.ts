import type { Command } from 'commander'
import { EXCHANGE_IDS } from '../domain/market/exchanges.ts'
import type { CliParts, StartFlags } from './parts.ts'

export const addStart = (program: Command, parts: CliParts): void => {
  const command = program.command('start').description('run the platform: engine, API and market')
  addServerOptions(addTradingOptions(command))
    .addHelpText('after', EXAMPLES)
    .action((_options: unknown, command: Command) => parts.start(command.optsWithGlobals<StartFlags>()))
}

/** Adds the options of the REST server, which `gateway` has as well. */
export const addServerOptions = (command: Command): Command =>
  command
    .option('--port <number>', 'port to listen on; 0 picks a free one')
    .option('--host <address>', 'address to listen on')
    .option('--public-url <url>', 'URL at which clients reach the server, such as that of a reverse proxy')
    .option('--tls-cert <file>', 'certificate chain for HTTPS, PEM')
    .option('--tls-key <file>', 'private key of the certificate, PEM')
    .option('--insecure-http', 'allow plain HTTP beyond this machine')
    .option(
      '--trust-proxy <proxies>',
      'reverse proxies whose reported client addresses are trusted: their addresses, or their number in the chain',
    )
    .option('--allowed-hosts <list>', 'additional host names the server accepts')
    .option('--public-status <on|off>', 'serve a short health status without a token')
    .option('--session-idle <span>', 'end a session after this period of inactivity, such as 8h')
    .option('--session-max-age <span>', 'end a session after this time, such as 24h')
    .option('--sessions-max <number>', 'maximum number of concurrent sessions of a user')
    .option(
      '--require-second-factor <roles>',
      'roles that require two-factor authentication to send orders, such as ADMIN,TRADER',
    )
    .option('--log-level <level>', 'log level: trace, debug, info, warn, error, fatal or silent')

/** Adds the options of market, execution, autotrading and messenger, which `engine` has as well. */
export const addTradingOptions = (command: Command): Command =>
  command
    .option('--exchange <name>', `exchange to trade on: ${['simulated', ...EXCHANGE_IDS].join(', ')}`)
    .option(
      '--symbols <list>',
      'symbols to trade, such as BTCUSDT,ETHUSDT; the simulated exchange trades all of its symbols by default',
    )
    .option('--execution <where>', 'order execution: paper, practice or live')
    .option('--exchange-url <url>', 'base URL of the exchange, such as that of a local one')
    .option('--passphrase-file <file>', 'file with the passphrase of the API keys')
    .option('--seed <number>', 'seed of the simulated market')
    .option('--history-days <number>', 'days of history of the simulated market, up to 30')
    .option('--replay <file>', 'play back a recorded market instead')
    .option('--speed <factor>', "playback speed: 1 is real time, 'max' as fast as possible")
    .option('--loop', 'restart the recording when it ends')
    .option('--instruments <file>', 'file with the tick and lot sizes of a recorded market')
    .option('--autotrading <on|off>', 'enable or disable autotrading')
    .option('--timeframes <list>', 'timeframes of autotrading, such as 1m,5m')
    .option('--strategies <list>', 'strategies of autotrading, such as S01,S03 (default: all)')
    .option('--strategies-dir <folder>', 'folder with your own strategies, one per file')
    .option(
      '--deployment <file>',
      'trade exactly what a walk-forward tested: its strategy, parameters, bars and symbols',
    )
    .option('--explore', 'in paper trading, also enter without an expected edge, labelled exploratory')
    .option('--manual-symbols <list>', "symbols reserved for manual trading, such as BTCUSDT, or 'none'")
    .option('--constitution <file>', 'file with the limits that every order is checked against')
    .option('--paper-balance <usdt>', 'initial balance of a new paper account')
    .option('--faults <file>', 'file with the faults to inject into the exchange, for testing')
    .option('--telegram-token-file <file>', 'file with the token of a Telegram bot that sends alerts')
    .option('--telegram-chat <id>', 'chat to send alerts to')
    .option('--telegram-url <url>', 'URL of another Bot API server')
    .option('--smtp-url-file <file>', 'file with the URL of a mail server, including user and password')
    .option('--mail-to <addresses>', 'recipients of the alerts')
    .option('--mail-from <address>', 'sender of the alerts')
    .option('--webhook-url-file <file>', 'file with a webhook URL that receives alerts')
    .option('--webhook-secret-file <file>', 'file with the secret that signs webhook requests')
    .option('--webhook-form <form>', 'format of webhook requests: json, slack or discord')

const EXAMPLES = `
Examples:
  $ plimsoll start
  $ plimsoll start --port 0 --data-dir /var/lib/plimsoll
  $ plimsoll start --replay btcusdt.jsonl.gz --speed max
  $ plimsoll start --exchange binanceusdm --symbols BTCUSDT,ETHUSDT
  $ plimsoll start --exchange binanceusdm --exchange-url http://127.0.0.1:8781 --execution practice

Every flag can also be set by an environment variable: --log-level by PLIMSOLL_LOG_LEVEL.`
