import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { setPostgres } from '../../server/adapters/store/postgres/postgres-fixture.ts'
import { postgresMissing } from '../support/postgres.ts'
import { kill, type Run, run } from '../support/process.ts'
import { aTempDirectory } from '../support/temp-directory.ts'

const RANGE = ['--from', '2025-02-01', '--to', '2025-02-03']
const SEARCH = ['optimise', 'S01', '--space', 'stopAtr=1..3/0.5', '--sampler', 'grid', '--objective', 'net', '--json']
const WHERE = ['--exchange', 'simulated', '--symbols', 'BTCUSDT', ...RANGE]

const succeed = async (program: Run): Promise<string> => {
  expect([await program.ended, program.err()]).toEqual([0, expect.any(String)])
  return program.out()
}

describe.skipIf(postgresMissing)('killed workers', { timeout: 240_000 }, () => {
  const postgres = setPostgres()

  it.each([
    ['candles', []],
    ['trades', ['--resolve', 'trades']],
  ])('lose no trial: the search by %s has the same trials as on one machine', async (_, resolve) => {
    const dataDir = aTempDirectory()
    const store = ['--store', postgres.server.url]
    const download = ['data', 'download', ...WHERE, '--data-dir', dataDir]
    await succeed(run([...download, '--from', '2025-01-20']))
    if (resolve.length > 0) await succeed(run([...download, '--kinds', 'trades']))
    const alone = join(aTempDirectory(), 'data')
    cpSync(dataDir, alone, { recursive: true })
    const startWorker = () => run(['worker', ...store, '--data-dir', aTempDirectory()])
    const killed = startWorker()
    const search = run([...SEARCH, ...WHERE, ...resolve, ...store, '--data-dir', dataDir])
    // It has ended its first trial and has begun the next.
    await vi.waitFor(() => expect(killed.out()).toContain('done'), { timeout: 120_000, interval: 20 })
    await kill(killed)
    const other = startWorker()
    const shared = JSON.parse(await succeed(search))
    const own = JSON.parse(await succeed(run([...SEARCH, ...WHERE, ...resolve, '--data-dir', alone])))
    expect(shared.trials).toEqual(own.trials)
    expect(shared.trials).toHaveLength(5)
    await kill(other)
  })
})
