import type { Command } from 'commander'
import { exchangeOption } from './exchange-option.ts'
import type { KeyHint } from './key-files.ts'
import type { CliParts } from './parts.ts'
import { printJson, requestHost, wantsJson } from './requests.ts'

export const addKeysRemove = (keys: Command, parts: CliParts): void => {
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
