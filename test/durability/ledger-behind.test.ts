import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { json, startTestPlatform, type TestPlatform } from '../support/platform.ts'
import { aTempDirectory } from '../support/temp-directory.ts'

const SOON = { timeout: 60_000, interval: 50 }

const startOn = async (dataDir: string): Promise<TestPlatform> => {
  const server = await startTestPlatform({ dataDir, autotrading: 'off' })
  let isClosed = false
  const close = async (): Promise<void> => {
    if (!isClosed) await server.close()
    isClosed = true
  }
  onTestFinished(close)
  return { ...server, close }
}

it('starts HALTED after lost files at every restart, until the host has accepted the loss', async () => {
  const dataDir = join(aTempDirectory(), 'data')
  const first = await startOn(dataDir)
  await first.ready()
  expect(first.platform.firstAdmin).toMatchObject({ username: 'admin' })
  await first.close()
  rmSync(join(dataDir, 'simulated-paper', 'engine.sqlite'))
  rmSync(join(dataDir, 'identity.sqlite'))

  const second = await startOn(dataDir)
  expect(second.platform.firstAdmin).toBeUndefined()
  const { ledger } = second.platform.engine.state
  await vi.waitFor(() => expect(ledger.control.state).toBe('HALTED'), SOON)
  expect(ledger.latch).toMatchObject({
    code: 'LEDGER_BEHIND',
    by: { type: 'ENGINE' },
    reason: expect.stringMatching(
      /engine\.sqlite is behind the audit log: .* it has none\..* no first user is created/,
    ),
  })
  expect(ledger.behind).toHaveLength(2)
  await second.close()

  const third = await startOn(dataDir)
  const { engine, control } = third.platform
  await vi.waitFor(() => expect(engine.state.ledger.control.state).toBe('HALTED'), SOON)
  const token = await third.token({ role: 'TRADER' })
  const status = await json(await third.get('/api/autotrading/status', token))
  expect(status).toMatchObject({ state: 'HALTED', stop: { code: 'LEDGER_BEHIND' } })
  const preview = await vi.waitFor(() => {
    const standing = control.raising.show('clearStop')
    expect(standing.obstacle).toBeNull()
    return standing
  }, SOON)
  expect(preview.standing.behind[0]).toContain('engine.sqlite is behind the audit log')
  expect(preview.standing.stopReason).toContain('LEDGER_BEHIND: ')
  expect(await control.raising.confirm('clearStop', { code: preview.code, reason: 'compared by hand' })).toEqual({
    ok: true,
  })
  expect(engine.state.ledger.behind).toEqual([])
  await vi.waitFor(() => expect(engine.state.ledger.control.state).toBe('PAUSED'), SOON)
}, 180_000)
