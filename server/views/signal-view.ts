/** Signals as API bodies, and the sources of the signal views. */

import type { SignalOutcome as OutcomeBody, Signal as SignalBody } from '../../contract/signals.ts'
import { type Instant, toRfc3339 } from '../core/instant.ts'
import type { Instrument } from '../domain/market/instrument.ts'
import { INTERVALS, type Interval } from '../domain/market/interval.ts'
import { type Confidence, type Signal, signalDigest } from '../domain/signal/signal.ts'
import type { StrategyDefinition } from '../domain/signal/strategy.ts'
import type { TradingBook } from '../domain/signal/trading-book.ts'
import type { StoredSignal } from '../engine/model/ports.ts'
import type { SignalStore } from './ports.ts'
import type { TradingReader } from './trading-reader.ts'

/** Inputs for rendering a signal, in addition to the signal itself. */
export interface SignalSetting {
  readonly instrument: Instrument
  readonly strategyName: string | null
  readonly marketNowMs: Instant
  /** True when the symbol is not traded by autotrading. */
  readonly manual: boolean
}

export const signalBody = (
  stored: StoredSignal,
  { instrument, strategyName, marketNowMs, manual }: SignalSetting,
): SignalBody => {
  const { signal, candidateId } = stored
  return {
    signalId: signal.signalId,
    symbol: signal.symbol,
    timeframe: signal.interval,
    strategyId: signal.strategyId,
    strategyName,
    family: signal.family,
    definitionVersion: signal.definitionVersion,
    definitionDigest: signal.definitionDigest,
    direction: signal.direction,
    barOpenAt: toRfc3339(signal.barOpenMs),
    barClosedAt: toRfc3339(signal.barClosedAtMs),
    createdAt: toRfc3339(signal.raisedAtMs),
    validUntil: toRfc3339(signal.validUntilMs),
    origin: signal.origin,
    rawScore: signal.score,
    ...confidenceBody(signal.confidence),
    ...priceBodies(signal, instrument),
    regime: signal.regime,
    patternIds: [...signal.patternIds],
    features: { ...signal.features },
    costReturn: toEightDigits(signal.costReturn),
    digest: signalDigest(signal),
    state: signalState(stored, marketNowMs),
    candidateId,
    notTraded: manual ? 'LEFT_TO_MANUAL_TRADING' : null,
    outcome: outcomeBody(stored, instrument),
  }
}

export const confidenceBody = ({ p, ci: [low, high], method, n, effectiveN, brierSkill }: Confidence) => ({
  confidence: p,
  confidenceCi: [low, high] as [number, number],
  calibration: { method, n, effectiveN, brierSkill },
})

const priceBodies = ({ reference, plan, features }: Signal, instrument: Instrument) => ({
  reference: {
    price: instrument.price.print(reference),
    atr: typeof features.atr === 'number' ? toTick(features.atr, instrument) : null,
  },
  plan: {
    stopLoss: instrument.price.print(plan.stopLoss),
    takeProfit: instrument.price.print(plan.takeProfit),
    horizonBars: plan.horizonBars,
    horizonEndsAt: toRfc3339(plan.horizonEndMs),
    rewardRisk: plan.rewardRisk,
  },
})

const outcomeBody = ({ outcome, ordered }: StoredSignal, instrument: Instrument): OutcomeBody | null => {
  if (outcome === null) return null
  if (outcome.kind === 'LOST') return { status: 'LOST', reason: outcome.reason, lostAt: toRfc3339(outcome.lostAtMs) }
  const { label, barrier, barsHeld, ambiguousBar, uniqueness } = outcome
  return {
    status: 'RESOLVED',
    label,
    barrier,
    enteredAt: toRfc3339(outcome.enteredAtMs),
    resolvedAt: toRfc3339(outcome.resolvedAtMs),
    entry: toTick(outcome.entry, instrument),
    exit: toTick(outcome.exit, instrument),
    grossReturn: toEightDigits(outcome.grossReturn),
    costReturn: toEightDigits(outcome.costReturn),
    netReturn: toEightDigits(outcome.netReturn),
    netR: toEightDigits(outcome.netR),
    mfeR: toEightDigits(outcome.mfeR),
    maeR: toEightDigits(outcome.maeR),
    barsHeld,
    ambiguousBar,
    uniqueness: uniqueness === null ? null : toEightDigits(uniqueness),
    shadow: !ordered,
  }
}

/** Rounds to the nearest tick; observed prices are already on one. */
const toTick = (price: number, { price: { step, print } }: Instrument): string =>
  print(Math.round((price * 10 ** step.scale) / Number(step.units)))

export const toEightDigits = (value: number): number => Number(value.toFixed(8))

/** Remaining validity of a signal, on the market clock. */
export const signalState = (
  { signal: { validUntilMs }, outcome, newest }: Pick<StoredSignal, 'signal' | 'outcome' | 'newest'>,
  marketNowMs: Instant,
): SignalBody['state'] => {
  if (outcome && isStoppedWithin(outcome, validUntilMs)) return 'INVALIDATED'
  if (marketNowMs >= validUntilMs || outcome?.kind === 'RESOLVED') return 'EXPIRED'
  return newest ? 'ACTIVE' : 'SUPERSEDED'
}

const isStoppedWithin = (outcome: NonNullable<StoredSignal['outcome']>, validUntilMs: Instant): boolean =>
  outcome.kind === 'RESOLVED'
    ? outcome.barrier === 'STOP' && outcome.resolvedAtMs < validUntilMs
    : outcome.reason === 'ENTRY_PAST_STOP'

/** Sources of the views of signals and the resulting entries. */
export interface SignalReader extends TradingReader {
  readonly signals: SignalStore
  readonly strategiesFor: (interval: Interval) => readonly StrategyDefinition[]
  readonly books: readonly TradingBook[]
  /** Returns the market clock, on which signals are valid. */
  readonly marketNowMs: () => Instant
}

/** IDs of all strategies, and their names by ID and interval. */
export interface StrategyNames {
  readonly ids: readonly string[]
  getName(strategyId: string, interval: Interval): string | null
}

export const strategyNames = ({ strategiesFor }: Pick<SignalReader, 'strategiesFor'>): StrategyNames => {
  const names = new Map(
    INTERVALS.flatMap((interval) =>
      strategiesFor(interval).map(({ id, name }) => [`${id} ${interval}`, name] as const),
    ),
  )
  const ids = [...new Set([...names.keys()].map((key) => key.slice(0, key.indexOf(' '))))].toSorted()
  return { ids, getName: (strategyId, interval) => names.get(`${strategyId} ${interval}`) ?? null }
}
