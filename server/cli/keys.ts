import type { Command } from 'commander'
import { exchangeOption } from './exchange-option.ts'
import { toCliFailure } from './failure.ts'
import type { KeyHint } from './key-files.ts'
import { addKeysAdd } from './keys-add.ts'
import type { CliParts } from './parts.ts'
import { printTable } from './print-table.ts'
import { getKeyFiles, printJson, requestHost, wantsJson } from './requests.ts'

export const addKeys = (program: Command, parts: CliParts): void => {
  const keys = program.command('keys').description('keep, show and remove the keys of exchanges')
  addKeysAdd(keys, parts)
  addKeysList(keys, parts)
  addKeysRemove(keys, parts)
}

const HEADER = ['EXCHANGE', 'LABEL', 'KEY', 'SINCE']

const addKeysList = (keys: Command, parts: CliParts): void => {
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

const addKeysRemove = (keys: Command, parts: CliParts): void => {
  const command = keys
    .command('remove')
    .description('forget the keys of an exchange')
    .addOption(exchangeOption('whose keys').makeOptionMandatory())
    .addHelpText('after', '\nExamples:\n  $ plimsoll keys remove --exchange okx')
    .action(async (args: { readonly exchange: string }) => {
      const removed = await requestHost<KeyHint>(parts, command, { verb: 'keys.remove', args })
      if (wantsJson(command)) return printJson(parts, removed)
      const { exchange, apiKey } = removed
      parts.terminal.err(
        `The keys of ${exchange} (${apiKey}) are forgotten here. Delete them at the exchange too; a running server has them until it ends.\n`,
      )
    })
}
