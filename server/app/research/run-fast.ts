import { toFeeRates } from '../../adapters/exchanges/clearing/clearing.ts'
import { MINUTE_MS } from '../../core/instant.ts'
import { type Interval, intervalLength } from '../../domain/market/interval.ts'
import type { Impact } from '../../domain/market/taker-price.ts'
import type { StrategyDefinition } from '../../domain/signal/strategy.ts'
import type { Fact } from '../../engine/model/facts.ts'
import type { DriverRun } from '../../research/driver.ts'
import { ExactOnly, type ExactOnlyCode } from '../../research/fast/exact-only.ts'
import { createIdeaConverter, findIdeas } from '../../research/fast/idea-stage.ts'
import { playFast } from '../../research/fast/play-fast.ts'
import type { InstrumentHistory } from '../../research/history.ts'
import { createRunTally, tallyEquity, tallyFacts, tallyMinutes } from '../../research/run-tally.ts'
import { createSymbolFeed, settledRate } from '../../research/symbol-feed.ts'
import { openCandleExchange } from './candle-exchange.ts'
import {
  type BacktestOutcome,
  type BacktestSetup,
  createState,
  estimateImpact,
  readLedger,
  warmStartMs,
} from './run-backtest.ts'

/**
 * Runs a backtest over columns, with the same result as `runBacktest`. Throws `ExactOnly`, at the start or during the
 * run, for a backtest that only the exact driver supports.
 */
export function* runFast(
  setup: BacktestSetup,
  histories: readonly InstrumentHistory[],
  onFacts: (facts: readonly Fact[]) => void = () => {},
): DriverRun<BacktestOutcome> {
  const { fromMs, toMs, path, resolution = 'none', balance, market } = setup
  const { history, definition, interval } = requireSupported(setup, histories)
  const state = createState(setup)
  const feed = createSymbolFeed(history, market, fromMs)
  const clock = { nowMs: fromMs }
  const warmFromMs = warmStartMs([interval], fromMs)
  const impact: Impact = (symbol, quantity, price) =>
    market.impact === 0 ? 0 : market.impact * estimateImpact(state, symbol, { quantity, price })
  const exchange = openCandleExchange({
    instruments: [history.instrument],
    brackets: setup.brackets,
    leverage: setup.constitution.execution.leverage,
    balance,
    fees: setup.fees,
    latencyMs: setup.latencyMs,
    clock: () => clock.nowMs,
    fundingAt(_symbol, settledAtMs) {
      const rate = settledRate(feed, settledAtMs)
      return rate && { rate }
    },
    impact,
  })
  const tally = createRunTally(balance)
  const { retainsSetups = false } = setup
  const stage = { history, market, definition, interval, warmFromMs, fromMs, toMs, retainsSetups }
  const counts = yield* playFast({
    state,
    exchange,
    clock,
    feed,
    strategyId: definition.id,
    ideas: findIdeas(stage),
    toEngineIdea: createIdeaConverter(stage),
    path,
    resolution,
    warmFromMs,
    fromMs,
    toMs,
    rearmsDaily: setup.rearmsDaily,
    latencyMs: setup.latencyMs,
    takerFee: toFeeRates(setup.fees).taker,
    impact,
    onFacts(facts) {
      tallyFacts(tally, state, facts)
      onFacts(facts)
    },
    onEquity: (atMs, equity, at) => tallyEquity(tally, { atMs, equity }, at),
    onMinutes: (passed) => tallyMinutes(tally, passed),
  })
  return { tally, counts, equity: tally.days.at(-1)?.equity ?? balance, ...readLedger(state) }
}

interface Supported {
  readonly history: InstrumentHistory
  readonly definition: StrategyDefinition
  readonly interval: Interval
}

const requireSupported = (setup: BacktestSetup, histories: readonly InstrumentHistory[]): Supported => {
  const { strategies, intervals } = setup
  const [[history, otherHistory], [strategy, otherStrategy], [interval, otherInterval]] = [
    histories,
    strategies,
    intervals,
  ]
  if (!history || otherHistory) throw new ExactOnly('SEVERAL_SYMBOLS')
  if (!strategy || otherStrategy) throw new ExactOnly('SEVERAL_STRATEGIES')
  if (!interval || otherInterval) throw new ExactOnly('SEVERAL_BARS')
  const { sourceDigest: _, ...definition } = strategy
  const fault = findSettingFault(setup, interval) ?? findHistoryFault(setup, history, interval)
  if (fault) throw new ExactOnly(fault)
  return { history, definition, interval }
}

const findSettingFault = (setup: BacktestSetup, interval: Interval): ExactOnlyCode | undefined => {
  const { data, execution } = setup.constitution
  if (setup.asLive) return 'AS_LIVE'
  if (setup.playsEverything) return 'EVERY_PRICE'
  if (setup.fromMs % intervalLength(interval) !== 0) return 'UNALIGNED_START'
  const isTight = (data.maxReconciliationAgeMs ?? 0) < execution.reconcileEveryMs + LONGEST_TICK_MS
  return isTight ? 'TIGHT_LIMITS' : undefined
}

/** Maximum time between two engine ticks in a processed minute. */
const LONGEST_TICK_MS = 20_000

const findHistoryFault = (
  { fromMs, toMs }: BacktestSetup,
  { last, openInterest }: InstrumentHistory,
  interval: Interval,
): ExactOnlyCode | undefined => {
  const warmFromMs = warmStartMs([interval], fromMs)
  const isCovered = last.fromMs <= warmFromMs && last.fromMs + last.length * MINUTE_MS >= toMs
  const hasGap = last.gaps.some((gap) => gap.toMs > warmFromMs && gap.fromMs < toMs)
  if (!isCovered || hasGap) return 'GAPS'
  return openInterest && openInterest.length > 0 ? 'OPEN_INTEREST' : undefined
}
