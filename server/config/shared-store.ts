/** Configuration of the shared store: account name and store URL, which may be in a file. */

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { isAccountName } from '../core/account-name.ts'
import { errorMessage, StartError } from '../core/errors.ts'
import { type BusConfig, parseBus } from './bus.ts'
import type { SettingReader } from './market.ts'

/**
 * Reads the settings of the shared store; undefined if none of them is set. An incomplete set is reported as a problem.
 */
export const parseSharedStore = ({
  readText,
  read,
  settingName,
}: StoreReader): { readonly shared: SharedStoreConfig | undefined; readonly problems: string[] } => {
  const text = readText('store')
  const path = readText('storeFile')
  const account = read(
    'account',
    parseAccount,
    undefined,
    'a name of up to 40 letters, digits and hyphens, such as main',
  )
  const { bus, problems } = parseBus({ readText, settingName })
  if (text !== undefined && path !== undefined) {
    problems.push(`${settingName('store')} and ${settingName('storeFile')} both name the store: remove one of them.`)
  }
  if (account !== undefined && text === undefined && path === undefined) {
    problems.push(
      `${settingName('account')} needs the store that has the account: add --store URL or --store-file FILE.`,
    )
  }
  if (account === undefined && (text ?? path) !== undefined && readText('account') === undefined) {
    problems.push('A shared store needs the name of the account: add --account NAME.')
  }
  if (account === undefined || problems.length > 0) return { shared: undefined, problems }
  const url = path === undefined ? { text: text ?? '' } : { path: resolve(path) }
  return { shared: { account, url, ...(bus && { bus }) }, problems }
}

type StoreReader = SettingReader<'account' | 'store' | 'storeFile' | 'bus' | 'busFile' | 'busCredentials'>

/** Account of this engine in a store shared by several hosts. */
export interface SharedStoreConfig {
  /** Name of the account in the store. */
  readonly account: string
  readonly url: StoreAddress
  /** Carries the notifications between its processes; PostgreSQL if omitted. */
  readonly bus?: BusConfig
}

/** URL of a store, or the file that contains it. */
export type StoreAddress = { readonly text: string } | { readonly path: string }

/** Returns the URL of a store; throws a `StartError` when its file cannot be read. */
export const readStoreUrl = (address: StoreAddress): string => {
  if ('text' in address) return address.text
  try {
    return readFileSync(address.path, 'utf8').trim()
  } catch (error) {
    throw new StartError(
      `The file with the store's URL cannot be read (${errorMessage(error)}). Set --store-file to a readable file.`,
    )
  }
}

const parseAccount = (text: string): string | undefined => (isAccountName(text) ? text : undefined)
