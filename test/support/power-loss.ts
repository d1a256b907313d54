import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join, relative } from 'node:path'

/**
 * State of a directory after a power loss: each file has the content of its last sync, under the names its directory
 * had at that directory's last sync. Everything not promised by POSIX is lost.
 */
export interface PowerLoss {
  /** Writes into `copy` the files that would remain after a power loss now. */
  leave(copy: string): void
  /** Returns the current differences from that state, by path within the directory. */
  unsynced(): string[]
  /** Restores the file system functions. */
  restore(): void
}

/** Identity of a file, distinct from a later file with the same inode number. */
type FileKey = string

interface Disk {
  readonly contents: Map<FileKey, Buffer>
  readonly names: Map<FileKey, ReadonlyMap<string, FileKey>>
}

const real = { ...fs }

/** File system calls that may change the disk. */
const CHANGES = [
  'openSync',
  'writeSync',
  'ftruncateSync',
  'fsyncSync',
  'fdatasyncSync',
  'renameSync',
  'unlinkSync',
  'rmSync',
  'mkdirSync',
] as const

/**
 * Watches every synchronous call of `node:fs` from now on, of any module, and `fdatasync`; what is in `root` already
 * counts as synced.
 * `afterChange` is called after each call that may change something. On Linux only.
 */
export const watchPower = (root: string, afterChange: () => void = () => {}): PowerLoss => {
  const disk: Disk = { contents: new Map(), names: new Map() }
  const paths = new Map<number, string>()
  takeAll(disk, root)
  /** True during `afterChange`, whose own calls do not count as changes. */
  let isInspecting = false

  const sync = (fd: number): void => {
    const stats = real.fstatSync(fd, { bigint: true })
    const key = fileKey(stats)
    if (stats.isDirectory()) takeNames(disk, key, paths.get(fd) ?? root)
    else disk.contents.set(key, real.readFileSync(`/proc/self/fd/${fd}`))
  }
  const patched: Partial<typeof fs> = {
    openSync: ((path, flags, mode) => {
      const fd = real.openSync(path, flags, mode)
      paths.set(fd, String(path))
      return fd
    }) satisfies typeof fs.openSync,
    closeSync: (fd) => {
      paths.delete(fd)
      real.closeSync(fd)
    },
    fsyncSync: (fd) => {
      real.fsyncSync(fd)
      sync(fd)
    },
    fdatasyncSync: (fd) => {
      real.fdatasyncSync(fd)
      sync(fd)
    },
    fdatasync: ((fd, callback) =>
      real.fdatasync(fd, (error) => {
        if (!error) sync(fd)
        callback(error)
      })) as typeof fs.fdatasync,
  }
  Object.assign(fs, patched)
  for (const name of CHANGES) {
    const call = fs[name] as (...args: unknown[]) => unknown
    const watched = (...args: unknown[]): unknown => {
      const result = call(...args)
      if (isInspecting) return result
      isInspecting = true
      try {
        afterChange()
      } finally {
        isInspecting = false
      }
      return result
    }
    Object.assign(fs, { [name]: watched })
  }
  syncBuiltinESMExports()

  return {
    leave: (copy) => layDown(disk, keyAt(root), copy),
    unsynced() {
      const synced = new Set(listed(disk, keyAt(root)))
      const present = filesIn(root).map(
        (path) => `${relative(root, path)} ${real.readFileSync(path).toString('latin1')}`,
      )
      const now = new Set(present)
      const differing = [
        ...present.filter((file) => !synced.has(file)),
        ...[...synced].filter((file) => !now.has(file)),
      ]
      return [...new Set(differing.map((file) => file.slice(0, file.indexOf(' '))))].toSorted()
    },
    restore() {
      for (const name of [...CHANGES, 'closeSync', 'fdatasync'] as const) Object.assign(fs, { [name]: real[name] })
      syncBuiltinESMExports()
    },
  }
}

const fileKey = ({ ino, birthtimeNs }: fs.BigIntStats): FileKey => `${ino} ${birthtimeNs}`

const keyAt = (path: string): FileKey => fileKey(real.lstatSync(path, { bigint: true }))

const namesIn = (directory: string): ReadonlyMap<string, FileKey> =>
  new Map(real.readdirSync(directory).map((name) => [name, keyAt(join(directory, name))]))

/** Adopts the names of a synced directory; a subdirectory that was never synced is empty. */
const takeNames = (disk: Disk, key: FileKey, path: string): void => {
  const names = namesIn(path)
  disk.names.set(key, names)
  for (const [name, child] of names) {
    if (real.lstatSync(join(path, name)).isDirectory() && !disk.names.has(child)) disk.names.set(child, new Map())
  }
}

const filesIn = (path: string): string[] =>
  real.lstatSync(path).isDirectory() ? real.readdirSync(path).flatMap((name) => filesIn(join(path, name))) : [path]

const takeAll = (disk: Disk, path: string): void => {
  if (!real.lstatSync(path).isDirectory()) return void disk.contents.set(keyAt(path), real.readFileSync(path))
  disk.names.set(keyAt(path), namesIn(path))
  for (const name of real.readdirSync(path)) takeAll(disk, join(path, name))
}

const OWN = { mode: 0o600 }

/** Writes the files that remain; a file that was never synced is empty. */
const layDown = (disk: Disk, key: FileKey, path: string): void => {
  const names = disk.names.get(key)
  const content = disk.contents.get(key)
  if (!names && content === undefined) return real.writeFileSync(path, '', OWN)
  if (content !== undefined) return real.writeFileSync(path, content, OWN)
  real.mkdirSync(path, { recursive: true })
  for (const [name, child] of names ?? []) layDown(disk, child, join(path, name))
}

const listed = (disk: Disk, key: FileKey, at = ''): string[] => {
  const names = disk.names.get(key)
  if (!names) return [`${at} ${(disk.contents.get(key) ?? Buffer.alloc(0)).toString('latin1')}`]
  return [...names].flatMap(([name, child]) => listed(disk, child, join(at, name)))
}
