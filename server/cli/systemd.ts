import { resolve } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { usageFailure } from './failure.ts'
import { parseCount } from './options.ts'
import type { CliParts } from './parts.ts'
import { printFields } from './print.ts'
import { printJson, wantsJson } from './requests.ts'

/** Adds the commands that install this program as a systemd service, and remove it. */
export const addSystemd = (program: Command, parts: CliParts): void => {
  const service = program.command('service').description('run as a systemd service')
  addInstall(service, parts)
  addRemove(service, parts)
}

interface InstallOptions {
  readonly name: string
  readonly user: string
  readonly backup?: string
  readonly keep: number
  readonly root?: string
}

const addInstall = (service: Command, parts: CliParts): void => {
  const command = service
    .command('install [command...]')
    .description('install and start a service: start (default), engine or gateway, with its options after --')
    .addOption(nameOption())
    .addOption(new Option('--user <name>', 'system user, created if missing').argParser(parseName).default('plimsoll'))
    .option('--backup <directory>', 'back up to this folder every hour')
    .addOption(new Option('--keep <count>', 'number of backups to keep').argParser(parseCount).default(48))
    .addOption(rootOption())
    .addHelpText('after', EXAMPLES)
    .action(async (words: readonly string[], options: InstallOptions) => {
      const { name, user, keep, root } = options
      const dataDir = command.optsWithGlobals<{ readonly dataDir?: string }>().dataDir ?? '/var/lib/plimsoll'
      const backup = options.backup === undefined ? null : { out: resolve(options.backup), keep }
      const order = { name, command: toCommand(words), user, dataDir: resolve(dataDir), backup, root: root ?? null }
      const { files, settingsPath, isChanged } = await parts.installUnits(order)
      if (wantsJson(command)) return printJson(parts, { name, user, dataDir: order.dataDir, files, settingsPath })
      const host = `sudo -u ${user} plimsoll --data-dir ${order.dataDir}`
      parts.terminal.out(
        printFields([
          ['Service', `${name}: ${describeOutcome(root, isChanged)}`],
          ['User', user],
          ['Data', order.dataDir],
          ['Settings', settingsPath],
          ['Files', files.join(', ')],
          ['Log', `journalctl -u ${name}`],
          ['Host command', `${host} status`],
          ['Password', `of the first user admin: sudo cat ${order.dataDir}/first-password`],
        ]),
      )
    })
}

const describeOutcome = (root: string | undefined, isChanged: boolean): string => {
  if (root !== undefined) return `written below ${root}`
  return isChanged ? 'changed and restarted' : 'enabled and started'
}

const addRemove = (service: Command, parts: CliParts): void => {
  const command = service
    .command('remove')
    .description('stop and remove the service; data, settings and backups stay')
    .addOption(nameOption())
    .addOption(rootOption())
    .addHelpText('after', '\nExample:\n  $ sudo plimsoll service remove')
    .action(async ({ name, root }: Pick<InstallOptions, 'name' | 'root'>) => {
      const { files } = await parts.removeUnits(name, root ?? null)
      if (wantsJson(command)) return printJson(parts, { name, files })
      parts.terminal.out(printFields([['Removed', files.join(', ')]]))
    })
}

const nameOption = (): Option =>
  new Option('--name <name>', 'name of the service').argParser(parseName).default('plimsoll')

const rootOption = (): Option => new Option('--root <directory>', 'write the files below this folder; start nothing')

/** Parses a service name that systemd and the user database accept unchanged. */
const parseName = (text: string): string => {
  if (/^[a-z][a-z0-9-]{0,30}$/.test(text)) return text
  throw new InvalidArgumentError('Use lower-case letters, digits and hyphens.')
}

const SERVICES = ['start', 'engine', 'gateway']

const toCommand = (words: readonly string[]): readonly string[] => {
  const [verb = 'start'] = words
  if (!SERVICES.includes(verb)) throw usageFailure(`${verb} cannot be a service. Choose one of ${SERVICES.join(', ')}.`)
  return words.length === 0 ? [verb] : words
}

const EXAMPLES = `
Examples:
  $ sudo plimsoll service install
  $ sudo plimsoll service install --backup /var/backups/plimsoll
  $ sudo plimsoll service install -- start --exchange binanceusdm --symbols BTCUSDT,ETHUSDT
  $ sudo plimsoll service install --name plimsoll-gateway -- gateway --account main --store-file /etc/plimsoll/store-url

Run the command again to change the options, which restarts the service. Settings can also be given in /etc/plimsoll/plimsoll.env.`
