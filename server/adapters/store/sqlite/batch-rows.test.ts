import { describe, expect, it } from 'vitest'
import { batchAt } from '../../../../test/support/journal-batch.ts'
import { openHarness } from '../../../../test/support/trading-floor.ts'
import { createBatch } from '../../../engine/state/batch.ts'
import { createBatchRows } from './batch-rows.ts'

describe('the rows of a batch', () => {
  it('are the same whether some or none of its facts were prepared', () => {
    const harness = openHarness()
    harness.place()
    const batch = createBatch(harness.facts, harness.state.ledger)
    const all = createBatchRows('test')
    all.prepare(batch.facts)
    const some = createBatchRows('test')
    some.prepare(batch.facts.slice(0, 2))
    const expected = createBatchRows('test').of(batch)
    expect(expected.map(([statement]) => statement)).toContain('decisions')
    expect([all.of(batch), some.of(batch)]).toEqual([expected, expected])
  })

  it('exist as often as their fact', () => {
    const { facts } = batchAt(1, 2)
    const rows = createBatchRows('test')
    const once = rows.of({ facts, orders: [], positions: [] })
    expect(rows.of({ facts: [...facts, ...facts], orders: [], positions: [] })).toEqual([...once, ...once])
  })

  it('of prepared facts are returned again when a batch is written a second time', () => {
    const batch = batchAt(1, 3)
    const rows = createBatchRows('test')
    rows.prepare(batch.facts)
    expect(rows.of(batch)).toEqual(rows.of(batch))
  })
})
