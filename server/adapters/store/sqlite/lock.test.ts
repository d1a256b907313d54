import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startChild } from '../../../../test/support/child.ts'
import { aTempDirectory } from '../../../../test/support/temp-directory.ts'
import { lockDataDirectory } from './lock.ts'
import { StoreError } from './store-error.ts'

describe('lockDataDirectory', () => {
  it('rejects a directory that another process holds, naming it, and locks it once that was killed', async () => {
    const directory = aTempDirectory()
    const holder = startChild('lock-holder.ts', directory)
    expect(await holder.lines.next()).toMatchObject({ value: 'locked' })
    const { since } = JSON.parse(readFileSync(join(directory, 'owner.json'), 'utf8'))
    const refusal = new StoreError(
      `The data directory ${directory} is in use by process ${holder.pid} since ${since}. ` +
        `Check it: plimsoll status --data-dir ${directory}, or choose another with --data-dir.`,
    )
    expect(() => lockDataDirectory(directory)).toThrow(refusal)
    expect(() => lockDataDirectory(directory)).toThrow(refusal)
    await holder.kill()
    lockDataDirectory(directory).release()
  })

  it('excludes other processes for as long as it is held', async () => {
    const directory = aTempDirectory()
    const lock = lockDataDirectory(directory)
    expect(() => lockDataDirectory(directory)).toThrow(`is in use by process ${process.pid} since`)
    lock.release()
    const holder = startChild('lock-holder.ts', directory)
    expect(await holder.lines.next()).toMatchObject({ value: 'locked' })
    await holder.kill()
  })

  it('creates the directory that it locks', () => {
    const directory = join(aTempDirectory(), 'not', 'yet')
    lockDataDirectory(directory).release()
    expect(JSON.parse(readFileSync(join(directory, 'owner.json'), 'utf8'))).toMatchObject({ pid: process.pid })
  })

  it.each(['', '{"pid"', '{}', 'null', '{"pid":"<script>"}'])(
    'refuses even when the owner cannot be determined: %s',
    (text) => {
      const directory = aTempDirectory()
      const lock = lockDataDirectory(directory)
      writeFileSync(join(directory, 'owner.json'), text)
      expect(() => lockDataDirectory(directory)).toThrow('is in use by another process. Check it')
      lock.release()
    },
  )

  it('reports the cause and the remedy when the lock file is something else', () => {
    const directory = aTempDirectory()
    writeFileSync(join(directory, 'lock.sqlite'), 'no database '.repeat(100))
    expect(() => lockDataDirectory(directory)).toThrow(
      /lock\.sqlite is damaged \(.+\)\. Delete it: it contains only the lock\.$/,
    )
  })
})
