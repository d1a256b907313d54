/**
 * Decides autotrading entries: builds a candidate from signals, runs the gates on it, and places its order when every
 * gate passes.
 */

import { computeDigest } from '../../core/digest.ts'
import { valueAt } from '../../domain/account/money.ts'
import { AUTHORITY } from '../../domain/control/control-state.ts'
import { type Ticks, ticks } from '../../domain/market/instrument.ts'
import type { InstrumentMarket } from '../../domain/market/instrument-market.ts'
import { getMarkTicks, getTouch } from '../../domain/market/market.ts'
import { type Candidate, exploratoryLabel, type Side } from '../../domain/order/order.ts'
import { venueClientId } from '../../domain/order/venue-client-id.ts'
import type { Constitution } from '../../domain/risk/constitution.ts'
import { moneyLimit } from '../../domain/risk/limits.ts'
import type { RiskView } from '../../domain/risk/risk-view.ts'
import { hasEdge } from '../../domain/signal/edge/compute-edge.ts'
import {
  candidateDigest,
  type EntryCandidate,
  type SignalLink,
  sizeByRisk,
} from '../../domain/signal/entry-candidate.ts'
import { type Signal, signalDigest } from '../../domain/signal/signal.ts'
import { bookFor, isManual } from '../../domain/signal/trading-book.ts'
import type { ConsideredEntry, Decision } from '../model/facts.ts'
import { byEngine } from '../state/audit.ts'
import { mint, type Turn } from '../state/turn.ts'
import { collarPrice } from '../trading/collar.ts'
import { enterOrder, judge } from '../trading/decide-order.ts'
import { computeEquity } from '../trading/exposure.ts'
import { appraise } from './appraise.ts'

/**
 * Considers an entry for the signals of one direction on one bar, and places its order when every gate passes. Symbols
 * reserved for manual trading are skipped.
 */
export const considerEntries = (turn: Turn, raised: readonly Signal[]): void => {
  if (AUTHORITY[turn.ledger.control.state].signals !== 'LIVE') return
  const traded = raised.filter(({ symbol }) => !isManual(turn.rules.books, symbol))
  const together =
    traded.length > 1
      ? Map.groupBy(traded, ({ symbol, interval, direction }) => `${symbol} ${interval} ${direction}`).values()
      : [traded]
  for (const signals of together) consider(turn, signals.toSorted(bestCalibratedFirst))
}

const bestCalibratedFirst = ({ confidence: a, strategyId }: Signal, { confidence: b, strategyId: other }: Signal) =>
  (b.brierSkill ?? -1) - (a.brierSkill ?? -1) || b.effectiveN - a.effectiveN || (strategyId < other ? -1 : 1)

const consider = (turn: Turn, signals: readonly Signal[]): void => {
  const [lead] = signals
  const entry = lead && turn.market.instruments.get(lead.symbol)
  if (!lead || !entry) return
  const candidate = createCandidate(turn, entry, signals, lead)
  if (!candidate) return
  const orderId = mint(turn, 'ord')
  const proposal = entryOrder(candidate, {
    orderId,
    venueClientId: venueClientId('ENTRY', turn.session.epoch, orderId.slice(4)),
    mode: turn.rules.mode,
    positionId: turn.ledger.positions.get(candidate.symbol)?.positionId ?? null,
  })
  const { view, readings, approved } = judge(turn, proposal, turn.atMs)
  const decision: Decision = { decisionId: mint(turn, 'dec'), verdict: approved ? 'APPROVED' : 'DENIED', readings }
  const { isRecorded } = turn.signals
  const considered: ConsideredEntry = {
    candidate,
    digest: '',
    decision,
    decisionDigest: '',
    evidence: isRecorded ? toEvidence(view) : Object.assign(view, { recent: [...view.recent], constitutionHash: '' }),
    orderId: approved ? proposal.orderId : null,
  }
  if (isRecorded) addDigests(considered, proposal, signals)
  turn.facts.push({ kind: 'entryConsidered', entry: considered, atMs: turn.atMs })
  if (approved) enterOrder(turn, proposal, { readings, approved, decisionId: decision.decisionId }, byEngine(turn))
}

