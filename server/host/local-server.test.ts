import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startChild } from '../../test/support/child.ts'
import { aTempDirectory } from '../../test/support/temp-directory.ts'
import { openStopFile } from '../adapters/store/stop-file.ts'
import { openLocalServer } from './local-server.ts'
import { getSocketPath } from './socket.ts'
import { serveHost } from './socket-server.ts'

const open = (isLocked = false, directory = aTempDirectory()) => {
  const stopFilePath = join(directory, 'EMERGENCY_STOP')
  return openLocalServer({ directory, stopFilePath, stopFile: openStopFile(stopFilePath), isLocked: () => isLocked })
}

describe('a data directory from outside', () => {
  it('has no server to query while none runs, and names the command that starts one on it', async () => {
    const directory = aTempDirectory()
    expect(await open(false, directory).request('status', {})).toEqual({
      ok: false,
      error: {
        code: 'SERVER_UNREACHABLE',
        message: `No server responds for ${directory}.`,
        remedy: `Start the server: plimsoll start --data-dir ${directory}.`,
      },
    })
  })

  it('queries the running server', async () => {
    const localServer = open()
    const server = await serveHost({
      path: getSocketPath(localServer.directory),
      verbs: { echo: async (args) => args },
    })
    onTestFinished(() => server.close())
    expect(await localServer.request('echo', 7)).toEqual({ ok: true, value: 7 })
  })

  it('waits no longer than the given time for a hanging server', async () => {
    const localServer = open()
    const server = createServer(() => {})
    await new Promise<void>((resolve) => void server.listen({ path: getSocketPath(localServer.directory) }, resolve))
    onTestFinished(() => void server.close())
    expect(await localServer.request('stop', {}, 50)).toMatchObject({
      ok: false,
      error: { code: 'SERVER_UNREACHABLE' },
    })
  })

  it('returns the process that holds it, if any', () => {
    expect(open().holder()).toBeUndefined()
    expect(open(true, '/nowhere/at/all').holder()).toBeUndefined()
    const localServer = open(true)
    expect(localServer.holder()).toEqual({ pid: null })
    for (const [text, pid] of [
      ['{"pid":4242,"since":"now"}', 4242],
      ['{"pid":1}', null],
      ['{"pid":-1}', null],
      ['{"pid":"4242"}', null],
      ['null', null],
      ['{', null],
    ] as const) {
      writeFileSync(join(localServer.directory, 'owner.json'), text)
      expect(localServer.holder()).toEqual({ pid })
    }
  })

  it('ends a process, and reports when it cannot', async () => {
    const localServer = open()
    const child = startChild('lock-holder.ts', localServer.directory)
    await child.lines.next()
    expect(JSON.parse(readFileSync(join(localServer.directory, 'owner.json'), 'utf8')).pid).toBe(child.pid)
    expect(localServer.end(child.pid)).toBe(true)
    await child.kill()
    expect(localServer.end(child.pid)).toBe(false)
  })
})
