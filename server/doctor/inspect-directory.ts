import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DirectoryFact } from './host-facts.ts'

/**
 * Reads whether a directory exists, its permissions and its free space, for `plimsoll doctor`; for a directory that
 * does not exist yet, those of the parent directory in which it would be created.
 */
export const inspectDirectory = (path: string): DirectoryFact => {
  const exists = existsSync(path)
  const nearest = exists ? path : nearestAncestor(path)
  return {
    path,
    exists,
    writable: isWritable(nearest),
    mode: exists && process.platform !== 'win32' ? statSync(path).mode & PERMISSIONS : null,
    freeBytes: freeBytesAt(nearest),
  }
}

const PERMISSIONS = 0o7777

const nearestAncestor = (path: string): string => {
  const parent = dirname(path)
  return parent === path || existsSync(parent) ? parent : nearestAncestor(parent)
}

const isWritable = (path: string): boolean => {
  try {
    accessSync(path, constants.W_OK | constants.X_OK)
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

const freeBytesAt = (path: string): number | null => {
  try {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize
  } catch {
    return null
  }
}
