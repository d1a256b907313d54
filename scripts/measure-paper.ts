import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openEngineStore } from '../server/adapters/store/sqlite/store.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../server/core/instant.ts'
import { computeEquity } from '../server/engine/trading/exposure.ts'
import { runUntil } from '../test/autotrading/run-market.ts'
import { closedTrades } from '../test/autotrading/trade-promises.ts'
import { defaultBook, openTradedMarket } from '../test/autotrading/traded-market.ts'
import { nothingYet, readFacts, type WhatBecame } from '../test/autotrading/what-became.ts'

/**
 * Measures a default paper account on the simulated market, over seeds and virtual days: trades, the result of each as
 * a multiple of its risk, and the drift of the equity with its 95% interval over seeds.
 *
 *     npm run measure:paper -- --seeds 8 --days 3
 *     npm run measure:paper -- --seeds 8 --days 3 --explore
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '8' },
    from: { type: 'string', default: '1' },
    days: { type: 'string', default: '2' },
    explore: { type: 'boolean', default: false },
  },
})
const days = Number(values.days)
const FIRST_MS = Date.UTC(2026, 10, 16)

interface Measured {
  readonly seed: number
  readonly trades: number
  readonly netR: readonly number[]
  readonly driftPct: number
  readonly candidates: number
  readonly rejected: number
  readonly firstTradeMin: number | null
}

const measure = (seed: number): Measured => {
  const directory = mkdtempSync(join(tmpdir(), 'plimsoll-measure-'))
  const store = openEngineStore(directory)
  /** Each seed starts at another hour, because the start time determines the initial market conditions. */
  const startMs = FIRST_MS + ((seed * 7) % 24) * HOUR_MS
  const became = nothingYet()
  try {
    const market = openTradedMarket({
      seed,
      startMs,
      store,
      rules: { books: [defaultBook(values.explore)] },
      historyMs: 8 * DAY_MS,
    })
    runUntil(market, startMs + days * DAY_MS, () => void readFacts(became, market.facts))
    readFacts(became, market.facts)
    const { state } = market.life
    const netR = closedTrades(became, state).map(
      ({ position: { realizedPnl, feesPaid, funding }, allowed }) =>
        Number(realizedPnl - feesPaid + funding) / Number(allowed),
    )
    const opening = Number(state.ledger.account.opening)
    return {
      seed,
      trades: netR.length,
      netR,
      driftPct: ((Number(computeEquity(state) ?? 0n) - opening) / opening / days) * 100,
      candidates: became.entries.length,
      rejected: became.entries.filter(({ candidate }) => candidate.edge.grade === 'REJECT').length,
      firstTradeMin: firstTradeIn(became, startMs),
    }
  } finally {
    store.close()
    rmSync(directory, { recursive: true, force: true })
  }
}

const firstTradeIn = ({ fills }: WhatBecame, startMs: number): number | null =>
  fills.length === 0 ? null : (Math.min(...fills.map(({ executedAtMs }) => executedAtMs)) - startMs) / MINUTE_MS

const computeMean = (sample: readonly number[]): number => sample.reduce((sum, value) => sum + value, 0) / sample.length

const withInterval = (sample: readonly number[], digits: number): string => {
  const mean = computeMean(sample)
  const variance = computeMean(sample.map((value) => (value - mean) ** 2)) / Math.max(1, sample.length - 1)
  return `${mean.toFixed(digits)} ± ${(1.96 * Math.sqrt(variance)).toFixed(digits)}`
}

const all: Measured[] = []
for (let seed = Number(values.from); seed < Number(values.from) + Number(values.seeds); seed++) {
  const one = measure(seed)
  all.push(one)
  const { trades, netR, driftPct, candidates, rejected, firstTradeMin } = one
  console.log(
    `seed ${seed}: ${(trades / days / 24).toFixed(2)} trades/h, net R ${computeMean(netR).toFixed(3)}, equity ${driftPct.toFixed(2)}%/day, REJECT ${((100 * rejected) / candidates).toFixed(0)}% of ${candidates}, first trade after ${firstTradeMin?.toFixed(0) ?? '–'} min`,
  )
}
const soon = all.filter(({ firstTradeMin }) => firstTradeMin !== null && firstTradeMin <= 10).length
console.log(
  `trades per hour      ${withInterval(
    all.map(({ trades }) => trades / days / 24),
    2,
  )}`,
)
console.log(
  `net R per trade      ${withInterval(
    all.flatMap(({ netR }) => netR),
    3,
  )}`,
)
console.log(
  `equity per day, %    ${withInterval(
    all.map(({ driftPct }) => driftPct),
    2,
  )}`,
)
console.log(
  `graded REJECT, %     ${withInterval(
    all.map(({ candidates, rejected }) => (100 * rejected) / candidates),
    0,
  )}`,
)
console.log(`traded in 10 minutes ${soon} of ${all.length} starts`)
