/** Configuration of the bus that carries notifications of a shared account: servers of NATS in place of PostgreSQL. */

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { errorMessage, StartError } from '../core/errors.ts'
import type { SettingReader } from './market.ts'

/** Reads the settings of the bus; undefined if none of them is set. An incomplete set is reported as a problem. */
export const parseBus = ({
  readText,
  settingName,
}: BusReader): { readonly bus: BusConfig | undefined; readonly problems: string[] } => {
  const [text, path, credentials] = [readText('bus'), readText('busFile'), readText('busCredentials')]
  const problems: string[] = []
  if (text !== undefined && path !== undefined) {
    problems.push(`${settingName('bus')} and ${settingName('busFile')} both name the bus: remove one of them.`)
  }
  if (text?.includes('@')) {
    problems.push(
      `${settingName('bus')} contains a user. Write the URL to a file that only the user of this process can read, and name it with --bus-file.`,
    )
  }
  if (credentials !== undefined && text === undefined && path === undefined) {
    problems.push(`${settingName('busCredentials')} needs the bus: add --bus URL or --bus-file FILE.`)
  }
  if ((text ?? path) === undefined) return { bus: undefined, problems }
  if (readText('account') === undefined) {
    problems.push('A bus connects the processes of a shared account: add --account NAME and --store-file FILE.')
  }
  if (problems.length > 0) return { bus: undefined, problems }
  const url = path === undefined ? { text: text ?? '' } : { path: resolve(path) }
  return { bus: { url, ...(credentials !== undefined && { credentialsPath: resolve(credentials) }) }, problems }
}

type BusReader = Pick<SettingReader<'account' | 'bus' | 'busFile' | 'busCredentials'>, 'readText' | 'settingName'>

/** Servers of NATS, or the file that contains them, and the file with the credentials. */
export interface BusConfig {
  readonly url: { readonly text: string } | { readonly path: string }
  readonly credentialsPath?: string
}

/** Returns the URL of a bus and its credentials; throws a `StartError` when a file cannot be read. */
export const readBus = ({ url, credentialsPath }: BusConfig): BusAddress => ({
  url: 'text' in url ? url.text : readText(url.path, 'URL of the bus', '--bus-file'),
  ...(credentialsPath !== undefined && {
    credentials: readText(credentialsPath, 'credentials of the bus', '--bus-credentials'),
  }),
})

export interface BusAddress {
  readonly url: string
  readonly credentials?: string
}

const readText = (path: string, what: string, flag: string): string => {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new StartError(
      `The file with the ${what} cannot be read (${errorMessage(error)}). Set ${flag} to a readable file.`,
    )
  }
}
