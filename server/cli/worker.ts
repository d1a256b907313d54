import { type Command, Option } from 'commander'
import { usageFailure } from './failure.ts'
import { parseWorkers, toStoreAddress } from './optimise.ts'
import type { CliParts } from './parts.ts'
import { getDataDir, wantsJson } from './requests.ts'

/** Adds the command that evaluates, on this machine, the search trials that other machines put into a shared store. */
export const addWorker = (program: Command, parts: CliParts): void => {
  const command = program
    .command('worker')
    .description('run the trials of optimise and walk-forward that other machines submit to a shared store')
    .option('--store <url>', 'URL of the PostgreSQL store')
    .option('--store-file <file>', 'file with the URL of the store, including its password')
    .addOption(
      new Option('--workers <count>', 'number of trials to run in parallel (1 to 8)')
        .argParser(parseWorkers)
        .default(1),
    )
  command.addHelpText('after', EXAMPLES).action(async (options: Options) => {
    const store = toStoreAddress(options)
    if (!store) throw usageFailure('Specify the store with --store or --store-file.')
    const { workers } = options
    const { terminal } = parts
    const isJson = wantsJson(command)
    await parts.worker(
      { store, dataDir: getDataDir(parts, command), workers },
      {
        onReady: () =>
          terminal.err(`Waiting for trials, ${workers} at a time. Ctrl-C stops it after the current trials.\n`),
        onTrial({ params, fault }) {
          if (isJson) return terminal.data(`${JSON.stringify({ params, fault })}\n`)
          const point = Object.entries(params).map(([name, value]) => `${name}=${value}`)
          terminal.out(`${point.join(',')}  ${fault ?? 'done'}\n`)
        },
      },
    )
  })
}

interface Options {
  readonly workers: number
  readonly store?: string
  readonly storeFile?: string
}

const EXAMPLES = `
A worker receives the history, the strategy and the constitution of a search from the store, and takes only trials of the same
version of Plimsoll. It runs the strategy files that are stored in it: give the store's password only to people who may
run programs on this host.

Examples:
  $ plimsoll worker --store-file /etc/plimsoll/store-url --workers 4
  $ plimsoll optimise S05 --space bars=7..28/7 --symbols BTCUSDT --from 2024-02 --to 2025-01 --store-file /etc/plimsoll/store-url`
