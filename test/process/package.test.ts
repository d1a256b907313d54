import { spawnSync } from 'node:child_process'
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { isBundleCurrent } from '../../bin/bundle.js'
import { unpackPackage } from '../support/package.ts'
import { json } from '../support/platform.ts'
import { aDirectory, run, startServer, untilReady } from '../support/process.ts'

const SOON = { timeout: 60_000, interval: 100 }

/** The package contains the bundle, which is built by `npm ci` and `npm test`; an older one proves nothing. */
const isBuilt = isBundleCurrent()

describe.skipIf(!isBuilt)('the package, without a clone and without libraries', () => {
  const folder = aDirectory()
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const root = isBuilt ? unpackPackage(folder) : ''
  const program = join(root, 'bin/plimsoll.js')
  const plimsoll = async (...args: readonly string[]) => {
    const command = run(args, {}, program)
    return { exit: await command.ended, out: command.out() + command.err() }
  }

  it('lists the commands', async () => {
    const { exit, out } = await plimsoll('--help')
    expect(exit).toBe(0)
    for (const command of ['start', 'doctor', 'audit', 'venue', 'record', 'backup']) expect(out).toContain(command)
  })

  it('declares the types of a strategy file', () => {
    cpSync('examples/strategies/ten-lines.ts', join(folder, 'ten-lines.ts'))
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    const compiler = 'node_modules/typescript-native/bin/tsc'
    const flags = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--types',
      '',
      '--target',
      'es2024',
    ]
    const { status, stdout } = spawnSync(process.execPath, [compiler, ...flags, join(folder, 'ten-lines.ts')])
    expect([status, stdout.toString()]).toEqual([0, ''])
  })

  it('starts, trades, serves console and documents, runs a strategy file and stops', { timeout: 180_000 }, async () => {
    const dataDir = join(folder, 'data')
    const flags = ['--data-dir', dataDir, '--strategies-dir', 'examples/strategies']
    const server = await startServer(flags, { PLIMSOLL_BOOTSTRAP_ADMIN: 'admin:admin' }, program)
    await untilReady(server)
    const { url } = server.banner
    const type = { 'content-type': 'application/json' }
    const post = (path: string, body: object, headers = {}) =>
      fetch(`${url}/api/${path}`, { method: 'POST', headers: { ...type, ...headers }, body: JSON.stringify(body) })

    const { accessToken } = await json(await post('auth/login', { username: 'admin', password: 'admin' }))
    const headers = { authorization: `Bearer ${accessToken}` }
    const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', qty: '0.002' }
    await vi.waitFor(async () => {
      const response = await post('v381/trading/order', order, headers)
      expect([response.status, await response.text()]).toEqual([201, expect.any(String)])
    }, SOON)

    const swagger = ['swagger-ui-bundle.js', 'swagger-ui.css', 'index.css'].map((file) => `/api-docs/static/${file}`)
    const paths = ['/', '/docs/guide/install.html', '/api-docs/openapi.json', ...swagger]
    expect(await Promise.all(paths.map(async (path) => (await fetch(url + path)).status))).toEqual(paths.map(() => 200))

    expect((await plimsoll('strategies', '--data-dir', dataDir)).out).toContain('EMA_CROSS')
    await vi.waitFor(async () => {
      const { verdict } = await json(await fetch(`${url}/api/monitor/rag-nlp-ml-boundary-truth`, { headers }))
      expect(verdict).toBe('NO_ADVISORY_MODULES_PRESENT')
    }, SOON)
    expect((await plimsoll('stop', '--reason', 'the test ends', '--data-dir', dataDir)).exit).toBe(0)
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect((await plimsoll('audit', 'verify', '--data-dir', dataDir)).out).toContain('intact')
  })
})
