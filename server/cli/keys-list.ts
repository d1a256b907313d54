import type { Command } from 'commander'
import { toCliFailure } from './failure.ts'
import type { KeyHint } from './key-files.ts'
import type { CliParts } from './parts.ts'
import { printTable } from './print-table.ts'
import { getKeyFiles, printJson, wantsJson } from './requests.ts'

const HEADER = ['EXCHANGE', 'LABEL', 'KEY', 'SINCE']

export const addKeysList = (keys: Command, parts: CliParts): void => {
  const command = keys
    .command('list')
    .description('show which exchanges there are keys for; nothing secret')
    .addHelpText('after', '\nExamples:\n  $ plimsoll keys list\n  $ plimsoll keys list --json')
    .action(() => {
      const listed = getKeyFiles(parts, command).list()
      if (!listed.ok) throw toCliFailure(listed.error)
      if (wantsJson(command)) return printJson(parts, { items: listed.value })
      if (listed.value.length === 0) parts.terminal.err('There are no keys yet.\n')
      else parts.terminal.out(printTable(HEADER, listed.value.map(toCells)))
    })
}

const toCells = ({ exchange, label, apiKey, createdAt }: KeyHint): string[] => [
  exchange,
  label,
  apiKey,
  createdAt.slice(0, 10),
]
