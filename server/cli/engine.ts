/**
 * Commands of a shared account: `engine` runs its engine, `engine yield` hands the account over, and `gateway` serves
 * its clients.
 */

import type { Command } from 'commander'
import { EXIT } from './failure.ts'
import type { CliParts, StartFlags } from './parts.ts'
import { printFields } from './print.ts'
import { getLocalServer, requestServer } from './requests.ts'
import { addSetting, addSettings, TRADING_SECTIONS } from './start.ts'

/** Adds the commands that run an engine of a shared account, and hand the account over to another. */
export const addEngine = (program: Command, parts: CliParts): void => {
  const command = program
    .command('engine')
    .description('run the engine of one account on a shared store, without opening a port')
  addSettings(command, ['Shared account', 'Log', ...TRADING_SECTIONS])
    .addHelpText('after', EXAMPLES)
    .action((_options: unknown, engine: Command) => parts.engine(engine.optsWithGlobals<StartFlags>()))
  command
    .command('yield')
    .description('hand the account over to a standby, and become the standby')
    .action(async () => {
      const server = getLocalServer(parts, command)
      await requestServer(server, { verb: 'engine.yield', args: {} }, 'Start the engine: plimsoll engine.')
      parts.terminal.out(
        printFields([
          ['Engine', 'handing the account over to a standby'],
          ['Follow', 'plimsoll status'],
        ]),
      )
    })
}

/** Adds the gateway of the scaled mode. */
export const addGateway = (program: Command, parts: CliParts): void => {
  const command = program
    .command('gateway')
    .description('serve REST API, stream and console of accounts on a shared store')
  addSettings(command, ['Shared account', 'Gateway', 'Server', 'Login', 'Log', ...TRADING_SECTIONS])
    .addHelpText('after', GATEWAY_EXAMPLES)
    .action((_options: unknown, gateway: Command) => parts.gateway(gateway.optsWithGlobals<StartFlags>()))
}

/** Adds the options that specify a shared store. */
export const addStoreOptions = (command: Command): Command => addSetting(addSetting(command, 'store'), 'storeFile')

const GATEWAY_EXAMPLES = `
Examples:
  $ plimsoll gateway --account main --store-file /etc/plimsoll/store-url --exchange binanceusdm --symbols BTCUSDT
  $ plimsoll gateway --account main --accounts-dir gateway-accounts --store-file store-url --exchange binanceusdm

Use the same settings as the engines of each account. It needs no API keys; any number of gateways can run.`

const EXAMPLES = `
Examples:
  $ plimsoll engine --account main --store-file /etc/plimsoll/store-url --exchange binanceusdm --symbols BTCUSDT
  $ plimsoll engine yield

The first engine of an account trades; the others are standbys, and one of them takes over if it stops responding.
An engine that was replaced ends with exit code ${EXIT.replaced}.`
