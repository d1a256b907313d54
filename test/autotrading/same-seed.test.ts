import { describe, expect, it } from 'vitest'
import { simulateFacts } from './simulate-facts.ts'

describe('the same market', () => {
  it('produces the same facts, byte for byte, and different ones with a different seed', () => {
    const [once, again, other] = [simulateFacts(11), simulateFacts(11), simulateFacts(12, { hours: 1 })]
    expect(again.findIndex((fact, place) => fact !== once[place])).toBe(-1)
    expect(again).toHaveLength(once.length)
    for (const kind of ['signalRaised', 'signalResolved', 'entryConsidered', 'orderDecided', 'executed']) {
      expect(once.some((fact) => fact.startsWith(`{"kind":"${kind}"`))).toBe(true)
    }
    const decided = (facts: readonly string[]) => facts.filter((fact) => fact.startsWith('{"kind":"entryConsidered"'))
    expect(decided(other)).not.toEqual(decided(once))
  }, 120_000)
})
