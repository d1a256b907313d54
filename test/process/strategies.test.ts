import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { json } from '../support/platform.ts'
import { aDirectory, run, startServer, untilReady } from '../support/process.ts'

const SOON = { timeout: 60_000, interval: 100 }

/** The example, one that never comes back from its first bar, and one that is not a strategy. */
const aFolder = (dataDir: string): string => {
  const folder = join(dataDir, 'strategies')
  mkdirSync(folder)
  copyFileSync('examples/strategies/ten-lines.ts', join(folder, 'ten-lines.ts'))
  const stalls = `
    import { defineStrategy } from 'plimsoll/strategy'
    export default defineStrategy({
      id: 'STALLS', name: 'STALLS', family: 'TREND', version: 1, params: {}, warmupBars: 0, horizonBars: 1, needs: [],
      begin: () => () => { for (;;); },
    })`
  writeFileSync(join(folder, 'stalls.ts'), stalls)
  writeFileSync(join(folder, 'broken.ts'), 'export default {')
  return folder
}

it('runs the strategies of a folder, and a stalled one delays only itself', async () => {
  const dataDir = aDirectory()
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const flags = ['--data-dir', dataDir, '--strategies-dir', aFolder(dataDir), '--timeframes', '1m']
  const server = await startServer(flags, { PLIMSOLL_BOOTSTRAP_ADMIN: 'admin:admin' })
  await untilReady(server)
  const { url } = server.banner
  const headers = { 'content-type': 'application/json' }
  const body = '{"username":"admin","password":"admin"}'
  const { accessToken } = await json(await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body }))
  const get = async (path: string) =>
    json(await fetch(`${url}/api/${path}`, { headers: { authorization: `Bearer ${accessToken}` } }))
  const plimsoll = async (...args: readonly string[]) => {
    const command = run([...args, '--json', '--data-dir', dataDir])
    return { exit: await command.ended, out: command.out() }
  }

  await vi.waitFor(async () => {
    const { items } = await get('v381/signals/latest?strategyId=EMA_CROSS')
    expect(items[0]).toMatchObject({ strategyId: 'EMA_CROSS', timeframe: '1m' })
  }, SOON)
  const reason = expect.stringContaining('did not respond within 2 s')
  await vi.waitFor(async () => {
    const { quarantines } = await get('autotrading/status')
    expect(quarantines).toMatchObject([{ strategyId: 'STALLS', reason }])
  }, SOON)
  const { effective } = await get('autotrading/config')
  expect(effective.strategies.map(({ strategyId }: { strategyId: string }) => strategyId)).toContain('EMA_CROSS')

  const listed = JSON.parse((await plimsoll('strategies')).out)
  expect(listed.faulty).toMatchObject([{ file: join(dataDir, 'strategies', 'broken.ts') }])
  expect(listed.items.slice(-2)).toMatchObject([
    { strategyId: 'STALLS', state: 'DOWN', reason },
    { strategyId: 'EMA_CROSS', state: 'RUNNING', file: join(dataDir, 'strategies', 'ten-lines.ts') },
  ])
  expect(await plimsoll('strategies', 'rearm', 'STALLS', '--reason', 'it is mended')).toMatchObject({ exit: 0 })
  expect((await get('autotrading/status')).quarantines).toEqual([])

  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(server.err()).toContain('a strategy is not loaded: its file has an error')
})
