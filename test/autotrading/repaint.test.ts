import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EngineStore, openEngineStore } from '../../server/adapters/store/sqlite/store.ts'
import { HOUR_MS, type Instant, MINUTE_MS } from '../../server/core/instant.ts'
import { WEEK_START_MS } from '../support/market-samples.ts'
import { runs } from '../support/runs.ts'
import { describeSignal, recompute } from './recompute.ts'
import { loseMarket, restart, runUntil } from './run-market.ts'
import { openTradedMarket, type TradedMarket } from './traded-market.ts'

const START_MS = WEEK_START_MS + 7 * MINUTE_MS
const END_MS = START_MS + 14 * HOUR_MS
let directory: string
let store: EngineStore
let market: TradedMarket

const raisedAfter = (afterMs: Instant): string[] =>
  market.facts
    .flatMap((fact) => (fact.kind === 'signalRaised' ? [fact.signal] : []))
    .filter(({ barClosedAtMs }) => barClosedAtMs > afterMs)
    .map(describeSignal)
    .toSorted()

const recomputedAfter = (afterMs: Instant): string[] => {
  const instruments = market.instruments.map(({ spec }) => spec.instrument)
  const { rules } = market
  return recompute({ candles: store.candles, past: store.signals, instruments, rules, afterMs, toMs: END_MS })
}

/** Runs the market with two crashes of the engine, one of them long, and a period without market data. */
const liveThroughIt = (): void => {
  runUntil(market, START_MS + 5 * HOUR_MS)
  restart(market)
  runUntil(market, START_MS + 8 * HOUR_MS)
  restart(market, 83 * MINUTE_MS)
  runUntil(market, START_MS + 11 * HOUR_MS)
  loseMarket(market, 4 * MINUTE_MS)
  runUntil(market, END_MS)
}

describe('signals recomputed from stored data', () => {
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'plimsoll-repaint-'))
    store = openEngineStore(directory)
    market = openTradedMarket({ seed: 3, startMs: START_MS, store })
    liveThroughIt()
  }, 120_000)
  afterAll(() => {
    store.close()
    rmSync(directory, { recursive: true, force: true })
  })

  it('equal the original ones across restarts, downtime and a gap', () => {
    const raised = raisedAfter(START_MS)
    expect(raised.length).toBeGreaterThan(200)
    expect(recomputedAfter(START_MS)).toEqual(raised)
  })

  it('are the same from every starting point', () => {
    const anInstant = fc.integer({ min: START_MS, max: END_MS - HOUR_MS })
    fc.assert(
      fc.property(anInstant, (afterMs) => {
        expect(recomputedAfter(afterMs)).toEqual(raisedAfter(afterMs))
      }),
      { numRuns: runs(3), seed: 1 },
    )
  }, 120_000)

  it('include those of a strategy that needs more than candles', () => {
    expect(recomputedAfter(START_MS).filter((text) => text.startsWith('S12'))).not.toEqual([])
  })
})
