import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { aTempDirectory } from '../../test/support/temp-directory.ts'
import { probePort } from './host-facts.ts'
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

  it('that is none has a fault', () => {
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

it('distinguishes a free port from one in use', async () => {
  const server = createServer()
  onTestFinished(() => void server.close())
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
  )
  expect(await probePort('127.0.0.1', port)).toContain('EADDRINUSE')
  expect(await probePort('127.0.0.1', 0)).toBe(null)
})
