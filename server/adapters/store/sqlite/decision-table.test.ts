import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anId, anOrder } from '../../../../test/support/book-samples.ts'
import { NOON_MS } from '../../../../test/support/market-samples.ts'
import { aTempDirectory } from '../../../../test/support/temp-directory.ts'
import type { GateReading } from '../../../domain/risk/gate.ts'
import type { Decision, LedgerFact } from '../../../engine/model/facts.ts'
import { createBatchRows } from './batch-rows.ts'
import { createDecisionRows } from './decision-table.ts'
import { openEngineStore } from './store.ts'

const READING: GateReading = {
  gateId: 'G01',
  code: 'LATCH',
  kind: 'S',
  enforced: true,
  pass: true,
  observed: 1,
  limit: 2,
  unit: 'count',
  detail: 'the count is 1; it must be at most 2',
}

const GATES = ['G01', 'G02', 'G03', 'G04', 'G05', 'G06', 'G07', 'G08']

const aDecision = (number: number, change: (gateId: string) => Partial<GateReading> = () => ({})): Decision => ({
  decisionId: anId('dec', number),
  verdict: 'APPROVED',
  readings: GATES.map((gateId) => ({ ...READING, gateId, ...change(gateId) })),
})

const decided = (decision: Decision, number: number, symbol = 'BTCUSDT'): LedgerFact => {
  const order = anOrder({ orderId: anId('ord', number), decisionId: decision.decisionId, terms: { symbol } })
  return { kind: 'orderDecided', order, decision, idempotency: null, atMs: NOON_MS }
}

const figure = fc.oneof(
  fc.constantFrom(1, 2, null, 'a "quoted" state', 'müde'),
  fc.double({ noNaN: true, noDefaultInfinity: true, noInteger: true }),
)

const aChange: fc.Arbitrary<Partial<GateReading>> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  fc.record(
    { observed: figure, limit: figure, pass: fc.boolean(), enforced: fc.boolean(), detail: fc.string() },
    { requiredKeys: [] },
  ),
)

const aRun = fc.array(
  fc.record({
    symbol: fc.constantFrom('BTCUSDT', 'ETHUSDT'),
    changes: fc.tuple(...GATES.map(() => aChange)),
    gates: fc.integer({ min: 6, max: GATES.length }),
  }),
  { minLength: 1, maxLength: 8 },
)

describe('the decisions of a store', () => {
  it('are read as they were made, however much they differ from earlier ones', () => {
    fc.assert(
      fc.property(aRun, fc.boolean(), (run, opensAgain) => {
        const directory = aTempDirectory()
        let store = openEngineStore(directory)
        const decisions = run.map(({ changes, gates }, index) => {
          const decision = aDecision(index + 1, (gateId) => changes[GATES.indexOf(gateId)] ?? {})
          return { ...decision, readings: decision.readings.slice(0, gates) }
        })
        for (const [index, decision] of decisions.entries()) {
          const fact = decided(decision, index + 1, run[index]?.symbol)
          store.journal.append({ facts: [fact], orders: [], positions: [] })
          if (opensAgain) {
            store.close()
            store = openEngineStore(directory)
          }
        }
        expect(decisions.map(({ decisionId }) => store.trading.findDecision(decisionId))).toEqual(decisions)
        store.close()
      }),
      { numRuns: 25 },
    )
  })

  it('are small when most readings equal those of the previous order', () => {
    const row = createDecisionRows()
    const [, , , first] = row(aDecision(1), anOrder())
    const [, , , second] = row(
      aDecision(2, (gateId) => (gateId === 'G03' ? { observed: 0 } : {})),
      anOrder(),
    )
    expect(String(second).length).toBeLessThan(String(first).length / 4)
    expect(String(second)).toContain('[[2,{"observed":0}]]')
  })

  it('of one symbol do not refer to those of another', () => {
    const row = createDecisionRows()
    row(aDecision(1), anOrder({ terms: { symbol: 'BTCUSDT' } }))
    const [, , , body] = row(aDecision(2), anOrder({ terms: { symbol: 'ETHUSDT' } }))
    expect(JSON.parse(String(body))).toEqual(aDecision(2))
  })

  it('have the same rows when their batch is written a second time', () => {
    const rows = createBatchRows('test')
    const batch = { facts: [decided(aDecision(1), 1), decided(aDecision(2), 2)], orders: [], positions: [] }
    const first = rows.of(batch)
    expect(rows.of({ ...batch, facts: [...batch.facts, decided(aDecision(3), 3)] }).slice(0, first.length)).toEqual(
      first,
    )
  })
})
