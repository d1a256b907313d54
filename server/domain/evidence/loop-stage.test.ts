import { describe, expect, it } from 'vitest'
import { closureRate, countStage, type LoopItem } from './loop-stage.ts'

const anItem = (id: string, item: Partial<LoopItem> = {}): LoopItem => ({
  id,
  due: true,
  forward: 'CLOSED',
  back: 'LINKED',
  lagMs: null,
  ...item,
})

describe('countStage', () => {
  it('counts items that continued, ended, did neither, and are too recent to judge', () => {
    const counted = countStage(
      'ORDER',
      [
        anItem('a', { lagMs: 30 }),
        anItem('b', { lagMs: 10 }),
        anItem('c', { forward: 'TERMINAL' }),
        anItem('d', { forward: null }),
        anItem('e', { forward: null, due: false }),
        anItem('f', { due: false, lagMs: 20, back: 'BEGINS' }),
        anItem('g', { back: 'ORPHAN' }),
        anItem('h', { back: 'EXTERNAL' }),
      ],
      10_000,
    )
    expect(counted).toEqual({
      stage: 'ORDER',
      total: 8,
      pending: 2,
      eligible: 6,
      closedForward: 4,
      terminalWithReason: 1,
      linkedBack: 6,
      orphansForward: 1,
      orphansBackward: 1,
      maxLagMs: 10_000,
      p50LagMs: 20,
      p99LagMs: 30,
      sampleOrphanIds: ['g', 'd'],
    })
    expect(closureRate(counted)).toBeCloseTo(5 / 6, 12)
  })

  it('names ten orphans at most, each once', () => {
    const orphans = Array.from({ length: 30 }, (_, index) => anItem(`${index}`, { forward: null, back: 'ORPHAN' }))
    const { sampleOrphanIds } = countStage('FILL', orphans, null)
    expect(sampleOrphanIds).toEqual(Array.from({ length: 10 }, (_, index) => `${index}`))
  })

  it('has no rate when no item was old enough', () => {
    expect(closureRate(countStage('FILL', [anItem('a', { due: false, forward: null })], null))).toBeNull()
  })
})
