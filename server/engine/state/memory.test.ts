import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anId, anOrder } from '../../../test/support/book-samples.ts'
import { createRecordingAudit } from '../../../test/support/recording-audit.ts'
import { anAuditEntry } from '../../../test/support/trading-facts.ts'
import { StoreFailure } from '../../core/errors.ts'
import type { Fact } from '../model/facts.ts'
import type { Batch, Journal } from '../model/ports.ts'
import { createMemory, keep } from './memory.ts'

const ended = (runId: string): Fact => ({ kind: 'runEnded', runId, atMs: 0 })
const auditedFact = (number: number): Fact => ({
  kind: 'audited',
  entry: anAuditEntry({ auditId: anId('aud', number) }),
})

const aBatch = (facts: readonly Fact[], batch: Partial<Batch> = {}): Batch => ({
  facts,
  orders: [],
  positions: [],
  ...batch,
})

/** Everything in the order in which it was made durable. */
const aStore = () => {
  const written: string[] = []
  const batches: Batch[] = []
  const health = { journal: true, audit: 'RECORDED' as 'RECORDED' | 'SPOOLED' | 'LOST' }
  const audit = createRecordingAudit(() => health.audit)
  const journal: Journal = {
    read: () => [],
    append(batch) {
      if (!health.journal) throw new StoreFailure('the disk is full')
      batches.push(batch)
      for (const fact of batch.facts) {
        if (fact.kind === 'runEnded') written.push(fact.runId)
        if (fact.kind === 'audited') written.push(fact.entry.auditId.slice(-1))
      }
    },
  }
  const watched = {
    ...audit,
    append(entries: Parameters<typeof audit.append>[0]) {
      const status = audit.append(entries)
      written.push(...entries.map(({ auditId }) => auditId.slice(-1)))
      return status
    },
  }
  return { written, batches, health, memory: createMemory(journal, watched) }
}

describe('a decision', () => {
  it('is written with its first actor', () => {
    const { memory, written } = aStore()
    void keep(memory, aBatch([ended('A'), auditedFact(1), ended('B')]), 0)
    expect([written, memory.failure]).toEqual([['1', 'A', 'B'], null])
  })

  it('is held in order while it cannot be written, retried after a second, and written immediately then', () => {
    const { memory, written, batches, health } = aStore()
    health.journal = false
    void keep(memory, aBatch([auditedFact(1), ended('A')]), 0)
    expect([memory.failure, written]).toEqual(['the disk is full', ['1']])
    health.journal = true
    void keep(memory, aBatch([auditedFact(2), ended('B')]), 999)
    expect([memory.failure, written]).toEqual(['the disk is full', ['1']])
    void keep(memory, aBatch([ended('C')]), 1_000)
    expect([memory.failure, written, batches]).toMatchObject([null, ['1', '2', 'A', 'B', 'C'], [{}]])
    expect(memory.heldBatch).toBeNull()
  })

  it('is held entirely while neither journal nor audit log can be written', () => {
    const { memory, written, health } = aStore()
    Object.assign(health, { journal: false, audit: 'LOST' })
    void keep(memory, aBatch([ended('A'), auditedFact(1)]), 0)
    void keep(memory, aBatch([auditedFact(2), ended('B')]), 5_000)
    expect([memory.failure, written, memory.heldAudit.length]).toEqual(['the disk is full', [], 2])
    Object.assign(health, { journal: true, audit: 'RECORDED' })
    void keep(memory, aBatch([]), 6_000)
    expect([memory.failure, written]).toEqual([null, ['1', '2', 'A', 'B']])
  })

  it('is written while the audit log cannot be, and that is reported as a failure', () => {
    const { memory, written, health } = aStore()
    health.audit = 'SPOOLED'
    void keep(memory, aBatch([auditedFact(1), ended('A')]), 0)
    expect(written).toEqual(['1', 'A'])
    expect(memory.failure).toContain('spool')
    health.audit = 'RECORDED'
    void keep(memory, aBatch([]), 1_000)
    expect(memory.failure).toBeNull()
  })

  it('retains the last state of each order', () => {
    const { memory, batches, health } = aStore()
    health.journal = false
    const [first, other] = [anOrder({ version: 1 }), anOrder({ orderId: anId('ord', 2) })]
    void keep(memory, aBatch([ended('A')], { orders: [first, other] }), 0)
    health.journal = true
    void keep(memory, aBatch([ended('B')], { orders: [{ ...first, version: 2 }] }), 1_000)
    expect(batches[0]?.orders).toEqual([{ ...first, version: 2 }, other])
  })

  it('does not grow without bound', () => {
    const { memory, health } = aStore()
    health.journal = false
    const facts = Array.from({ length: 50_000 }, () => ended('A'))
    void keep(memory, aBatch(facts), 0)
    void keep(memory, aBatch(facts), 1)
    expect(() => keep(memory, aBatch([ended('B')]), 2)).toThrow(
      'Too many entries could not be written: the disk is full',
    )
  })

  it('ends with an error that is no store failure', () => {
    const memory = createMemory(
      {
        read: () => [],
        append() {
          throw new TypeError('a bug')
        },
      },
      createRecordingAudit(),
    )
    expect(() => keep(memory, aBatch([ended('A')]), 0)).toThrow('a bug')
  })

  it('is never lost, never duplicated and never out of order, however the disk fails', () => {
    const moment = fc.record({
      journal: fc.boolean(),
      audit: fc.constantFrom('RECORDED' as const, 'SPOOLED' as const, 'LOST' as const),
      afterMs: fc.integer({ min: 0, max: 1_500 }),
    })
    fc.assert(
      fc.property(fc.array(moment, { maxLength: 30 }), (moments) => {
        const { memory, written, health } = aStore()
        let atMs = 0
        for (const [index, { afterMs, ...fate }] of moments.entries()) {
          Object.assign(health, fate)
          atMs += afterMs
          void keep(memory, aBatch([ended(`run ${index}`)]), atMs)
        }
        Object.assign(health, { journal: true, audit: 'RECORDED' })
        void keep(memory, aBatch([]), atMs + 1_000)
        expect(written).toEqual(moments.map((_, index) => `run ${index}`))
      }),
    )
  })
})
