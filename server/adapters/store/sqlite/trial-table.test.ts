import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { NOON_MS } from '../../../../test/support/market-samples.ts'
import { aLoss, anOutcome, aSignal } from '../../../../test/support/signal-samples.ts'
import { aTempDirectory } from '../../../../test/support/temp-directory.ts'
import { DAY_MS, HOUR_MS } from '../../../core/instant.ts'
import type { Signal } from '../../../domain/signal/signal.ts'
import type { Fact } from '../../../engine/model/facts.ts'
import { ENGINE_SCHEMA } from '../migrations/engine.ts'
import { openDatabase } from './database.ts'
import { openEngineStore } from './store.ts'

const DIGEST = 'd'.repeat(64)
const DAY = NOON_MS - 12 * HOUR_MS

const raised = (signal: Signal): Fact => ({ kind: 'signalRaised', signal, atMs: NOON_MS })
const resolved = (signal: Signal, outcome: ReturnType<typeof anOutcome> | ReturnType<typeof aLoss>): Fact => ({
  kind: 'signalResolved',
  signalId: signal.signalId,
  outcome,
  atMs: NOON_MS,
})

const openStore = (directory = aTempDirectory()) => {
  const store = openEngineStore(directory)
  return { directory, store, append: (...facts: Fact[]) => store.journal.append({ facts, orders: [], positions: [] }) }
}

describe('the registry of trials in a store', () => {
  it('sums the signal outcomes of each trial, day by day, and counts none twice', () => {
    const { store, append } = openStore()
    const [first, second, third, fourth] = [1, 2, 3, 4].map((number) => aSignal({ number }))
    const other = aSignal({ number: 5, interval: '5m' })
    if (!first || !second || !third || !fourth) throw new Error('four were made')
    append(...[first, second, third, fourth, other].map(raised))
    append(resolved(first, anOutcome({ netR: 1.5 })), resolved(second, anOutcome({ netR: -1 })))
    append(resolved(first, anOutcome({ netR: 9 })), resolved(third, aLoss()))
    append(
      resolved(fourth, anOutcome({ netR: 2, resolvedAtMs: DAY + DAY_MS })),
      resolved(other, anOutcome({ netR: 3 })),
    )
    const day = { strategyId: 'S01', definitionDigest: DIGEST, interval: '15m', dayMs: DAY }
    const days = [
      { ...day, outcomes: 2, netR: 0.5 },
      { ...day, dayMs: DAY + DAY_MS, outcomes: 1, netR: 2 },
      { ...day, interval: '5m', outcomes: 1, netR: 3 },
    ]
    expect(store.signals.findTrialDays(0)).toEqual(days)
    expect(store.signals.findTrialDays(DAY + 1)).toEqual([days[1]])
    expect(store.signals.countTrials()).toBe(2)
    store.close()
  })

  it('begins with existing outcomes', () => {
    const directory = aTempDirectory()
    openDatabase(join(directory, 'engine.sqlite'), ENGINE_SCHEMA.slice(0, 3)).close()
    const database = new DatabaseSync(join(directory, 'engine.sqlite'))
    const put = database.prepare(
      `INSERT INTO signals (signal_id, closed_ms, symbol, interval, strategy_id, confidence, resolved_ms, body, outcome)
       VALUES (?, 1, 'BTCUSDT', '1m', 'S01', 0.5, ?, ?, ?)`,
    )
    const body = JSON.stringify({ definitionDigest: DIGEST })
    put.run('sig_1', NOON_MS, body, JSON.stringify({ kind: 'RESOLVED', netR: 1.25 }))
    put.run('sig_2', NOON_MS + 5, body, JSON.stringify({ kind: 'RESOLVED', netR: -0.5 }))
    put.run('sig_3', NOON_MS, body, JSON.stringify({ kind: 'LOST', reason: 'DATA_GAP' }))
    put.run('sig_4', null, body, null)
    database.close()
    const { store } = openStore(directory)
    expect(store.signals.findTrialDays(0)).toEqual([
      { strategyId: 'S01', definitionDigest: DIGEST, interval: '1m', dayMs: DAY, outcomes: 2, netR: 0.75 },
    ])
    store.close()
  })
})
