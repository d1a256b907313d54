import { expect, it } from 'vitest'
import { aTempDirectory } from '../../../test/support/temp-directory.ts'
import { openEngineStore } from '../../adapters/store/sqlite/store.ts'
import type { PastRun } from '../../domain/control/continuity.ts'
import type { Fact, LedgerFact } from '../model/facts.ts'
import { notingRuns } from './control-state.ts'

const hashes = { build: 'b', constitution: 'c', config: 'f' }
const begun = (epoch: number, atMs: number): LedgerFact => ({
  kind: 'runStarted',
  runId: `run_${epoch}`,
  market: 'test',
  mode: 'PAPER',
  epoch,
  ...(epoch > 1 && { hashes }),
  atMs,
})
const entered = (state: 'RECONCILING' | 'RUNNING' | 'PAUSED' | 'STOPPING' | 'STOPPED', atMs: number): LedgerFact => ({
  kind: 'controlChanged',
  state,
  desired: 'RUNNING',
  reason: { code: 'TEST', message: 'It is a test.' },
  by: { type: 'ENGINE', sub: null, sid: null, ip: null },
  atMs,
})

/** Returns the runs as a store reports them after it was written and reopened. */
const runsIn = (facts: readonly Fact[]): PastRun[] => {
  const directory = aTempDirectory()
  const store = openEngineStore(directory)
  store.journal.append({ facts, orders: [], positions: [] })
  store.close()
  const again = openEngineStore(directory)
  const runs: PastRun[] = []
  const read = [...notingRuns(again.journal.read(), runs)]
  again.close()
  expect(read).toEqual(facts)
  return runs
}

it('records every run, how and when it ended, and its state before', () => {
  const facts = [
    begun(1, 10),
    entered('RECONCILING', 10),
    entered('RUNNING', 20),
    entered('STOPPING', 30),
    entered('STOPPED', 31),
    { kind: 'runEnded', runId: 'run_1', atMs: 32 },
    begun(2, 100),
    entered('RECONCILING', 100),
    entered('PAUSED', 120),
    begun(3, 200),
    entered('RECONCILING', 201),
  ] as const
  expect(runsIn(facts)).toEqual([
    { runId: 'run_1', epoch: 1, startedAtMs: 10, hashes: null, endedCleanly: true, lastAtMs: 32, state: 'RUNNING' },
    { runId: 'run_2', epoch: 2, startedAtMs: 100, hashes, endedCleanly: false, lastAtMs: 120, state: 'PAUSED' },
    { runId: 'run_3', epoch: 3, startedAtMs: 200, hashes, endedCleanly: false, lastAtMs: 201, state: null },
  ])
})

it('has none before the first', () => {
  expect(runsIn([])).toEqual([])
})

it('retains the newest of many', () => {
  const runs = runsIn(Array.from({ length: 70 }, (_, index) => begun(index + 1, index)))
  expect([runs.length, runs[0]?.epoch, runs.at(-1)?.epoch]).toEqual([64, 7, 70])
})
