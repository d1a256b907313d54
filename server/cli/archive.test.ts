import { describe, expect, it } from 'vitest'
import { aLocalServer, aTerminal, engineParts } from './cli-fixture.ts'
import type { ArchiveCheck, ArchiveOrder, CliParts } from './parts.ts'
import { runCli } from './program.ts'

const CHECK: ArchiveCheck = { account: 'main', files: 2, engine: { first: 1, last: 499 }, exchange: null, findings: [] }

const run = async (args: readonly string[], checks: readonly ArchiveCheck[] = [CHECK]) => {
  const { terminal, output } = aTerminal()
  const orders: ArchiveOrder[] = []
  const restored: string[] = []
  const parts = {
    ...engineParts(aLocalServer()),
    version: '0',
    terminal,
    start: async () => {},
    dataDir: () => '/data',
    audit: () => {
      throw new Error('not for these')
    },
    host: () => ({ call: async () => ({ ok: true, value: null }) as const }),
    archiveLog: async (flags, order) => {
      orders.push(order)
      return { account: flags.account ?? '', directory: `${order.to}/main`, files: 2, batches: 499 }
    },
    restoreArchive: async (flags, archive) => {
      restored.push(archive)
      return { account: flags.account ?? '', directory: `${archive}/main`, files: 2, batches: 499 }
    },
    checkArchive: async () => checks,
  } satisfies Partial<CliParts>
  const exitCode = await runCli(parts as CliParts, ['archive', ...args])
  return { exitCode, output, orders, restored }
}

describe('plimsoll archive', () => {
  it('archives batches older than 90 days, or than another age', async () => {
    const { exitCode, output, orders } = await run(['--to', '/archive', '--account', 'main', '--store-file', 'url'])
    expect(exitCode).toBe(0)
    expect(output.out).toMatch(/batches: 499, files: 2/)
    expect(orders).toEqual([{ to: '/archive', keepMs: 90 * 86_400_000 }])
    expect((await run(['--to', '/archive', '--keep-log', '12h'])).orders[0]?.keepMs).toBe(12 * 3_600_000)
    expect(await run(['--to', '/archive', '--keep-log', 'long'])).toMatchObject({ exitCode: 2, orders: [] })
  })

  it('restores an archive', async () => {
    const { exitCode, output, orders, restored } = await run(['--restore', '/archive', '--account', 'main'])
    expect([exitCode, orders, restored]).toEqual([0, [], ['/archive']])
    expect(output.out).toMatch(/Restored +batches: 499, files: 2/)
  })

  it('needs exactly one folder', async () => {
    expect(await run([])).toMatchObject({ exitCode: 2, orders: [], restored: [] })
    expect(await run(['--to', '/a', '--restore', '/a'])).toMatchObject({ exitCode: 2, orders: [], restored: [] })
    expect(await run(['--check', '/a', '--restore', '/a'])).toMatchObject({ exitCode: 2, orders: [], restored: [] })
  })

  it('fails when an archive has a fault', async () => {
    expect((await run(['--check', '/archive'])).output.out).toContain('batches 1 to 499')
    const { exitCode, output } = await run(['--check', '/archive'], [{ ...CHECK, findings: ['A file is missing.'] }])
    expect([exitCode, output.err]).toEqual([1, expect.stringContaining('A file is missing.')])
  })
})
