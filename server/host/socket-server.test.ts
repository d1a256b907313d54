import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { callHost } from './call-host.ts'
import { type HostServer, type HostServerParts, serveHost } from './socket-server.ts'
import { HostRefusal, type VerbTable } from './verb.ts'

/** Timeout for a busy machine. */
const SOON = { timeout: 60_000, interval: 20 }

let directory: string
let path: string
let servers: HostServer[]
let sockets: Socket[]

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'plimsoll-host-'))
  path = join(directory, 'plimsoll.sock')
  servers = []
  sockets = []
})

afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await Promise.all(servers.map((server) => server.close()))
  rmSync(directory, { recursive: true })
})

const verbs: VerbTable = {
  echo: async (args) => args,
  nothing: async () => undefined,
  never: () => new Promise(() => {}),
  refuse: async () => {
    throw new HostRefusal('NOT_TODAY', 'Not today.', 'Come back tomorrow.')
  },
  fail: async () => {
    throw new Error('the disk is full')
  },
  unprintable: async () => 1n,
}

const serve = async (parts: Partial<HostServerParts> = {}): Promise<HostServer> => {
  const server = await serveHost({ path, verbs, ...parts })
  servers.push(server)
  return server
}

/** A connection as any program would open it, and everything it has received once it is closed. */
const dial = (): { socket: Socket; received: Promise<string> } => {
  const socket = connect({ path })
  sockets.push(socket)
  let text = ''
  socket.setEncoding('utf8')
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => {})
  return { socket, received: new Promise((resolve) => void socket.on('close', () => resolve(text))) }
}

const send = (bytes: string): Promise<string> => {
  const { socket, received } = dial()
  socket.write(bytes)
  return received
}

