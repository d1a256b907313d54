import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { aTempDirectory } from '../../test/support/temp-directory.ts'
import { type Config, parseConfig } from './config.ts'
import { readFurtherAccounts } from './gateway-accounts.ts'

/** Configuration of a gateway whose directory of accounts has these files. */
const aGateway = (files: Readonly<Record<string, string>>): Config => {
  const accountsDir = aTempDirectory()
  for (const [name, text] of Object.entries(files)) writeFileSync(join(accountsDir, name), text)
  const flags = { account: 'main', store: 'postgresql://db/plimsoll', dataDir: '/data', port: '9000', accountsDir }
  const config = parseConfig({}, { ...flags, exchange: 'binanceusdm', symbols: 'BTCUSDT' })
  if (!config.ok) throw new Error(config.error.join('\n'))
  return config.value
}

it('reads an account from each file, with its own market and data, and the server of the gateway', () => {
  const config = aGateway({
    'hedge.toml': 'exchange = "bybit"\nsymbols = ["ETHUSDT"]\nconstitution = "limits.json"',
    'alts.toml': 'exchange = "okx"\nsymbols = "BTCUSDT"',
    'notes.txt': 'not an account',
  })
  const [alts, hedge, ...others] = readFurtherAccounts(config)
  expect(others).toEqual([])
  expect(alts).toMatchObject({ shared: { account: 'alts' }, market: { id: 'okx' }, dataDir: '/data/accounts/alts' })
  expect(hedge).toMatchObject({
    shared: { account: 'hedge', url: { text: 'postgresql://db/plimsoll' } },
    market: { kind: 'exchange', id: 'bybit', symbols: ['ETHUSDT'] },
    constitutionPath: join(config.accountsDir ?? '', 'limits.json'),
    port: 9000,
  })
})

it.each([
  { file: 'main.toml', text: 'exchange = "bybit"', message: 'has the account that --account names' },
  { file: 'a b.toml', text: 'exchange = "bybit"', message: 'is not named after an account' },
  { file: 'hedge.toml', text: 'port = 81', message: 'port in ' },
  { file: 'hedge.toml', text: 'exchange = "nowhere"', message: 'nowhere' },
  { file: 'hedge.toml', text: 'exchange =', message: 'is not valid TOML' },
])('rejects $file with $text', ({ file, text, message }) => {
  const config = aGateway({ [file]: text })
  expect(() => readFurtherAccounts(config)).toThrow(message)
})

it('has no further accounts without a directory, and refuses one that does not exist', () => {
  const config = aGateway({})
  expect(readFurtherAccounts({ ...config, accountsDir: undefined })).toEqual([])
  expect(() => readFurtherAccounts({ ...config, accountsDir: '/nowhere/at/all' })).toThrow('cannot be read')
})
