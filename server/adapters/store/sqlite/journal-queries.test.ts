import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { NOON_MS } from '../../../../test/support/market-samples.ts'
import { aTempDirectory } from '../../../../test/support/temp-directory.ts'
import type { Fact } from '../../../engine/model/facts.ts'
import { openEngineStore } from './store.ts'

const openStore = (directory = aTempDirectory()) => {
  const store = openEngineStore(directory)
  return { directory, store, append: (...facts: Fact[]) => store.journal.append({ facts, orders: [], positions: [] }) }
}

describe('the wallet corrections in a store', () => {
  it('are returned oldest first, also after a reopen', () => {
    const { directory, store, append } = openStore()
    expect(store.trading.findAdjustments()).toEqual([])
    append(
      { kind: 'walletAdjusted', difference: -5n * 10n ** 20n, atMs: NOON_MS },
      { kind: 'runEnded', runId: 'run_A', atMs: NOON_MS },
      { kind: 'walletAdjusted', difference: 7n, atMs: NOON_MS + 1 },
    )
    store.close()
    const again = openStore(directory)
    expect(again.store.trading.findAdjustments()).toEqual([
      { atMs: NOON_MS, difference: -5n * 10n ** 20n },
      { atMs: NOON_MS + 1, difference: 7n },
    ])
    again.store.close()
  })

  it('are found without reading the full journal', () => {
    const { directory, store } = openStore()
    store.close()
    const database = new DatabaseSync(join(directory, 'engine.sqlite'))
    const plan = database
      .prepare("EXPLAIN QUERY PLAN SELECT body FROM journal WHERE kind = 'walletAdjusted' ORDER BY seq LIMIT 10000")
      .all()
    expect(JSON.stringify(plan)).toContain('journal_adjustments')
    database.close()
  })
})
