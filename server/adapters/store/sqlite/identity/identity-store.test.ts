import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { IDENTITY_STORE_CASES } from '../../../../identity/identity-store.contract.ts'
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

  it('is a file that only its owner can read', () => {
    expect(statSync(join(directory, 'identity.sqlite')).mode & 0o777).toBe(0o600)
  })
})
