import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { INSTRUMENT_SPECS } from '../../server/adapters/exchanges/simulated/instrument-specs.ts'
import { openEngineStore } from '../../server/adapters/store/sqlite/store.ts'
import { DAY_MS, HOUR_MS } from '../../server/core/instant.ts'
import type { Fact } from '../../server/engine/model/facts.ts'
import { WEEK_START_MS } from '../support/market-samples.ts'
import { everyNth } from '../support/runs.ts'
import { PowerLoss } from './engine-life.ts'
import type { Strike } from './market-world.ts'
import { restart, runUntil } from './run-market.ts'
import { unconsideredOrders, unfoundedEntries, unresolvedSignals } from './signal-promises.ts'
import { equityOff, heldTooLong, stoplessEntries, unprotectedTooLong } from './trade-promises.ts'
import { openTradedMarket, type TradedMarket } from './traded-market.ts'
import { nothingYet, readFacts } from './what-became.ts'

const END_MS = WEEK_START_MS + 3 * HOUR_MS

/** Some hours of trading; the process ends at each strike, and another one goes on. */
const lived = (strikes: readonly Strike[]): { readonly market: TradedMarket; readonly deaths: number } => {
  const directory = mkdtempSync(join(tmpdir(), 'plimsoll-crash-'))
  const store = openEngineStore(directory)
  const specs = INSTRUMENT_SPECS.slice(1)
  const market = openTradedMarket({ seed: 4, startMs: WEEK_START_MS, store, specs, historyMs: DAY_MS })
  let deaths = 0
  for (const strike of strikes) {
    market.strike = { ...strike }
    try {
      runUntil(market, END_MS)
    } catch (error) {
      if (!(error instanceof PowerLoss)) throw error
      deaths++
      restart(market)
    }
  }
  market.strike = undefined
  runUntil(market, END_MS)
  store.close()
  rmSync(directory, { recursive: true })
  return { market, deaths }
}

/** Every signal with how it ended. */
const signalEndings = ({ facts }: TradedMarket): Map<string, string> => {
  const { signals, outcomes } = readFacts(nothingYet(), facts)
  return new Map(
    [...signals].toSorted().map(([id, { strategyId, interval, symbol }]) => {
      const outcome = outcomes.get(id)
      return [
        `${strategyId} ${symbol} ${interval} ${id}`,
        outcome ? (outcome.kind === 'LOST' ? outcome.reason : outcome.barrier) : 'OPEN',
      ]
    }),
  )
}

const createStrikes = (kind: Fact['kind'], lefts: readonly number[]): Strike[] =>
  lefts.flatMap((left) => [
    { kind, left, written: false },
    { kind, left: left + 1, written: true },
  ])

describe('an autotrading engine that crashes', () => {
  let undisturbed: Map<string, string>
  beforeAll(() => {
    undisturbed = signalEndings(lived([]).market)
  }, 120_000)

  const strikes: readonly (readonly [where: string, strikes: readonly Strike[]])[] = [
    ['where a signal is raised', createStrikes('signalRaised', [3, 11])],
    ['where a signal ends', createStrikes('signalResolved', [5, 9])],
    ['where an entry is considered', createStrikes('entryConsidered', [0, 2])],
    ['where an order is decided', createStrikes('orderDecided', [1, 3])],
    ['where something is executed', createStrikes('executed', [0, 1])],
    ['where a position is protected', createStrikes('protectionChanged', [0, 2])],
  ]
  it.each(everyNth(strikes, 2))(
    '%s keeps every guarantee, and processes the same signals to the same end as an uninterrupted run',
    (_where, strikes) => {
      const { market, deaths } = lived(strikes)
      const { state } = market.life
      const became = readFacts(nothingYet(), market.facts)
      expect(deaths).toBe(strikes.length)
      expect([
        ...unresolvedSignals(became, END_MS),
        ...unfoundedEntries(became),
        ...unconsideredOrders(became),
        ...stoplessEntries(became),
        ...unprotectedTooLong(became, state, END_MS),
        ...heldTooLong(state, END_MS),
        ...equityOff(state),
      ]).toEqual([])
      expect([...signalEndings(market)]).toEqual([...undisturbed])
      expect(became.fills.length).toBeGreaterThan(4)
    },
    60_000,
  )
})
