import { accessSync, constants, existsSync, opendirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Reason why a directory cannot be used, and the command that changes it. */
interface DirectoryFault {
  readonly fault: string
  readonly remedy: string
}

/**
 * Returns why this process cannot store data in a directory: a file in its path, another owner, a read-only file system,
 * or missing rights. Null when it can, or when it can create the directory. Changes nothing.
 */
export const findDirectoryFault = (directory: string): DirectoryFault | null => {
  const blocked = findBlockingFile(directory)
  if (blocked) return blocked
  const nearest = findNearest(directory)
  const { uid } = statSync(nearest)
  const us = process.geteuid?.()
  if (us !== undefined && nearest === directory && uid !== us) return foreign(directory, uid, us)
  const code = findRefusal(nearest)
  if (code === null) return null
  return code === 'EROFS' ? readOnly(directory, nearest) : closed(directory, nearest, us)
}

/**
 * Returns why this process cannot read a directory: a file in its path, or an owner that excludes this user. Null when it
 * can, or when the directory does not exist.
 */
export const findAccessFault = (directory: string): DirectoryFault | null => {
  const blocked = findBlockingFile(directory)
  if (blocked) return blocked
  const us = process.geteuid?.()
  if (us === undefined || !existsSync(directory) || isReadable(directory)) return null
  return excluded(directory, statSync(directory).uid, us)
}

const isReadable = (directory: string): boolean => {
  try {
    opendirSync(directory).closeSync()
    return true
  } catch {
    return false
  }
}

const excluded = (directory: string, owner: number, us: number): DirectoryFault =>
  owner === us
    ? closed(directory, directory, us)
    : {
        fault: `The data directory ${directory} belongs to user ${owner} and is closed to user ${us}`,
        remedy: `Run the command as its owner: sudo -u '#${owner}' plimsoll …, or choose another with --data-dir.`,
      }

/** Returns the fault of a path that is a file, or that leads through one. */
const findBlockingFile = (directory: string): DirectoryFault | null => {
  const nearest = findNearest(directory)
  return statSync(nearest).isDirectory() ? null : describeFile(directory, nearest)
}

/** Returns the path itself if it exists, otherwise its nearest ancestor that does. */
export const findNearest = (path: string): string => {
  const parent = dirname(path)
  return parent === path || existsSync(path) ? path : findNearest(parent)
}

/** Returns the code of the system error that prevents new files in a directory. */
const findRefusal = (directory: string): string | null => {
  try {
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK)
    return null
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'EACCES'
  }
}

const describeFile = (directory: string, file: string): DirectoryFault => ({
  fault:
    directory === file
      ? `The data directory ${directory} is a file`
      : `The data directory ${directory} cannot be created because ${file} is a file`,
  remedy: `Move it away: mv ${file} ${file}.old, or choose another with --data-dir.`,
})

/** As root, ownership must not change: the service that uses the directory could no longer start. */
const foreign = (directory: string, owner: number, us: number): DirectoryFault => ({
  fault: `The data directory ${directory} belongs to user ${owner}, but this process runs as user ${us}`,
  remedy:
    us === 0
      ? `Run the command as that user: sudo -u '#${owner}' plimsoll …, or choose another with --data-dir.`
      : `Change its owner: chown -R ${us} ${directory}, or choose another with --data-dir.`,
})

const readOnly = (directory: string, nearest: string): DirectoryFault => ({
  fault: `The data directory ${directory} is on a read-only file system`,
  remedy: `Make it writable: mount -o remount,rw $(findmnt -no TARGET -T ${nearest}), or choose another with --data-dir.`,
})

const closed = (directory: string, nearest: string, us: number | undefined): DirectoryFault =>
  directory === nearest
    ? {
        fault: `The data directory ${directory} is closed to its owner`,
        remedy: `Give the owner all rights: chmod u+rwx ${directory}, or choose another with --data-dir.`,
      }
    : {
        fault: `The data directory ${directory} cannot be created because user ${us} cannot write to ${nearest}`,
        remedy: `Create it as root: sudo install -d -m 700 -o ${us} ${directory}, or choose another with --data-dir.`,
      }
