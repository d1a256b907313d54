import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Identity } from '../identity/identity.ts'

const pathIn = (dataDir: string): string => join(dataDir, 'first-password')

/**
 * Writes the generated password of the first user to a file that its owner alone can read, for a start whose output is not a
 * terminal: what goes to a log stays there. Returns the path.
 */
export const writeFirstPassword = (
  dataDir: string,
  { username, password }: { readonly username: string; readonly password: string },
): string => {
  const path = pathIn(dataDir)
  writeFileSync(path, `${username}:${password}\n`, { mode: 0o600, flag: 'wx' })
  return path
}

/** Removes the file once the password in it is no longer the user's. */
export const removeFirstPassword = (dataDir: string, identity: Pick<Identity, 'listUsers'>): void => {
  const path = pathIn(dataDir)
  const username = readUsername(path)
  if (username === undefined) return
  const user = identity.listUsers().find((listed) => listed.username === username)
  if (user?.passwordOrigin !== 'GENERATED') rmSync(path, { force: true })
}

const readUsername = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8').split(':')[0]
  } catch {
    return undefined
  }
}
