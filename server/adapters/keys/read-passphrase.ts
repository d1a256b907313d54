import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { err, ok, type Result } from '../../core/result.ts'
import { createSecret, type Secret } from './exchange-keys.ts'
import { fileFault, type KeyFault, keyFault, readOwned } from './key-fault.ts'

/**
 * Returns the passphrase of the exchange keys: from systemd's credential, else from the configured file, else from a
 * prompt.
 */
export const readPassphrase = async ({ env, file, prompt }: PassphraseSources): Promise<Result<Secret, KeyFault>> => {
  const credential = readCredential(env.CREDENTIALS_DIRECTORY)
  if (!credential.ok) return credential
  if (credential.value !== undefined) return parsePassphrase(credential.value)
  const named = file ?? (env.PLIMSOLL_PASSPHRASE_FILE || undefined)
  if (named !== undefined) return readFile(named)
  return prompt ? parsePassphrase(await prompt()) : err(NOT_GIVEN)
}

/** Sources of a passphrase. */
export interface PassphraseSources {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The file that was named on the command line. */
  readonly file: string | undefined
  /** Prompts a person; undefined where there is no terminal. */
  readonly prompt: (() => Promise<string>) | undefined
}

const CREDENTIAL = 'plimsoll-keys'

/** Reads the credential; systemd protects it from other users by means other than its mode. */
const readCredential = (directory: string | undefined): Result<string | undefined, KeyFault> => {
  if (!directory) return ok(undefined)
  const path = join(directory, CREDENTIAL)
  try {
    return ok(readFileSync(path, 'utf8'))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return ok(undefined)
    return err(fileFault('PASSPHRASE_FILE', 'UNREADABLE', path, `cannot be read (${message})`))
  }
}

const readFile = (path: string): Result<Secret, KeyFault> => {
  const read = readOwned('PASSPHRASE_FILE', path)
  if (!read.ok) return read
  if (read.value === undefined) return err(fileFault('PASSPHRASE_FILE', 'UNREADABLE', path, 'is not there'))
  return parsePassphrase(read.value)
}

/** Editors end a file with a newline, which does not belong to the passphrase. */
const parsePassphrase = (text: string): Result<Secret, KeyFault> => {
  const passphrase = text.replace(/\r?\n$/, '')
  return passphrase === '' ? err(EMPTY) : ok(createSecret(passphrase))
}

const EMPTY = keyFault(
  'PASSPHRASE_EMPTY',
  'The passphrase is empty.',
  'The file must contain the passphrase, and nothing else.',
)

const NOT_GIVEN = keyFault(
  'PASSPHRASE_NOT_GIVEN',
  'There is no passphrase for the keys, and no terminal to prompt for it.',
  'Specify a file that contains it with --passphrase-file or PLIMSOLL_PASSPHRASE_FILE, or provide the systemd credential plimsoll-keys.',
)
