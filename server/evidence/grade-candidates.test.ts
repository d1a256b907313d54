import { describe, expect, it } from 'vitest'
import { anId, aPosition } from '../../test/support/book-samples.ts'
import { NOON_MS } from '../../test/support/market-samples.ts'
import { aTrade, usdt } from '../../test/support/performance-samples.ts'
import { computeR } from '../domain/performance/closed-trade.ts'
import type { GradedEntry } from '../views/ports.ts'
import { type Ended, gradeRecords, toEnded } from './grade-candidates.ts'

const anEntry = (entry: Partial<GradedEntry> = {}): GradedEntry => ({
  candidateId: anId('cnd'),
  atMs: NOON_MS,
  grade: 'B',
  orderId: anId('ord'),
  netR: -1.1,
  ...entry,
})

/** A trade that risked 20 USDT, entry and exit fees included, and made 10. */
const TRADE = aTrade(1, 1, { risk: usdt(20) })

describe('candidate results', () => {
  it.each([
    ['the R of its trade', anEntry(), [aPosition(), TRADE], { netR: computeR(TRADE), traded: true }],
    [
      'the R of its trade, labelled where it had no edge',
      anEntry(),
      [aPosition({ exploratory: true }), TRADE],
      { netR: computeR(TRADE), traded: true, exploratory: true },
    ],
    ['nothing while its position is open', anEntry(), [aPosition()], null],
    ['nothing where it is not kept what was at risk', anEntry(), [aPosition(), aTrade(1, 1, { risk: null })], null],
    [
      'its signal when a user took over the position',
      anEntry(),
      [aPosition({ takenOver: true }), TRADE],
      { netR: -1.1, traded: false },
    ],
    ['its signal where it was not traded', anEntry({ orderId: null }), [], { netR: -1.1, traded: false }],
    ['nothing while its signal is open', anEntry({ netR: null }), [], null],
  ] as const)('is %s', (_what, entry, [position, trade], end) => {
    expect(toEnded(entry, position, trade)).toEqual(end && { candidateId: anId('cnd'), grade: 'B', ...end })
  })
})

const ended = (grade: Ended['grade'], netR: number, traded = false): Ended => ({
  candidateId: anId('cnd'),
  grade,
  netR,
  traded,
})

const computeRecords = (all: readonly Ended[]) => {
  const steps = gradeRecords(all)
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

describe('grade results', () => {
  it('are sorted from the best grade to the worst, with an interval from two outcomes on', () => {
    const records = computeRecords([ended('C', 1, true), ended('REJECT', -1), ended('C', -0.5), ended('C', 0.25)])
    expect(records).toEqual([
      { grade: 'A', n: 0, traded: 0, exploratory: 0, meanNetR: null, ciR: null },
      { grade: 'B', n: 0, traded: 0, exploratory: 0, meanNetR: null, ciR: null },
      { grade: 'C', n: 3, traded: 1, exploratory: 0, meanNetR: 0.25, ciR: [expect.any(Number), expect.any(Number)] },
      { grade: 'REJECT', n: 1, traded: 0, exploratory: 0, meanNetR: -1, ciR: null },
    ])
    const [low, high] = records[2]?.ciR ?? []
    expect([low, high].every((bound) => bound !== undefined && bound >= -0.5 && bound <= 1)).toBe(true)
  })

  it('are the same for the same outcomes', () => {
    const all = Array.from({ length: 40 }, (_, index) => ended('A', Math.sin(index)))
    expect(computeRecords(all)).toEqual(computeRecords(all))
  })
})
