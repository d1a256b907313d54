import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { IDENTITY_STORE_CASES } from '../../../../identity/identity-store.contract.ts'
import { IDENTITY_SCHEMA } from '../../migrations/identity.ts'
import { openDatabase } from '../database.ts'
import { openIdentityStore } from './identity-store.ts'

describe('the SQLite identity store', () => {
  let directory: string
  let store: ReturnType<typeof openIdentityStore>

  const open = () => {
    store = openIdentityStore(join(directory, 'identity.sqlite'))
    return store
  }

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'plimsoll-identity-'))
    open()
  })

  afterEach(() => {
    store.close()
    rmSync(directory, { recursive: true })
  })

  const reopen = () => {
    store.close()
    return open()
  }

  it.each(IDENTITY_STORE_CASES)('$title', ({ check }) => check({ store, reopen }))

  it('retains users, sessions and unspent refresh tokens of a database of the first version', () => {
    const path = join(directory, 'first.sqlite')
    const first = openDatabase(path, IDENTITY_SCHEMA.slice(0, 1))
    first.exec(`
      INSERT INTO users VALUES ('usr_1', 'alice', 'TRADER', 'PRO', 'hash', 'CHOSEN', 0, 1, 5, NULL);
      INSERT INTO sessions VALUES ('ses_1', 'usr_1', 'LOGIN', 5, 5, 100, NULL, '192.0.2.7');
      INSERT INTO refresh_tokens VALUES ('one', 'ses_1', 5, NULL, NULL, 0);`)
    first.close()
    const migrated = openIdentityStore(path)
    onTestFinished(() => migrated.close())
    expect(migrated.users()).toMatchObject([{ id: 'usr_1', username: 'alice' }])
    expect(migrated.liveSessions(0)).toMatchObject([{ id: 'ses_1', address: '192.0.2.7' }])
    expect(migrated.findRefreshToken('one')).toEqual({
      hash: 'one',
      sessionId: 'ses_1',
      createdAt: 5,
      spentAt: null,
      successor: null,
      spentFrom: null,
    })
  })

  it('is a file that only its owner can read', () => {
    expect(statSync(join(directory, 'identity.sqlite')).mode & 0o777).toBe(0o600)
  })
})
