import type { ExchangeKeys } from '../../adapters/keys/exchange-keys.ts'
import type { KeyFault } from '../../adapters/keys/key-fault.ts'
import { openKeyring } from '../../adapters/keys/keyring.ts'
import type { ExchangeConfig } from '../../config/market.ts'
import type { Result } from '../../core/result.ts'
import { StartError } from '../../core/start-error.ts'
import type { ExchangeParts } from './exchange.ts'

/** Opens the keys of an exchange with the passphrase that the host stores or a person types. */
export const keysFor = async (
  { id, passphrasePath }: ExchangeConfig,
  { config: { dataDir }, passphrase }: Pick<ExchangeParts, 'config' | 'passphrase'>,
): Promise<ExchangeKeys> => {
  const keyring = openKeyring(dataDir)
  const known = needed(keyring.list())
  if (!known.some(({ exchange }) => exchange === id)) {
    throw new StartError(`There are no keys of ${id} in ${dataDir}. Add them: plimsoll keys add --exchange ${id}.`)
  }
  return needed(await keyring.open(id, needed(await passphrase(passphrasePath))))
}

const needed = <T>(result: Result<T, KeyFault>): T => {
  if (result.ok) return result.value
  throw new StartError(`${result.error.message} ${result.error.remedy}`)
}
