import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { aTempDirectory } from '../../../test/support/temp-directory.ts'
import { findAccessFault, findDirectoryFault } from './directory-fault.ts'
import { makePrivate } from './private-directory.ts'
import { StoreError } from './sqlite/store-error.ts'

const isRoot = process.geteuid?.() === 0

const mount = (...args: readonly string[]) => spawnSync('mount', args).status === 0

describe('findAccessFault', () => {
  it('accepts a directory of this user, and one that does not exist', () => {
    const directory = aTempDirectory()
    expect([directory, join(directory, 'a')].map(findAccessFault)).toEqual([null, null])
  })

  it('names a file in the place of the directory', () => {
    const file = join(aTempDirectory(), 'file')
    writeFileSync(file, '')
    expect(findAccessFault(file)?.fault).toBe(`The data directory ${file} is a file`)
  })

  it.skipIf(!isRoot)('names the user who may read the directory', () => {
    const directory = aTempDirectory()
    onTestFinished(() => process.seteuid?.(0))
    process.seteuid?.(4711)
    expect(findAccessFault(directory)).toEqual({
      fault: `The data directory ${directory} belongs to user 0 and is closed to user 4711`,
      remedy: "Run the command as its owner: sudo -u '#0' plimsoll …, or choose another with --data-dir.",
    })
  })
})

describe('findDirectoryFault', () => {
  it('accepts a directory owned by the user, and one that can be created', () => {
    const directory = aTempDirectory()
    expect([directory, join(directory, 'a', 'b')].map(findDirectoryFault)).toEqual([null, null])
    expect(existsSync(join(directory, 'a'))).toBe(false)
  })

  it('names a file in place of the directory, or of a directory above it', () => {
    const file = join(aTempDirectory(), 'file')
    writeFileSync(file, '')
    const remedy = `Move it away: mv ${file} ${file}.old, or choose another with --data-dir.`
    expect(findDirectoryFault(file)).toEqual({ fault: `The data directory ${file} is a file`, remedy })
    const below = join(file, 'a', 'b')
    const fault = `The data directory ${below} cannot be created because ${file} is a file`
    expect(findDirectoryFault(below)).toEqual({ fault, remedy })
    expect(() => makePrivate(below)).toThrow(new StoreError(`${fault}. ${remedy}`))
  })

  it.skipIf(!isRoot)('as root, retains the owner that a service needs', () => {
    const directory = aTempDirectory()
    chownSync(directory, 4711, 4711)
    expect(findDirectoryFault(directory)).toEqual({
      fault: `The data directory ${directory} belongs to user 4711, but this process runs as user 0`,
      remedy: "Run the command as that user: sudo -u '#4711' plimsoll …, or choose another with --data-dir.",
    })
  })

  it.skipIf(!isRoot)('names the command that gives a directory to a user', () => {
    const directory = aTempDirectory()
    onTestFinished(() => process.seteuid?.(0))
    process.seteuid?.(4711)
    expect(findDirectoryFault(directory)).toEqual({
      fault: `The data directory ${directory} belongs to user 0, but this process runs as user 4711`,
      remedy: `Change its owner: chown -R 4711 ${directory}, or choose another with --data-dir.`,
    })
  })

  it.skipIf(!isRoot || !mount('--version'))(
    'names the command that mounts a read-only file system writable',
    ({ skip }) => {
      const directory = aTempDirectory()
      skip(!mount('-t', 'tmpfs', '-o', 'ro,mode=700', 'tmpfs', directory), 'file systems cannot be mounted here')
      onTestFinished(() => void spawnSync('umount', [directory]))
      for (const path of [directory, join(directory, 'data')]) {
        expect(findDirectoryFault(path)).toEqual({
          fault: `The data directory ${path} is on a read-only file system`,
          remedy: `Make it writable: mount -o remount,rw $(findmnt -no TARGET -T ${directory}), or choose another with --data-dir.`,
        })
      }
    },
  )

  it.skipIf(isRoot || process.platform === 'win32')('names the command that opens up a closed directory', () => {
    const directory = aTempDirectory()
    onTestFinished(() => chmodSync(directory, 0o700))
    chmodSync(directory, 0o500)
    expect(findDirectoryFault(directory)?.remedy).toContain(`chmod u+rwx ${directory}`)
    const below = join(directory, 'data')
    expect(findDirectoryFault(below)?.remedy).toContain(`sudo install -d -m 700 -o ${process.geteuid?.()} ${below}`)
  })
})
