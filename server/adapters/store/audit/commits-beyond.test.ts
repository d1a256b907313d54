import { join } from 'node:path'
import { expect, it } from 'vitest'
import { aTempDirectory } from '../../../../test/support/temp-directory.ts'
import type { AuditEntry } from '../../../engine/model/facts.ts'
import { openAuditLog } from './audit-log.ts'
import { anEntry } from './audit-samples.ts'

const committed = (number: number, commit: string, changes: Partial<AuditEntry> = {}): AuditEntry => ({
  ...anEntry(number),
  commit,
  ...changes,
})

const findBeyond = async (entries: readonly AuditEntry[], name: string, count: number) => {
  const log = openAuditLog({ directory: join(aTempDirectory(), 'audit'), clock: () => 0 })
  log.append(entries)
  const { entries: beyond, newest } = await log.commitsBeyond({ name, count })
  log.close()
  return { commits: beyond.map(({ commit }) => commit), newest }
}

/** Entries of another store, and one whose content names a commit of this one. */
const between = (from: number): AuditEntry[] => [
  ...Array.from({ length: 2_000 }, (_, index) => committed(from + index, `simulated-paper/${from + index}`)),
  { ...anEntry(from + 2_000), reason: 'like "commit":"identity/99"' },
]

it('finds the entries of commits that a store lacks among many of another store', async () => {
  const entries = [committed(1, 'identity/1'), ...between(2), committed(3_000, 'identity/2'), ...between(3_001)]
  expect(await findBeyond(entries, 'identity', 2)).toEqual({ commits: [], newest: 2 })
  expect(await findBeyond(entries, 'identity', 1)).toEqual({ commits: ['identity/2'], newest: 2 })
  expect(await findBeyond(entries, 'identity', 0)).toEqual({ commits: ['identity/2', 'identity/1'], newest: 2 })
  expect(await findBeyond(entries, 'identit', 0)).toEqual({ commits: [], newest: 0 })
})

it('does not search beyond a reset of the data', async () => {
  const reset = { action: 'PAPER_RESET', outcome: 'DONE', target: 'simulated' }
  const entries = [
    committed(1, 'simulated-paper/7'),
    { ...anEntry(2), ...reset },
    ...between(3).map((entry) => ({ ...entry, commit: undefined })),
    committed(5_000, 'simulated-paper/1'),
  ] as AuditEntry[]
  expect(await findBeyond(entries, 'simulated-paper', 0)).toEqual({ commits: ['simulated-paper/1'], newest: 1 })
})
