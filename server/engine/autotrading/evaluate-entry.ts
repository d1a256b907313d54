/**
 * Decides autotrading entries: builds a candidate from signals, runs the gates on it, and places its order when every
 * gate passes.
 */

import { decimal } from '../../core/decimal.ts'
import { computeDigest } from '../../core/digest.ts'
import { toMoney, valueAt } from '../../domain/account/money.ts'
import { AUTHORITY } from '../../domain/control/control-state.ts'
import { type Ticks, ticks } from '../../domain/market/instrument.ts'
import type { InstrumentMarket } from '../../domain/market/instrument-market.ts'
import { getMarkTicks, getTouch } from '../../domain/market/market.ts'
import { type Candidate, exploratoryLabel, type Side } from '../../domain/order/order.ts'
import { venueClientId } from '../../domain/order/venue-client-id.ts'
import type { Constitution } from '../../domain/risk/constitution.ts'
import { hasEdge } from '../../domain/signal/edge/compute-edge.ts'
import { candidateDigest, type EntryCandidate, linkTo, sizeByRisk } from '../../domain/signal/entry-candidate.ts'
import type { Signal } from '../../domain/signal/signal.ts'
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
  const together = Map.groupBy(traded, ({ symbol, interval, direction }) => `${symbol} ${interval} ${direction}`)
  for (const signals of together.values()) consider(turn, signals.toSorted(bestCalibratedFirst))
}

const bestCalibratedFirst = ({ confidence: a, strategyId }: Signal, { confidence: b, strategyId: other }: Signal) =>
  (b.brierSkill ?? -1) - (a.brierSkill ?? -1) || b.effectiveN - a.effectiveN || (strategyId < other ? -1 : 1)

const consider = (turn: Turn, signals: readonly Signal[]): void => {
  const [lead] = signals
  const entry = lead && turn.market.instruments.get(lead.symbol)
  if (!lead || !entry) return
  const candidate = createCandidate(turn, entry, signals, lead)
  if (!candidate) return
  const identified = identify(candidate)
  const orderId = mint(turn, 'ord')
  const proposal = entryOrder(candidate, identified, {
    orderId,
    venueClientId: venueClientId('ENTRY', turn.session.epoch, orderId.slice(4)),
    mode: turn.rules.mode,
    positionId: turn.ledger.positions.get(candidate.symbol)?.positionId ?? null,
  })
  const { view, readings, approved } = judge(turn, proposal, turn.atMs)
  const decision: Decision = { decisionId: mint(turn, 'dec'), verdict: approved ? 'APPROVED' : 'DENIED', readings }
  const { constitution, ...inputs } = view
  const considered: ConsideredEntry = {
    candidate,
    get digest() {
      return identified.digest
    },
    decision,
    get decisionDigest() {
      return decisionDigest(identified.digest, decision)
    },
    evidence: { ...inputs, recent: [...inputs.recent], constitutionHash: hashConstitution(constitution) },
    orderId: approved ? proposal.orderId : null,
  }
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
  const { limits, autotrading } = rules.constitution
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
    maxNotional: limits.maxOrderNotional === null ? null : toMoney(decimal(limits.maxOrderNotional)),
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

const hashes = new WeakMap<Constitution, string>()

/** Hashes the constitution, which is stored once and referenced by every entry. */
const hashConstitution = (constitution: Constitution): string => {
  const known = hashes.get(constitution) ?? computeDigest(constitution)
  hashes.set(constitution, known)
  return known
}

/** Fields of the order that its candidate does not contain. */
type Named = Pick<Candidate, 'orderId' | 'venueClientId' | 'mode' | 'positionId'>

interface Identified {
  /** Digest of the candidate. */
  readonly digest: string
}

/** Returns the digest of a candidate, computed when it is first read: a backtest reads none. */
const identify = (candidate: EntryCandidate): Identified => {
  let known: string | undefined
  return {
    get digest() {
      known ??= candidateDigest(candidate)
      return known
    },
  }
}

const entrySide = ({ direction }: Pick<EntryCandidate, 'direction'>): Side => (direction === 'LONG' ? 'BUY' : 'SELL')

/** Returns the order for a candidate: IOC, limited to its price, with its stop and target. */
export const entryOrder = (entry: EntryCandidate, identified: Identified, named: Named): Candidate => {
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
      get digest() {
        return identified.digest
      },
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
