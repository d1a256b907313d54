import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { INSTRUMENT_SPECS } from '../../server/adapters/exchanges/simulated/instrument-specs.ts'
import { openEngineStore } from '../../server/adapters/store/sqlite/store.ts'
import { writeExact } from '../../server/core/exact-json.ts'
import { DAY_MS, HOUR_MS } from '../../server/core/instant.ts'
import { WEEK_START_MS } from '../support/market-samples.ts'
import type { Strike } from './market-world.ts'
import { restart, runUntil } from './run-market.ts'
import { openTradedMarket } from './traded-market.ts'

interface Run {
  readonly putsOff?: boolean
  readonly hours?: number
  readonly strike?: Strike
}

/** Every fact of some hours of trading, as text. */
const simulateFacts = (seed: number, { putsOff, hours = 3, strike }: Run = {}): string[] => {
  const directory = mkdtempSync(join(tmpdir(), 'plimsoll-seed-'))
  const store = openEngineStore(directory)
  const specs = INSTRUMENT_SPECS.slice(1)
  const market = openTradedMarket({
    seed,
    startMs: WEEK_START_MS,
    store,
    specs,
    historyMs: 2 * DAY_MS,
    putsOff: putsOff ?? false,
    ...(strike && { strike }),
  })
  if (putsOff !== undefined && !strike) {
    runUntil(market, WEEK_START_MS + HOUR_MS)
    restart(market)
  }
  runUntil(market, WEEK_START_MS + hours * HOUR_MS)
  store.close()
  rmSync(directory, { recursive: true })
  return market.facts.map(writeExact)
}

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
  }, 60_000)

  it('has the same candles, signals and outcomes when a restart puts off the evaluation of its stored bars', () => {
    const [once, putOff] = [false, true].map((putsOff) => simulateFacts(11, { putsOff })) as [string[], string[]]
    for (const kind of ['candleClosed', 'contextObserved', 'signalRaised', 'signalResolved']) {
      const [expected, found] = [once, putOff].map((facts) =>
        facts.filter((fact) => fact.startsWith(`{"kind":"${kind}"`)),
      )
      expect(found?.findIndex((fact, place) => fact !== expected?.[place])).toBe(-1)
      expect(found).toHaveLength(expected?.length ?? 0)
    }
  }, 60_000)

  it('has the same candles, signals and outcomes when it crashes while the past is evaluated', () => {
    const strike = { kind: 'candleClosed', left: 40, written: false } as const
    const [once, cutShort] = [undefined, strike].map((struck) =>
      simulateFacts(11, { putsOff: true, hours: 1, ...(struck ? { strike: struck } : {}) }),
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
