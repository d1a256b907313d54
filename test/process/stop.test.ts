import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { aDirectory, startServer } from '../support/process.ts'

describe('SIGTERM', () => {
  it('is not delayed by a client that never finishes its request; SIGUSR1 neither ends the server nor opens a debugger', async () => {
    const server = await startServer(['--data-dir', aDirectory()])
    server.child.kill('SIGUSR1')
    expect((await fetch(`${server.banner.url}/healthz`)).status).toBe(200)
    const { port, hostname } = new URL(server.banner.url)
    const stalled = connect(Number(port), hostname)
    stalled.on('error', () => {})
    await new Promise<void>((resolve) =>
      stalled.write('POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"us', () =>
        resolve(),
      ),
    )
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(server.err()).toContain('shutdown complete')
  })

  it('notifies clients before it closes their connections', async () => {
    const server = await startServer(['--data-dir', aDirectory()])
    const statuses = new Set<number>()
    server.child.kill('SIGTERM')
    while (server.child.exitCode === null && !statuses.has(503)) {
      const response = await fetch(`${server.banner.url}/healthz`)
      statuses.add(response.status)
      if (response.status === 503) expect(response.headers.get('connection')).toBe('close')
    }
    expect(statuses).toContain(503)
    expect(await server.ended).toBe(0)
  })
})
