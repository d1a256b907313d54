import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { aTempDirectory } from '../../../test/support/temp-directory.ts'
import { inspectDirectory } from './inspect-directory.ts'

describe('a directory', () => {
  it('reports its permissions and free disk space', () => {
    const path = join(aTempDirectory(), 'data')
    mkdirSync(path)
    chmodSync(path, 0o750)
    expect(inspectDirectory(path)).toEqual({
      path,
      exists: true,
      fault: null,
      mode: 0o750,
      freeBytes: expect.any(Number),
    })
  })

  it('reports on the parent directory when it does not exist yet', () => {
    const path = join(aTempDirectory(), 'a', 'b')
    expect(inspectDirectory(path)).toEqual({
      path,
      exists: false,
      fault: null,
      mode: null,
      freeBytes: expect.any(Number),
    })
  })

  it('that is not a directory has a fault', () => {
    const path = join(aTempDirectory(), 'file')
    writeFileSync(path, '')
    expect(inspectDirectory(path)).toMatchObject({
      exists: true,
      fault: { fault: `The data directory ${path} is a file` },
    })
    expect(inspectDirectory(join(path, 'below'))).toMatchObject({
      exists: false,
      fault: { remedy: expect.any(String) },
    })
  })
})