/** Returns undefined until price and account are known, because the size depends on them. */
const createCandidate = (
  turn: Turn,
  entry: InstrumentMarket,
  signals: readonly Signal[],
  lead: Signal,
): EntryCandidate | undefined => {
  const { rules } = turn
  const { autotrading } = rules.constitution
  const equity = computeEquity(turn)
  const side = entrySide(lead)
  const { bid, ask } = getTouch(entry)
  const touch = (side === 'BUY' ? ask : bid)?.price ?? getMarkTicks(entry)
  if (equity === null || touch === undefined) return undefined
  const { symbol, interval, direction, confidence, plan, costReturn } = lead
  const price = worstEntry(touch, plan.takeProfit, collarPrice(touch, side, autotrading.entryCollarBps))
  const { instrument } = entry
  const size = sizeByRisk({
    instrument,
    equity,
    riskBps: autotrading.riskPerTradeBps,
    price,
    stopLoss: plan.stopLoss,
    costReturn,
    maxNotional: moneyLimit(rules.constitution, 'maxOrderNotional'),
  })
  const notional = valueAt(instrument, price, size.quantity)
  const book = bookFor(rules.books, lead)
  const { cost, edge } = appraise(entry, { signal: lead, price: touch, quantity: size.quantity, notional }, rules)
  return {
    candidateId: mint(turn, 'cnd'),
    symbol,
    interval,
    direction,
    bookId: book?.bookId ?? null,
    signals: [linkTo(lead), ...signals.slice(1).map(linkTo)],
    confidence,
    price,
    stopLoss: plan.stopLoss,
    takeProfit: plan.takeProfit,
    validUntilMs: lead.validUntilMs,
    horizonEndMs: plan.horizonEndMs,
    ...size,
    notional,
    cost: cost.bps,
    edge,
    ...(book?.explores && !hasEdge(edge) && { exploratory: true }),
    atMs: turn.atMs,
  }
}

/** Returns the worst allowed price: within the collar, and within the permitted share of the distance to the target. */
const worstEntry = (touch: Ticks, target: Ticks, collar: Ticks): Ticks => {
  const way = Math.trunc(Math.abs(target - touch) * WALKED_MAX)
  return ticks(collar >= touch ? Math.min(collar, touch + way) : Math.max(collar, touch - way))
}

/** Maximum share of the distance to the target that the price may already have covered. */
const WALKED_MAX = 0.25

/** Copies a view, because the list of recent orders changes, and replaces its constitution by the hash. */
const toEvidence = ({ constitution, ...inputs }: RiskView): ConsideredEntry['evidence'] => ({
  ...inputs,
  recent: [...inputs.recent],
  constitutionHash: hashConstitution(constitution),
})

const hashes = new WeakMap<Constitution, string>()

/** Hashes the constitution, which is stored once and referenced by every entry. */
const hashConstitution = (constitution: Constitution): string => {
  const known = hashes.get(constitution) ?? computeDigest(constitution)
  hashes.set(constitution, known)
  return known
}

/** Fields of the order that its candidate does not contain. */
type Named = Pick<Candidate, 'orderId' | 'venueClientId' | 'mode' | 'positionId'>

/** Adds the digests of an entry, its order and its signals, each computed when it is first read. */
const addDigests = (entry: ConsideredEntry, { cause }: Candidate, signals: readonly Signal[]): void => {
  const { candidate, decision } = entry
  for (const [index, signal] of signals.entries()) {
    const link = candidate.signals[index]
    if (link) defineLazily(link, 'digest', () => signalDigest(signal))
  }
  defineLazily(entry, 'digest', () => candidateDigest(candidate))
  defineLazily(entry, 'decisionDigest', () => decisionDigest(entry.digest, decision))
  if (cause) defineLazily(cause, 'digest', () => entry.digest)
}

/** Replaces a property by one that is computed when it is first read. */
const defineLazily = <T extends object, Name extends keyof T>(target: T, name: Name, compute: () => T[Name]): void => {
  let known: T[Name] | undefined
  Object.defineProperty(target, name, {
    enumerable: true,
    get: () => {
      known ??= compute()
      return known
    },
  })
}

const linkTo = ({ signalId, strategyId }: Signal): SignalLink => ({ signalId, strategyId, digest: '' })

const entrySide = ({ direction }: Pick<EntryCandidate, 'direction'>): Side => (direction === 'LONG' ? 'BUY' : 'SELL')

/** Returns the order for a candidate: IOC, limited to its price, with its stop and target. */
export const entryOrder = (entry: EntryCandidate, named: Named): Candidate => {
  const { symbol, quantity, price, stopLoss, takeProfit, interval, candidateId, edge, signals } = entry
  const { validUntilMs, horizonEndMs } = entry
  const [{ signalId, strategyId }] = signals
  return {
    ...named,
    ...exploratoryLabel(entry),
    clientOrderId: null,
    terms: {
      symbol,
      side: entrySide(entry),
      type: 'LIMIT',
      quantity,
      price,
      trigger: null,
      timeInForce: 'IOC',
      reduceOnly: false,
    },
    plan: {
      stopLoss: { price: stopLoss, by: 'MARK' },
      takeProfit: { price: takeProfit, by: 'MARK' },
      stopIsDefault: false,
    },
    purpose: 'ENTRY',
    origin: 'AUTOTRADING',
    cause: {
      candidateId,
      digest: '',
      signalId,
      strategyId,
      interval,
      validUntilMs,
      horizonEndMs,
      netEdgeLcb: edge.netEdgeLcbBps / 10_000,
    },
  }
}

/**
 * Identifies a decision by its candidate's digest and the reading of every gate; messages are omitted, because they
 * follow from the values.
 */
export const decisionDigest = (digest: string, { decisionId, verdict, readings }: Decision): string =>
  computeDigest([
    digest,
    decisionId,
    verdict,
    ...readings.map(({ gateId, enforced, pass, observed, limit }) => [gateId, enforced, pass, observed, limit]),
  ])
