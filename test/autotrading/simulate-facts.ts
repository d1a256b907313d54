import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { INSTRUMENT_SPECS } from '../../server/adapters/exchanges/simulated/instrument-specs.ts'
import { openEngineStore } from '../../server/adapters/store/sqlite/store.ts'
import { writeExact } from '../../server/core/exact-json.ts'
import { DAY_MS, HOUR_MS } from '../../server/core/instant.ts'
import { WEEK_START_MS } from '../support/market-samples.ts'
import type { Strike } from './market-world.ts'
import { restart, runUntil } from './run-market.ts'
import { openTradedMarket } from './traded-market.ts'

interface Run {
  readonly defersPast?: boolean
  readonly hours?: number
  readonly strike?: Strike
}

/** Returns every fact of some hours of trading, as strings. */
export const simulateFacts = (seed: number, { defersPast, hours = 3, strike }: Run = {}): string[] => {
  const directory = mkdtempSync(join(tmpdir(), 'plimsoll-seed-'))
  const store = openEngineStore(directory)
  const specs = INSTRUMENT_SPECS.slice(1)
  const market = openTradedMarket({
    seed,
    startMs: WEEK_START_MS,
    store,
    specs,
    historyMs: 2 * DAY_MS,
    defersPast: defersPast ?? false,
    ...(strike && { strike }),
  })
  if (defersPast !== undefined && !strike) {
    runUntil(market, WEEK_START_MS + HOUR_MS)
    restart(market)
  }
  runUntil(market, WEEK_START_MS + hours * HOUR_MS)
  store.close()
  rmSync(directory, { recursive: true })
  return market.facts.map(writeExact)
}
