import { describe, expect, it, onTestFinished } from 'vitest'
import { INSTRUMENT_SPECS } from '../../server/adapters/exchanges/simulated/instrument-specs.ts'
import { openEngineStore } from '../../server/adapters/store/sqlite/store.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../server/core/instant.ts'
import { intervalStart } from '../../server/domain/market/interval.ts'
import { WEEK_START_MS } from '../support/market-samples.ts'
import { aTempDirectory } from '../support/temp-directory.ts'
import { publish, settle } from './engine-life.ts'
import { describeSignal, recompute } from './recompute.ts'
import { loseMarket, runUntil } from './run-market.ts'
import { openTradedMarket, type TradedMarket } from './traded-market.ts'

const START_MS = WEEK_START_MS
const END_MS = START_MS + 5 * HOUR_MS

const openMarket = (): TradedMarket => {
  const store = openEngineStore(aTempDirectory())
  onTestFinished(() => store.close())
  const specs = INSTRUMENT_SPECS.slice(2)
  return openTradedMarket({ seed: 9, startMs: START_MS, store, specs, historyMs: 3 * DAY_MS })
}

/** Returns the signals invalidated because their candle was corrected later. */
const takenBackIn = ({ facts }: TradedMarket): ReadonlySet<string> =>
  new Set(
    facts.flatMap((fact) =>
      fact.kind === 'signalResolved' && fact.outcome.kind === 'LOST' && fact.outcome.reason === 'CANDLE_CHANGED'
        ? [fact.signalId]
        : [],
    ),
  )

const raisedIn = (market: TradedMarket): string[] => {
  const takenBack = takenBackIn(market)
  return market.facts
    .flatMap((fact) => (fact.kind === 'signalRaised' && fact.signal.barClosedAtMs > START_MS ? [fact.signal] : []))
    .filter(({ signalId }) => !takenBack.has(signalId))
    .map(describeSignal)
    .toSorted()
}

const recomputedIn = ({ instruments, rules, store }: TradedMarket): string[] => {
  const listed = instruments.map(({ spec }) => spec.instrument)
  const parts = {
    candles: store.candles,
    past: store.signals,
    instruments: listed,
    rules,
    afterMs: START_MS,
    toMs: END_MS,
  }
  return recompute(parts)
}

const hasNewSignal = ({ facts, nowMs }: TradedMarket): boolean =>
  nowMs > START_MS && facts.some((fact) => fact.kind === 'signalRaised' && fact.atMs === nowMs)

describe('recomputed signals', () => {
  it('equal the original ones when an incomplete minute has been repaired', () => {
    const market = openMarket()
    runUntil(market, START_MS + HOUR_MS + 35_000)
    const brokenMs = intervalStart('1m', market.nowMs)
    loseMarket(market, 10_000)
    runUntil(market, brokenMs + MINUTE_MS + 5_000)
    for (const { minuteAt } of market.instruments) publish(market.life, { kind: 'repair', candle: minuteAt(brokenMs) })
    settle(market.life)
    runUntil(market, END_MS)
    const raised = raisedIn(market)
    expect(raised.length).toBeGreaterThan(20)
    expect(recomputedIn(market)).toEqual(raised)
  }, 120_000)

  it('equal the original ones when a trade arrived after its minute had closed', () => {
    const market = openMarket()
    for (let minute = 60; !hasNewSignal(market); minute++) runUntil(market, START_MS + minute * MINUTE_MS + 200)
    const lateMs = intervalStart('1m', market.nowMs) - 1_000
    for (const { tradeAt } of market.instruments) publish(market.life, { kind: 'trade', trade: tradeAt(lateMs) })
    settle(market.life)
    runUntil(market, END_MS)
    expect(takenBackIn(market).size).toBeGreaterThan(0)
    expect(recomputedIn(market)).toEqual(raisedIn(market))
  }, 120_000)
})
