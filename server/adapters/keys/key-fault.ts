/** Faults of key storage with their remedies, and the reader of files that only their owner may access. */

import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs'
import { err, ok, type Result } from '../../core/result.ts'

/** Reason why keys could not be stored or read, with a remedy for the operator. Never holds anything secret. */
export interface KeyFault {
  readonly code: KeyFaultCode
  readonly message: string
  readonly remedy: string
}

type OfFile = 'EXPOSED' | 'FOREIGN' | 'UNREADABLE' | 'MALFORMED'

type KeyFaultCode =
  | `${FileRole}_${OfFile}`
  | 'KEYS_FILE_NEWER'
  | 'KEYS_FILE_NOT_WRITTEN'
  | 'KEY_MISSING'
  | 'KEY_EXISTS'
  | 'KEY_MALFORMED'
  | 'KEY_TAMPERED'
  | 'PASSPHRASE_WRONG'
  | 'PASSPHRASE_EMPTY'
  | 'PASSPHRASE_NOT_GIVEN'

/** Purpose of a file that contains secrets. */
export type FileRole = 'KEYS_FILE' | 'PASSPHRASE_FILE' | 'MESSENGER_FILE'

export const keyFault = (code: KeyFaultCode, message: string, remedy: string): KeyFault => ({ code, message, remedy })

const NOUN: Readonly<Record<FileRole, string>> = {
  KEYS_FILE: 'The keys file',
  PASSPHRASE_FILE: 'The passphrase file',
  MESSENGER_FILE: 'The messenger file',
}

/** Builds a fault of a file that contains secrets. */
export const fileFault = (role: FileRole, what: OfFile, path: string, detail: string): KeyFault =>
  keyFault(`${role}_${what}`, `${NOUN[role]} ${path} ${detail}.`, REMEDIES[what](path))

const REMEDIES: Readonly<Record<OfFile, (path: string) => string>> = {
  EXPOSED: (path) => `Restrict it to your user: chmod 600 '${path}'.`,
  FOREIGN: () => 'Run this as its owner, or create a file of your own.',
  UNREADABLE: () => 'Fix the reported system error, or name another file.',
  MALFORMED: () => 'Restore it from a backup, or move it away and add the keys again.',
}

/** Maximum file size, far above the size of any of these files. */
const BYTES_MAX = 1024 * 1024
const OF_OTHERS = 0o077
const PERMISSIONS = 0o777

/** Flags for opening; without `O_NONBLOCK` a pipe would block the reader for ever. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/**
 * Reads a file that we own and no other user may change; undefined when there is none. The checked file is the one
 * read.
 */
export const readOwned = (role: FileRole, path: string): Result<string | undefined, KeyFault> => {
  try {
    const file = openSync(path, FLAGS)
    try {
      const fault = findFault(role, path, fstatSync(file))
      return fault ? err(fault) : ok(readFileSync(file, 'utf8'))
    } finally {
      closeSync(file)
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return ok(undefined)
    return err(fileFault(role, 'UNREADABLE', path, `cannot be read (${message})`))
  }
}

/** Checks owner and permissions, which Windows does not have in this form. */
const findFault = (role: FileRole, path: string, file: Stats): KeyFault | undefined => {
  const { mode, uid, size } = file
  if (!file.isFile() || size > BYTES_MAX)
    return fileFault(role, 'UNREADABLE', path, 'is not a regular file, or is far too large')
  const us = process.getuid?.()
  if (us === undefined) return undefined
  if (uid !== us) return fileFault(role, 'FOREIGN', path, `belongs to user ${uid}, but this process runs as user ${us}`)
  if ((mode & OF_OTHERS) === 0) return undefined
  return fileFault(
    role,
    'EXPOSED',
    path,
    `is accessible to other users (mode ${(mode & PERMISSIONS).toString(8).padStart(4, '0')})`,
  )
}
