import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EngineStore, openEngineStore } from '../../server/adapters/store/sqlite/store.ts'
import { DAY_MS, HOUR_MS } from '../../server/core/instant.ts'
import { WEEK_START_MS } from '../support/market-samples.ts'
import { runUntil } from './run-market.ts'
import { mislabelled } from './trade-promises.ts'
import { defaultBook, openTradedMarket, type TradedMarket } from './traded-market.ts'
import { nothingYet, readFacts } from './what-became.ts'

const HOURS = 5
const became = nothingYet()
let directory: string
let store: EngineStore
let market: TradedMarket

describe('hours of a default run on the simulated market', () => {
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'plimsoll-default-'))
    store = openEngineStore(directory)
    const rules = { books: [defaultBook()] }
    market = openTradedMarket({ seed: 2, startMs: WEEK_START_MS, store, rules, historyMs: 3 * DAY_MS })
    runUntil(market, WEEK_START_MS + HOURS * HOUR_MS, () => void readFacts(became, market.facts))
    readFacts(became, market.facts)
  }, 120_000)
  afterAll(() => {
    store.close()
    rmSync(directory, { recursive: true, force: true })
  })

  it('trades only entries whose edge after costs is above zero at the lower bound of its interval', () => {
    const traded = became.entries.filter(({ orderId }) => orderId !== null)
    expect(traded.length).toBeGreaterThan(0)
    expect(traded.filter(({ candidate }) => candidate.edge.netEdgeLcbBps <= 0)).toEqual([])
    expect(became.fills.length).toBeGreaterThan(0)
  })

  it('refuses all others at the edge gate, with the measured value', () => {
    const without = became.entries.filter(({ candidate }) => candidate.edge.netEdgeLcbBps <= 0)
    expect(without.length).toBeGreaterThan(50)
    for (const { candidate, decision, orderId } of without) {
      expect(orderId).toBeNull()
      expect(decision.readings.find(({ gateId }) => gateId === 'G24')).toMatchObject({
        enforced: true,
        pass: false,
        observed: Number((candidate.edge.netEdgeLcbBps / 10_000).toPrecision(6)),
      })
    }
  })

  it('raises and tracks signals on the manually traded symbol, and considers no entry on it', () => {
    const collectSymbols = (list: Iterable<{ readonly symbol: string }>) =>
      new Set([...list].map(({ symbol }) => symbol))
    expect(collectSymbols(became.signals.values())).toContain('BTCUSDT')
    expect(collectSymbols(became.entries.map(({ candidate }) => candidate))).toEqual(new Set(['ETHUSDT', 'SOLUSDT']))
  })

  it('labels nothing as exploratory', () => {
    expect(mislabelled(became, market.life.state).filter((fault) => !fault.startsWith('cnd_'))).toEqual([])
    expect(became.fills.filter(({ exploratory }) => exploratory)).toEqual([])
  })
})
