import { describe, expect, it } from 'vitest'
import { simulateFacts } from './simulate-facts.ts'

describe('the same market', () => {
  it('has the same candles, signals and outcomes when a restart delays the evaluation of its stored bars', () => {
    const [once, deferred] = [false, true].map((defersPast) => simulateFacts(11, { defersPast })) as [
      string[],
      string[],
    ]
    for (const kind of ['candleClosed', 'contextObserved', 'signalRaised', 'signalResolved']) {
      const [expected, found] = [once, deferred].map((facts) =>
        facts.filter((fact) => fact.startsWith(`{"kind":"${kind}"`)),
      )
      expect(found?.findIndex((fact, place) => fact !== expected?.[place])).toBe(-1)
      expect(found).toHaveLength(expected?.length ?? 0)
    }
  }, 60_000)

  it('has the same candles, signals and outcomes when the engine crashes during the evaluation of past bars', () => {
    const strike = { kind: 'candleClosed', left: 40, written: false } as const
    const [once, cutShort] = [undefined, strike].map((struck) =>
      simulateFacts(11, { defersPast: true, hours: 1, ...(struck ? { strike: struck } : {}) }),
    ) as [string[], string[]]
    const runs = (facts: readonly string[]) => facts.filter((fact) => fact.startsWith('{"kind":"runStarted"')).length
    expect([runs(once), runs(cutShort)]).toEqual([2, 2])
    for (const kind of ['candleClosed', 'signalRaised', 'signalResolved']) {
      const [expected, found] = [once, cutShort].map((facts) =>
        facts.filter((fact) => fact.startsWith(`{"kind":"${kind}"`)),
      )
      expect(found?.toSorted()).toEqual(expected?.toSorted())
    }
  }, 60_000)
})
