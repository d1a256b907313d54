import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startChild } from '../../test/support/child.ts'
import { aTempDirectory } from '../../test/support/temp-directory.ts'
import { openStopFile } from '../adapters/store/stop-file.ts'
import { openDataPlace } from './data-place.ts'
import { getSocketPath } from './socket.ts'
import { serveHost } from './socket-server.ts'

const open = (isLocked = false, directory = aTempDirectory()) => {
  const stopFilePath = join(directory, 'EMERGENCY_STOP')
  return openDataPlace({ directory, stopFilePath, stopFile: openStopFile(stopFilePath), isLocked: () => isLocked })
}

describe('a data directory from outside', () => {
  it('has no server to query while none runs', async () => {
    expect(await open().request('status', {})).toEqual({
      ok: false,
      error: {
        code: 'SERVER_UNREACHABLE',
        message: expect.stringMatching(/^No server responds for \/.*\.$/),
        remedy: 'Start the server: plimsoll start.',
      },
    })
  })

  it('queries the running server', async () => {
    const place = open()
    const server = await serveHost({ path: getSocketPath(place.directory), verbs: { echo: async (args) => args } })
    onTestFinished(() => server.close())
    expect(await place.request('echo', 7)).toEqual({ ok: true, value: 7 })
  })

  it('waits no longer than the given time for a server that hangs', async () => {
    const place = open()
    const server = createServer(() => {})
    await new Promise<void>((resolve) => void server.listen({ path: getSocketPath(place.directory) }, resolve))
    onTestFinished(() => void server.close())
    expect(await place.request('stop', {}, 50)).toMatchObject({ ok: false, error: { code: 'SERVER_UNREACHABLE' } })
  })

  it('returns the process that holds it, if any', () => {
    expect(open().holder()).toBeUndefined()
    expect(open(true, '/nowhere/at/all').holder()).toBeUndefined()
    const place = open(true)
    expect(place.holder()).toEqual({ pid: null })
    for (const [text, pid] of [
      ['{"pid":4242,"since":"now"}', 4242],
      ['{"pid":1}', null],
      ['{"pid":-1}', null],
      ['{"pid":"4242"}', null],
      ['null', null],
      ['{', null],
    ] as const) {
      writeFileSync(join(place.directory, 'owner.json'), text)
      expect(place.holder()).toEqual({ pid })
    }
  })

  it('ends a process, and reports when it cannot', async () => {
    const place = open()
    const child = startChild('lock-holder.ts', place.directory)
    await child.lines.next()
    expect(JSON.parse(readFileSync(join(place.directory, 'owner.json'), 'utf8')).pid).toBe(child.pid)
    expect(place.end(child.pid)).toBe(true)
    await child.kill()
    expect(place.end(child.pid)).toBe(false)
  })
})
