/**
 * The file `account.json` that binds a data directory to one account of the shared store: creates, reads, checks and
 * removes it.
 */

import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord, parseJson } from '../../core/json.ts'
import { readIfThere, replaceFile } from './disk.ts'
import { StoreError } from './sqlite/store-error.ts'

/**
 * Binds a data directory to an account at the first start, and returns its identifier. Refuses one of another account.
 */
export const claimDirectory = (dataDir: string, account: string, makeHost: () => string): string => {
  const existing = readAccount(dataDir)
  if (existing && existing.account !== account) {
    throw new StoreError(
      `The data directory ${dataDir} belongs to the account ${existing.account}. Choose another with --data-dir.`,
    )
  }
  if (existing) return existing.host
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const claimed: AccountFile = { account, host: makeHost() }
  replaceFile(pathIn(dataDir), `${JSON.stringify(claimed)}\n`)
  return claimed.host
}

/** Content of the file. */
interface AccountFile {
  readonly account: string
  /** Identifier of this data directory, unique among all hosts. */
  readonly host: string
}

const pathIn = (dataDir: string): string => join(dataDir, 'account.json')

/** Removes the binding, so that the data directory is independent of the shared store again. */
export const releaseDirectory = (dataDir: string): void => rmSync(pathIn(dataDir), { force: true })

/**
 * Refuses a data directory that is a copy of an account in a shared store: its databases must not continue on their
 * own.
 */
export const refuseAccountDirectory = (dataDir: string): void => {
  const existing = readAccount(dataDir)
  if (!existing) return
  throw new StoreError(
    `The data directory ${dataDir} belongs to the account ${existing.account} of a shared store. ` +
      `Start it with plimsoll engine --account ${existing.account}, or choose another with --data-dir.`,
  )
}

/** Returns the account and host of a data directory; undefined when it is not bound to an account. */
export const readAccount = (dataDir: string): AccountFile | undefined => {
  const path = pathIn(dataDir)
  const text = readIfThere(path)?.toString()
  if (text === undefined) return undefined
  const value = parseJson(text)
  if (isRecord(value) && typeof value.account === 'string' && typeof value.host === 'string') {
    return { account: value.account, host: value.host }
  }
  throw new StoreError(`${path} cannot be read. Restore it from a backup, or delete it to bind the directory anew.`)
}
