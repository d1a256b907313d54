import type { Command } from 'commander'
import { usageFailure } from './failure.ts'
import type { CliParts } from './parts.ts'
import { addRaiseOptions, raise } from './raise.ts'

export const addStopClear = (stop: Command, parts: CliParts): void => {
  const command = addRaiseOptions(
    stop.command('clear').description('clear the emergency stop, in two steps; the engine is then paused'),
  )
    .addHelpText('after', EXAMPLES)
    .action(async () => {
      if (stop.opts().flatten) throw usageFailure('--flatten belongs to a stop, not to clearing it.')
      await raise(parts, command, {
        name: 'stop clear',
        verb: 'stop',
        remedy: 'Start it first: it comes up HALTED and compares its books with the exchange, which clearing needs.',
        done: 'The stop is cleared. After reconciliation with the exchange the engine is PAUSED: plimsoll resume.',
      })
    })
}

const EXAMPLES = `
Examples:
  $ plimsoll stop clear
  $ plimsoll stop clear --confirm CODE --reason "the feed is back"`
