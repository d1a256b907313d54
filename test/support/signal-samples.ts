import { MINUTE_MS } from '../../server/core/instant.ts'
import { lots, ticks } from '../../server/domain/market/instrument.ts'
import { candidateDigest, type EntryCandidate, type SignalLink } from '../../server/domain/signal/entry-candidate.ts'
import type { LostOutcome, SignalOutcome } from '../../server/domain/signal/outcome/signal-outcome.ts'
import { type Signal, signalDigest } from '../../server/domain/signal/signal.ts'
import type { ConsideredEntry } from '../../server/engine/model/facts.ts'
import { anId } from './book-samples.ts'
import { NOON_MS } from './market-samples.ts'
import { aRiskView, usdt } from './risk-samples.ts'
import { aDecision } from './trading-facts.ts'

type SignalSample = Partial<Omit<Signal, 'confidence'>> & {
  /** Number of the signal: determines its ID and its bar, which closes so many minutes after noon. */
  readonly number?: number
  /** Probability. */
  readonly p?: number
}

/** Creates a signal: S01 buys BTCUSDT at 100.0 on a bar of 15 minutes; valid for another 15 minutes. */
export const aSignal = ({ number = 0, p = 0.6, ...signal }: SignalSample = {}): Signal => {
  const barClosedAtMs = signal.barClosedAtMs ?? NOON_MS + number * MINUTE_MS
  return {
    signalId: anId('sig', number),
    symbol: 'BTCUSDT',
    interval: '15m',
    strategyId: 'S01',
    family: 'TREND',
    definitionVersion: 1,
    definitionDigest: 'd'.repeat(64),
    direction: 'LONG',
    barOpenMs: barClosedAtMs - 15 * MINUTE_MS,
    barClosedAtMs,
    validUntilMs: barClosedAtMs + 15 * MINUTE_MS,
    origin: 'LIVE',
    score: 1.5,
    confidence: {
      p,
      ci: [p - 0.1, p + 0.1],
      wins: 60,
      losses: 40,
      timeShare: 0.2,
      meanTimeReturn: 0.001,
      method: 'PLATT',
      n: 130,
      effectiveN: 100,
      brierSkill: 0.05,
    },
    reference: ticks(1_000),
    plan: {
      stopLoss: ticks(980),
      takeProfit: ticks(1_040),
      horizonBars: 48,
      horizonEndMs: barClosedAtMs + 48 * 15 * MINUTE_MS,
      rewardRisk: 2,
    },
    regime: 'TREND_UP',
    patternIds: ['HAMMER', 'DOJI'],
    features: { atr: 1.0234, adx: 31.5 },
    costReturn: 0.0012,
    raisedAtMs: barClosedAtMs + 250,
    ...signal,
  }
}

/** Outcome of a stop hit ten minutes after noon. */
export const anOutcome = (outcome: Partial<SignalOutcome> = {}): SignalOutcome => ({
  kind: 'RESOLVED',
  label: -1,
  barrier: 'STOP',
  enteredAtMs: NOON_MS,
  resolvedAtMs: NOON_MS + 10 * MINUTE_MS,
  entry: 100,
  exit: 98,
  grossReturn: -0.02,
  costReturn: 0.0012,
  netReturn: -0.0212,
  netR: -1.06,
  mfeR: 1 / 3,
  maeR: 1,
  barsHeld: 10,
  ambiguousBar: false,
  uniqueness: null,
  ...outcome,
})

export const aLoss = (loss: Partial<LostOutcome> = {}): LostOutcome => ({
  kind: 'LOST',
  reason: 'DATA_GAP',
  lostAtMs: NOON_MS + 3 * MINUTE_MS,
  ...loss,
})

type Signals = readonly [Signal, ...Signal[]]

const linkTo = (signal: Signal): SignalLink => ({
  signalId: signal.signalId,
  strategyId: signal.strategyId,
  digest: signalDigest(signal),
})

const anEntryCandidate = (signals: Signals, candidate: Partial<EntryCandidate>): EntryCandidate => ({
  candidateId: anId('cnd'),
  symbol: signals[0].symbol,
  interval: '15m',
  direction: 'LONG',
  bookId: 'default',
  signals: [linkTo(signals[0]), ...signals.slice(1).map(linkTo)],
  confidence: aSignal().confidence,
  price: ticks(1_001),
  stopLoss: ticks(980),
  takeProfit: ticks(1_040),
  validUntilMs: aSignal().validUntilMs,
  horizonEndMs: aSignal().plan.horizonEndMs,
  quantity: lots(10),
  notional: usdt(1),
  risk: 3_000_000n,
  sizedBy: 'RISK',
  cost: { fees: 10, spread: 1, impact: 0.5, funding: -0.25, adverse: 0, total: 11.25 },
  edge: {
    grossEdgeBps: 30,
    netEdgeBps: 18.75,
    netEdgeLcbBps: 2.5,
    breakEvenP: 0.4,
    costShare: 0.15,
    kellyFraction: 0.1,
    grade: 'B',
  },
  atMs: NOON_MS,
  ...candidate,
})

interface EntrySample extends Partial<Omit<EntryCandidate, 'candidateId' | 'signals'>> {
  /** Number of the entry: determines its IDs. */
  readonly number?: number
  readonly signals?: Signals
  /** Blocking gates; if there are none, the entry becomes an order. */
  readonly refusedBy?: readonly string[]
  /** Gates that fail without blocking. */
  readonly recorded?: readonly string[]
}

/** Entry on one signal, ordered unless a gate blocks it. */
export const anEntry = (sample: EntrySample = {}): ConsideredEntry => {
  const { number = 1, signals = [aSignal()] as const, refusedBy = [], recorded = [], ...rest } = sample
  const candidate = anEntryCandidate(signals, { candidateId: anId('cnd', number), ...rest })
  const { constitution: _constitution, ...riskView } = aRiskView()
  const failed = (gateIds: readonly string[], enforced: boolean) =>
    gateIds.map((gateId) => ({ ...READING, gateId, code: `CODE_${gateId}`, enforced, pass: false }))
  return {
    candidate,
    digest: candidateDigest(candidate),
    decision: aDecision({
      decisionId: anId('dec', number),
      verdict: refusedBy.length > 0 ? 'DENIED' : 'APPROVED',
      readings: [READING, ...failed(refusedBy, true), ...failed(recorded, false)],
    }),
    decisionDigest: 'e'.repeat(64),
    evidence: { ...riskView, constitutionHash: 'c'.repeat(64) },
    orderId: refusedBy.length > 0 ? null : anId('ord', number),
  }
}

const READING = {
  gateId: 'G01',
  code: 'LATCH',
  kind: 'S',
  enforced: true,
  pass: true,
  observed: 'CLEAR',
  limit: 'CLEAR',
  unit: 'state',
  detail: 'nothing is stopped',
} as const
