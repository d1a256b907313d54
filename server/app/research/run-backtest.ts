/**
 * Exact driver of backtests: plays stored history minute by minute through the engine. Also creates the state and the
 * price impact for the fast driver.
 */

import type { FeeSchedule } from '../../adapters/exchanges/clearing/clearing.ts'
import { DAY_MS, type Instant } from '../../core/instant.ts'
import type { Account } from '../../domain/account/account.ts'
import type { Money } from '../../domain/account/money.ts'
import type { BracketLookup } from '../../domain/margin/brackets.ts'
import type { Lots, Ticks } from '../../domain/market/instrument.ts'
import type { Interval } from '../../domain/market/interval.ts'
import { createMarket } from '../../domain/market/market.ts'
import type { Position } from '../../domain/position/position.ts'
import type { Constitution } from '../../domain/risk/constitution.ts'
import { warmFromMs } from '../../domain/signal/series.ts'
import type { StrategyDefinition } from '../../domain/signal/strategy.ts'
import type { Fact } from '../../engine/model/facts.ts'
import { PERMANENT_LEASE } from '../../engine/model/ports.ts'
import { createLedger } from '../../engine/state/ledger.ts'
import { createSession } from '../../engine/state/session.ts'
import { createSignalIndex } from '../../engine/state/signal-index.ts'
import type { EngineState, Rules } from '../../engine/state/turn.ts'
import type { DriverRun, Resolution } from '../../research/driver.ts'
import type { InstrumentHistory } from '../../research/history.ts'
import type { IntrabarPath } from '../../research/intrabar-path.ts'
import { playHistory } from '../../research/play-history.ts'
import type { PlaybackCounts } from '../../research/playback.ts'
import { createRunTally, type RunTally, tallyEquity, tallyFacts } from '../../research/run-tally.ts'
import { createSymbolFeed, type MarketAssumptions, settledRate } from '../../research/symbol-feed.ts'
import { openCandleExchange } from './candle-exchange.ts'

export interface BacktestOutcome {
  readonly tally: RunTally
  readonly counts: PlaybackCounts
  readonly account: Account
  readonly equity: Money
  readonly openPositions: readonly Position[]
  readonly control: EngineState['ledger']['control']
}

/** Runs a backtest, and yields the steps of the driver; the history must include the warm-up period before the run. */
export function* runBacktest(
  setup: BacktestSetup,
  histories: readonly InstrumentHistory[],
  onFacts: (facts: readonly Fact[]) => void = () => {},
): DriverRun<BacktestOutcome> {
  const { fromMs, toMs, path, resolution = 'none', balance, intervals } = setup
  const state = createState(setup)
  const feeds = histories.map((history) => createSymbolFeed(history, setup.market, fromMs))
  const clock = { nowMs: fromMs }
  const exchange = openCandleExchange({
    instruments: histories.map(({ instrument }) => instrument),
    brackets: setup.brackets,
    leverage: setup.constitution.execution.leverage,
    balance,
    fees: setup.fees,
    latencyMs: setup.latencyMs,
    clock: () => clock.nowMs,
    fundingAt(symbol, settledAtMs) {
      const feed = feeds.find((one) => one.symbol === symbol)
      const rate = feed && settledRate(feed, settledAtMs)
      return rate && { rate }
    },
    impact: (symbol, quantity, price) => setup.market.impact * estimateImpact(state, symbol, { quantity, price }),
  })
  const tally = createRunTally(balance)
  const counts = yield* playHistory({
    state,
    exchange,
    feeds,
    path,
    resolution,
    clock,
    warmFromMs: warmStartMs(intervals, fromMs),
    fromMs,
    toMs,
    rearmsDaily: setup.rearmsDaily,
    playsEverything: setup.playsEverything ?? false,
    onFacts(facts) {
      tallyFacts(tally, state, facts)
      onFacts(facts)
    },
    onEquity: (atMs, equity, at) => tallyEquity(tally, { atMs, equity }, at),
  })
  return { tally, counts, equity: tally.days.at(-1)?.equity ?? balance, ...readLedger(state) }
}

/** Returns the results of a run from its ledger. */
export const readLedger = ({ ledger }: Pick<EngineState, 'ledger'>) => ({
  account: ledger.account,
  openPositions: [...ledger.positions.values()],
  control: ledger.control,
})

/** All inputs of a run except its history. */
export interface BacktestSetup {
  readonly strategies: readonly StrategyDefinition[]
  readonly intervals: readonly Interval[]
  readonly fromMs: Instant
  readonly toMs: Instant
  readonly balance: Money
  readonly constitution: Constitution
  readonly brackets: BracketLookup
  readonly fees: Partial<FeeSchedule>
  readonly market: MarketAssumptions
  readonly path: IntrabarPath
  /** How ambiguous minutes are resolved; `none` if omitted. */
  readonly resolution?: Resolution
  readonly latencyMs: number
  /** True when entries need an expected edge after costs, as with real money (gate G24). */
  readonly asLive: boolean
  readonly rearmsDaily: boolean
  /** True to process even events that are known to have no effect: slower, with the same result. */
  readonly playsEverything?: boolean
  /** True to keep the setups of the strategy in memory, because more runs over the same history follow. */
  readonly retainsSetups?: boolean
}

/** Start of the candles needed before a run: two periods of every traded interval, and a day for the daily figures. */
export const warmStartMs = (intervals: readonly Interval[], fromMs: Instant): Instant =>
  Math.min(fromMs - DAY_MS, ...intervals.map((interval) => warmFromMs(interval, fromMs)))

export const createState = (setup: BacktestSetup): EngineState => {
  const strategies = setup.strategies.map(({ sourceDigest: _, ...definition }) => definition)
  const rules: Rules = {
    constitution: setup.constitution,
    brackets: setup.brackets,
    mode: 'PAPER',
    autoResume: true,
    clockChecked: true,
    restsWhileDown: true,
    books: [
      {
        bookId: 'main',
        mode: 'PAPER',
        symbols: null,
        intervals: setup.intervals,
        strategies: setup.strategies.map(({ id }) => id),
        explores: !setup.asLive,
        manualSymbols: [],
      },
    ],
    strategiesFor: () => strategies,
  }
  return {
    market: createMarket(setup.intervals),
    ledger: createLedger(),
    session: createSession(),
    signals: { ...createSignalIndex(), unprepared: null, isRecorded: false },
    rules,
    lease: PERMANENT_LEASE,
  }
}

/**
 * Estimates the price impact of an order in ticks: σ · √(Q ÷ V), with volatility and volume of the last day (Almgren et
 * al., Direct Estimation of Equity Market Impact, 2005; Tóth et al., 2011). Parkinson (1980): σ² = ln(H/L)² ÷ (4 ln 2).
 */
export const estimateImpact = (
  { market }: EngineState,
  symbol: string,
  { quantity, price }: { readonly quantity: Lots; readonly price: Ticks },
): number => {
  const day = market.instruments.get(symbol)?.day.summary(undefined)
  if (!day || day.volume === 0 || day.low <= 0) return 0
  const volatility = Math.log(day.high / day.low) / Math.sqrt(4 * Math.LN2)
  return price * volatility * Math.sqrt(quantity / day.volume)
}
