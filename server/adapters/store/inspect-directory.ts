import { existsSync, statSync } from 'node:fs'
import { findDirectoryFault, findNearest } from './directory-fault.ts'
import { readFreeBytes } from './disk.ts'

/**
 * Reads whether a directory exists, its permissions and its free space, for `plimsoll doctor`; for a directory that
 * does not exist yet, those of the parent directory in which it would be created.
 */
export const inspectDirectory = (path: string) => {
  const exists = existsSync(path)
  return {
    path,
    exists,
    fault: findDirectoryFault(path),
    mode: exists && process.platform !== 'win32' ? statSync(path).mode & PERMISSIONS : null,
    freeBytes: readFreeBytes(findNearest(path)),
  }
}

const PERMISSIONS = 0o7777
