import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { aTempDirectory } from '../../../test/support/temp-directory.ts'
import { makePrivate } from './private-directory.ts'
import { lockDataDirectory } from './sqlite/lock.ts'
import { StoreError } from './sqlite/store-error.ts'

const readMode = (path: string): string => (statSync(path).mode & 0o777).toString(8)

describe.skipIf(process.platform === 'win32')('makePrivate', () => {
  it('removes the permissions of others, from the directory and from everything in it', () => {
    const directory = join(aTempDirectory(), 'data')
    mkdirSync(join(directory, 'audit'), { recursive: true })
    const files = ['identity.sqlite', 'identity.sqlite-wal', join('audit', 'key')].map((name) => join(directory, name))
    for (const file of files) writeFileSync(file, '')
    for (const path of [directory, join(directory, 'audit'), ...files]) chmodSync(path, 0o777)
    makePrivate(directory)
    expect([directory, join(directory, 'audit'), ...files].map(readMode)).toEqual(Array(5).fill('700'))
  })

  it('closes an empty directory, and leaves the target of a link unchanged', () => {
    const directory = join(aTempDirectory(), 'data')
    const outside = join(aTempDirectory(), 'outside')
    mkdirSync(outside)
    chmodSync(outside, 0o755)
    mkdirSync(directory)
    chmodSync(directory, 0o755)
    makePrivate(directory)
    symlinkSync(outside, join(directory, 'link'))
    makePrivate(directory)
    expect([readMode(directory), readMode(outside)]).toEqual(['700', '755'])
  })

  it('makes the lock accessible to the owner only, under any umask', () => {
    const umask = process.umask(0)
    try {
      const directory = join(aTempDirectory(), 'data')
      mkdirSync(directory)
      lockDataDirectory(directory).release()
      expect(['', 'lock.sqlite', 'owner.json'].map((name) => readMode(join(directory, name)))).toEqual([
        '700',
        '600',
        '600',
      ])
    } finally {
      process.umask(umask)
    }
  })

  it('rejects a user directory with other contents, and changes nothing there', () => {
    const directory = aTempDirectory()
    writeFileSync(join(directory, 'letter.txt'), '')
    chmodSync(directory, 0o755)
    expect(() => makePrivate(directory)).toThrow(
      new StoreError(
        `${directory} is accessible to other users and contains files that do not belong to a data directory. ` +
          `Choose an empty directory with --data-dir, or restrict this one: chmod 700 ${directory}`,
      ),
    )
    expect(readMode(directory)).toBe('755')
  })
})

describe('lockDataDirectory', () => {
  it('names the file that identifies its owner when that cannot be written', () => {
    const directory = aTempDirectory()
    mkdirSync(join(directory, 'owner.json'))
    expect(() => lockDataDirectory(directory)).toThrow(
      /owner\.json cannot be written \(EISDIR.*\)\. Make the data directory/,
    )
  })
})
