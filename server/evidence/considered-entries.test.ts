import { expect, it } from 'vitest'
import { anId } from '../../test/support/book-samples.ts'
import { NOON_MS } from '../../test/support/market-samples.ts'
import { NO_SIGNALS } from '../../test/support/no-signals.ts'
import { anEntry, anOutcome, aSignal } from '../../test/support/signal-samples.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '../core/instant.ts'
import type { ConsideredEntry } from '../engine/model/facts.ts'
import type { StoredSignal } from '../engine/model/ports.ts'
import type { SignalStore } from '../views/ports.ts'
import { consideredEntries } from './considered-entries.ts'

const createStore = (entries: readonly ConsideredEntry[], signals: readonly StoredSignal[] = []) => {
  const newestFirst = entries.toReversed()
  let read = 0
  const store: SignalStore = {
    ...NO_SIGNALS,
    findEntries({ before, fromMs, toMs, limit }) {
      const first =
        before === null ? 0 : 1 + newestFirst.findIndex(({ candidate }) => candidate.candidateId === before.id)
      const matches = newestFirst
        .slice(first, first + limit + 1)
        .filter(({ candidate: { atMs } }) => atMs >= (fromMs ?? 0) && atMs < (toMs ?? 0))
        .slice(0, limit)
      read += matches.length
      return matches
    },
    findSignal: (id) => signals.find(({ signal }) => signal.signalId === id),
  }
  return { store, read: () => read }
}

it('reads only settled entries, and each once', async () => {
  const entries = [1, 2, 3].map((number) => anEntry({ number, atMs: NOON_MS + number * SECOND_MS, refusedBy: ['G29'] }))
  const { store, read } = createStore(entries)
  const first = await consideredEntries(store, NOON_MS + 7 * SECOND_MS)
  expect(first.entries.map(({ candidateId }) => candidateId)).toEqual([anId('cnd', 1)])
  expect(first.window).toEqual({ fromMs: NOON_MS + 2 * SECOND_MS - DAY_MS, toMs: NOON_MS + 2 * SECOND_MS })
  const all = await consideredEntries(store, NOON_MS + HOUR_MS)
  expect(all.entries.map(({ candidateId }) => candidateId)).toEqual([1, 2, 3].map((number) => anId('cnd', number)))
  expect(all.newest).toBe(entries[2])
  expect(read()).toBe(3)
})

it('returns the results of the entries it has read', async () => {
  const signal = aSignal()
  const entry = anEntry({ signals: [signal], refusedBy: ['G24', 'G29'], atMs: NOON_MS })
  const stored = { signal, outcome: null, candidateId: null, ordered: false, newest: true }
  const signals: StoredSignal[] = [stored]
  const { store, read } = createStore([entry], signals)
  const before = await consideredEntries(store, NOON_MS + HOUR_MS)
  expect(before.entries).toMatchObject([{ refusedBy: ['G24', 'G29'], signals: 'VERIFIED', outcome: null }])
  signals[0] = { ...stored, outcome: anOutcome({ netR: -1.5, uniqueness: 0.5 }) }
  const after = await consideredEntries(store, NOON_MS + HOUR_MS + 1)
  expect(after.entries).toMatchObject([{ outcome: { netR: -1.5, uniqueness: 0.5 } }])
  expect(read()).toBe(1)
})

it('reports from when on it is complete when there are more entries than it reads', async () => {
  const entry = anEntry({ refusedBy: ['G29'], number: 1 })
  const many = Array.from({ length: 205 }, (_, index) => ({
    ...entry,
    candidate: { ...entry.candidate, candidateId: anId('cnd', index), atMs: NOON_MS + index },
  }))
  const { store } = createStore(many)
  const nowMs = NOON_MS + HOUR_MS
  const { entries, whole, window } = await consideredEntries(store, nowMs, 200)
  expect([entries.length, whole, window.fromMs]).toEqual([200, false, NOON_MS + 5])
  expect((await consideredEntries(store, NOON_MS + DAY_MS + 5_205, 200)).whole).toBe(true)
})
