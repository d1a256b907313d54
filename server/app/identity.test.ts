import { existsSync, readFileSync, statSync } from 'node:fs'
import { expect, it } from 'vitest'
import { aTempDirectory } from '../../test/support/temp-directory.ts'
import { temporaryStore } from '../adapters/store/sqlite/identity/identity-store-fixture.ts'
import { harbourOn } from '../identity/identity-fixture.ts'
import { removeFirstPassword, writeFirstPassword } from './identity.ts'

it('stores the first password in a file of its owner until it is changed', async () => {
  const dataDir = aTempDirectory()
  const { identity } = harbourOn(temporaryStore())
  const made = await identity.bootstrap({})
  const password = made.ok ? (made.value.generatedPassword ?? '') : ''
  const path = writeFirstPassword(dataDir, { username: 'admin', password })
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readFileSync(path, 'utf8')).toBe(`admin:${password}\n`)
  removeFirstPassword(dataDir, identity)
  expect(existsSync(path)).toBe(true)
  await identity.setPassword({ username: 'admin', password: 'a harbour with forty lanterns' })
  removeFirstPassword(dataDir, identity)
  expect(existsSync(path)).toBe(false)
  removeFirstPassword(dataDir, identity)
})
