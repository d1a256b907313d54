import { type Candle, closeTime } from '../../domain/market/candle.ts'
import type { InstrumentMarket } from '../../domain/market/instrument-market.ts'
import { intervalLength } from '../../domain/market/interval.ts'
import { getTouch } from '../../domain/market/market.ts'
import { toPriceNumber, toTicks } from '../../domain/signal/bar.ts'
import type { Gauge } from '../../domain/signal/gauge.ts'
import { classifyRegime, type Regime } from '../../domain/signal/regime.ts'
import type { StrategyIdea } from '../../domain/signal/series.ts'
import { createSignalId, type Signal, type SignalPlan } from '../../domain/signal/signal.ts'
import { definitionDigest } from '../../domain/signal/strategies/definition-digest.ts'
import type { Idea, StrategyDefinition } from '../../domain/signal/strategy.ts'
import type { Turn } from '../state/turn.ts'
import { confidenceIn } from './track-records.ts'

type Entry = Extract<Idea, { kind: 'ENTER' }>

/** The signal a strategy's idea makes; none where its stop or target is not a tick away from the close. */
export const createSignal = (
  turn: Turn,
  candle: Candle,
  { definition, idea, gauge, patternIds }: StrategyIdea & { readonly idea: Entry },
  origin: Signal['origin'],
): Signal | null => {
  const entry = turn.market.instruments.get(candle.symbol)
  const plan = entry && createPlan(entry, candle, definition, idea)
  if (!plan) return null
  const { symbol, interval, openMs, close } = candle
  const barClosedAtMs = closeTime(candle)
  const regime = regimeIn(gauge)
  const key = {
    symbol,
    interval,
    strategyId: definition.id,
    definitionDigest: definitionDigest(definition),
    barOpenMs: openMs,
    barClosedAtMs,
  }
  const { validBars } = turn.rules.constitution.autotrading
  return {
    ...key,
    signalId: createSignalId(key),
    family: definition.family,
    definitionVersion: definition.version,
    direction: idea.direction,
    validUntilMs: barClosedAtMs + validBars * intervalLength(interval),
    origin,
    score: idea.score,
    confidence: confidenceIn(turn.signals, { ...key, origin, regime, score: idea.score, plan, atMs: barClosedAtMs }),
    reference: close,
    plan,
    regime,
    patternIds,
    features: idea.features,
    costReturn: estimateCostReturn(turn, entry, close),
    raisedAtMs: turn.atMs,
  }
}

const regimeIn = ({ adx, volatilityPercentile, slope }: Gauge): Regime =>
  classifyRegime({ adx: known(adx), rvPercentile: known(volatilityPercentile), slope: known(slope) })

const known = (figure: number): number | null => (Number.isFinite(figure) ? figure : null)

const createPlan = (
  { instrument }: InstrumentMarket,
  candle: Candle,
  { horizonBars }: StrategyDefinition,
  { direction, stopLoss, takeProfit }: Entry,
): SignalPlan | null => {
  const isLong = direction === 'LONG'
  const stop = toTicks(instrument, stopLoss, isLong ? 'UP' : 'DOWN')
  const target = toTicks(instrument, takeProfit, isLong ? 'DOWN' : 'UP')
  const sign = isLong ? 1 : -1
  const [toStop, toTarget] = [(candle.close - stop) * sign, (target - candle.close) * sign]
  if (toStop <= 0 || toTarget <= 0 || stop <= 0 || target <= 0) return null
  return {
    stopLoss: stop,
    takeProfit: target,
    horizonBars,
    horizonEndMs: closeTime(candle) + horizonBars * intervalLength(candle.interval),
    rewardRisk: toTarget / toStop,
  }
}

/** Fees in and out, and the spread once; where no spread is known, a tick. */
const estimateCostReturn = ({ rules }: Turn, entry: InstrumentMarket, close: Candle['close']): number => {
  const { bid, ask } = getTouch(entry)
  const spread = bid && ask ? ask.price - bid.price : 1
  const price = toPriceNumber(entry.instrument, close)
  const tick = toPriceNumber(entry.instrument, spread as Candle['close'])
  return 2 * Number(rules.constitution.execution.takerFeeRate) + tick / price
}
