import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openIdentityStore } from './identity-store.ts'

/** Opens an identity store in a temporary directory, which is removed when the running test ends. */
export const temporaryStore = (): ReturnType<typeof openIdentityStore> => {
  const directory = mkdtempSync(join(tmpdir(), 'plimsoll-identity-'))
  const store = openIdentityStore(join(directory, 'identity.sqlite'))
  onTestFinished(() => {
    store.close()
    rmSync(directory, { recursive: true })
  })
  return store
}
