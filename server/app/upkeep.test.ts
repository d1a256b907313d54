import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { openControlHarness } from '../../test/support/control-floor.ts'
import { aTempDirectory } from '../../test/support/temp-directory.ts'
import { engineStorePath, openEngineStore } from '../adapters/store/sqlite/store.ts'
import type { PastRun } from '../domain/control/continuity.ts'
import type { Fact } from '../engine/model/facts.ts'
import { keepStore } from './upkeep.ts'

const aRun: PastRun = {
  runId: 'run_0',
  epoch: 0,
  startedAtMs: 0,
  hashes: null,
  endedCleanly: true,
  lastAtMs: 1,
  state: 'RUNNING',
}
const ended: Fact = { kind: 'runEnded', runId: 'run_0', atMs: 1 }

/** Starts an engine on a store and checks it; resolves when the engine knows the result. */
const checkWhileRunning = async (spoil: (path: string) => void, past: readonly PastRun[] = [aRun]) => {
  const directory = aTempDirectory()
  const store = openEngineStore(directory)
  store.journal.append({ facts: Array.from({ length: 2_000 }, () => ended), orders: [], positions: [] })
  store.checkpoint()
  spoil(engineStorePath(directory))
  const harness = openControlHarness()
  const previousRuns = { past: [], damage: undefined }
  harness.command({ kind: 'startRun', runId: 'run_B', market: 'test', mode: 'PAPER', previousRuns })
  harness.run(1_000)
  const before = harness.state.ledger.control.state
  await using resources = new AsyncDisposableStack()
  const failures: Error[] = []
  keepStore(
    { directory, past, fold: 'b', store },
    {
      engine: { submit: async (command) => harness.command(command) },
      ready: Promise.resolve(),
      logger: pino({ level: 'silent' }),
      resources,
      fail: (error) => failures.push(error),
    },
  )
  await expect.poll(() => harness.state.session.start?.previousRuns?.damage).toBeDefined()
  await resources.disposeAsync()
  store.close()
  expect(failures).toEqual([])
  return { before, harness }
}

const damageAPage = (path: string): void => {
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(4_096, 7), 0, 4_096, statSync(path).size - 3 * 4_096)
  closeSync(file)
}

describe('the check of the store beside a running engine', () => {
  it('halts it until cleared when the store is damaged', async () => {
    const { before, harness } = await checkWhileRunning(damageAPage)
    expect(before).toBe('RUNNING')
    expect(harness.state.ledger).toMatchObject({
      control: { state: 'HALTED', desired: 'PAUSED' },
      latch: {
        code: 'STORE_FAILED',
        reason: expect.stringMatching(/^The store is damaged: .*Restore/),
        by: { type: 'ENGINE' },
      },
    })
    harness.place({})
    expect(harness.state.ledger.orders.size).toBe(0)
  })

  it('lets it run when the store is intact', async () => {
    const { harness } = await checkWhileRunning(() => {})
    expect(harness.state.ledger.control.state).toBe('RUNNING')
    expect(harness.state.session.start?.previousRuns?.damage).toBeNull()
  })

  it('does not read a store without an earlier run', async () => {
    const { harness } = await checkWhileRunning(damageAPage, [])
    expect(harness.state.session.start?.previousRuns?.damage).toBeNull()
  })
})