describe('the host socket', () => {
  it('is reachable by its owner only, whatever the umask', async () => {
    const before = process.umask(0)
    await serve()
    expect(process.umask(before)).toBe(0)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('answers a verb and carries its arguments both ways', async () => {
    await serve()
    const args = { text: 'ø\n"', number: 1, nothing: null, list: ['x'.repeat(60_000)] }
    expect(await callHost(path, 'echo', args)).toEqual({ ok: true, value: { ok: true, value: args } })
    expect(await callHost(path, 'nothing', {})).toEqual({ ok: true, value: { ok: true, value: null } })
  })

  it.each([
    ['refuse', { code: 'NOT_TODAY', message: 'Not today.', remedy: 'Come back tomorrow.' }],
    ['fail', { code: 'INTERNAL', message: 'the disk is full' }],
    ['unprintable', { code: 'INTERNAL', message: expect.stringContaining('BigInt') }],
    ['toString', { code: 'UNKNOWN_VERB', message: expect.any(String), remedy: expect.any(String) }],
    ['', { code: 'UNKNOWN_VERB', message: expect.any(String), remedy: expect.any(String) }],
  ])('answers "%s" with its fault and continues', async (verb, error) => {
    await serve()
    expect(await callHost(path, verb, {})).toEqual({ ok: true, value: { ok: false, error } })
    expect(await callHost(path, 'echo', 1)).toEqual({ ok: true, value: { ok: true, value: 1 } })
  })

  it.each(['\n', 'hello\n', '[]\n', 'null\n', '{"verb":1}\n', '{"args":{}}\n', '\u0000\n'])(
    'answers the line %j with MALFORMED',
    async (line) => {
      await serve()
      expect(JSON.parse(await send(line))).toMatchObject({ ok: false, error: { code: 'MALFORMED' } })
    },
  )

  it('assembles a line from pieces', async () => {
    await serve()
    const { socket, received } = dial()
    for (const sign of '{"verb":"echo","args":[7]}\n') socket.write(sign)
    expect(JSON.parse(await received)).toEqual({ ok: true, value: [7] })
  })

  it('answers a caller that has closed its side', async () => {
    await serve()
    const { socket, received } = dial()
    socket.end('{"verb":"echo","args":7}\n')
    expect(JSON.parse(await received)).toEqual({ ok: true, value: 7 })
  })

  it('rejects a line past 64 KiB without waiting for its end', async () => {
    await serve()
    expect(JSON.parse(await send('x'.repeat(64 * 1024 + 1)))).toMatchObject({ error: { code: 'TOO_LARGE' } })
    const answer = await callHost(path, 'echo', 'x'.repeat(64 * 1024))
    expect(answer).toMatchObject({ ok: true, value: { ok: false, error: { code: 'TOO_LARGE' } } })
  })

  it('makes no caller wait longer than its limit', async () => {
    await serve({ limits: { timeoutMs: 40 } })
    const silent = dial().received
    const slow = callHost(path, 'never', {})
    expect(JSON.parse(await silent)).toMatchObject({ ok: false, error: { code: 'TIMEOUT' } })
    expect(await slow).toMatchObject({ ok: true, value: { ok: false, error: { code: 'TIMEOUT' } } })
  })

  it('does not wait at its end for an answer whose caller has gone', async () => {
    const server = await serve({ limits: { timeoutMs: 40 } })
    await callHost(path, 'never', {})
    await server.close()
    expect(existsSync(path)).toBe(false)
  })

  it('accepts sixteen connections and rejects the seventeenth with a message', async () => {
    await serve()
    const first = Array.from({ length: 16 }, dial)
    await Promise.all(first.map(({ socket }) => new Promise((resolve) => void socket.once('connect', resolve))))
    expect(await callHost(path, 'echo', 1)).toMatchObject({ ok: true, value: { ok: false, error: { code: 'BUSY' } } })
    first[0]?.socket.destroy()
    await vi.waitFor(async () => {
      expect(await callHost(path, 'echo', 1)).toMatchObject({ ok: true, value: { ok: true } })
    }, SOON)
  })

  it('finishes pending answers before it closes, and leaves no file', async () => {
    const gate = Promise.withResolvers<string>()
    const requested = Promise.withResolvers<void>()
    const waiting = async () => {
      requested.resolve()
      return await gate.promise
    }
    const server = await serve({ verbs: { waiting } })
    const idle = dial()
    const call = callHost(path, 'waiting', {})
    await requested.promise
    const closed = server.close()
    gate.resolve('done')
    expect(await call).toEqual({ ok: true, value: { ok: true, value: 'done' } })
    await closed
    expect(await idle.received).toBe('')
    expect(existsSync(path)).toBe(false)
  })
})

describe('the host socket path', () => {
  it('is taken over from a process that died', async () => {
    leaveStale(path)
    expect(statSync(path).isSocket()).toBe(true)
    expect(await callHost(path, 'echo', 1)).toEqual({ ok: false, error: { kind: 'notRunning' } })
    await serve()
    expect(await callHost(path, 'echo', 1)).toMatchObject({ ok: true })
  })

  it('is not taken over from a running server', async () => {
    await serve()
    await expect(serveHost({ path, verbs })).rejects.toThrow(/already listening at/)
    expect(await callHost(path, 'echo', 1)).toMatchObject({ ok: true })
  })

  it('never replaces another file', async () => {
    writeFileSync(path, 'precious')
    await expect(serveHost({ path, verbs })).rejects.toThrow(/is not a socket/)
    expect(existsSync(path)).toBe(true)
  })

  it('is rejected when it is longer than every system allows', async () => {
    const long = join(directory, 'x'.repeat(100))
    await expect(serveHost({ path: long, verbs })).rejects.toThrow(/longer than 100 bytes.*--data-dir/)
    expect(await callHost(long, 'echo', 1)).toEqual({ ok: false, error: { kind: 'notRunning' } })
  })

  it('is rejected when it cannot be created', async () => {
    const nowhere = join(directory, 'missing', 'plimsoll.sock')
    await expect(serveHost({ path: nowhere, verbs })).rejects.toThrow(/Cannot listen/)
  })
})

describe('calling the host', () => {
  it('reports that no server is listening', async () => {
    expect(await callHost(path, 'echo', 1)).toEqual({ ok: false, error: { kind: 'notRunning' } })
  })

  it.each(['', 'hello\n', '{}\n', 'null\n', '{"ok":false}\n', '{"ok":true'])(
    'treats a server that answers %j as unreachable',
    async (answer) => {
      const server = createServer((socket) => void socket.resume().end(answer))
      await new Promise<void>((resolve) => void server.listen({ path }, resolve))
      const called = await callHost(path, 'echo', 1)
      expect(called).toMatchObject({ ok: true, value: { ok: false, error: { code: 'SERVER_UNREACHABLE' } } })
      await new Promise((resolve) => void server.close(resolve))
    },
  )
})

/** A socket file without a listening process, as left by `kill -9`. */
const leaveStale = (at: string): void => {
  const script = `require('node:net').createServer().listen({ path: ${JSON.stringify(at)} }, () => process.kill(process.pid, 'SIGKILL'))`
  spawnSync(process.execPath, ['-e', script])
}
