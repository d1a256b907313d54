import { randomBytes } from 'node:crypto'
import { createSecret } from '../../server/adapters/keys/exchange-keys.ts'
import { openKeyring } from '../../server/adapters/keys/keyring.ts'

interface KeysToSeal {
  readonly exchange: string
  readonly apiKey: string
  readonly apiSecret: string
  readonly passphrase: string
}

/** Cost of a seal that opens in a millisecond; seals of `plimsoll keys add` take half a second of CPU at each start. */
const LOW_COST = { N: 16, r: 1, p: 1 }

/** Stores exchange keys in a data directory, replacing existing ones. */
export const sealKeys = async (
  dataDir: string,
  { exchange, apiKey, apiSecret, passphrase }: KeysToSeal,
): Promise<void> => {
  const keyring = openKeyring(dataDir, LOW_COST)
  const keys = { apiKey, secret: apiSecret, password: null }
  const order = { exchange, label: 'main', keys, atMs: Date.now(), entropy: randomBytes }
  const stored = keyring.put(await keyring.seal(order, createSecret(passphrase)), true)
  if (!stored.ok) throw new Error(stored.error.message)
}
