import type { Command } from 'commander'
import { addKeysAdd } from './keys-add.ts'
import { addKeysList } from './keys-list.ts'
import { addKeysRemove } from './keys-remove.ts'
import type { CliParts } from './parts.ts'

export const addKeys = (program: Command, parts: CliParts): void => {
  const keys = program.command('keys').description('keep, show and remove the keys of exchanges')
  addKeysAdd(keys, parts)
  addKeysList(keys, parts)
  addKeysRemove(keys, parts)
}
