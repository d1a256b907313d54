/** Entry decisions of autotrading as API bodies: candidate, gates, costs, edge and order. */

import type { EntryDecision, EvidencedDecision } from '../../contract/decisions.ts'
import { toRfc3339 } from '../core/instant.ts'
import { printMoney } from '../domain/account/money.ts'
import type { EntryCandidate } from '../domain/signal/entry-candidate.ts'
import type { ConsideredEntry } from '../engine/model/facts.ts'
import { orderBody, readingBody } from './order-view.ts'
import { confidenceBody, toEightDigits } from './signal-view.ts'
import { getInstrument, type TradingReader } from './trading-reader.ts'

/** Returns a candidate with the result of every gate, and the current state of its order. */
export const entryDecisionBody = (reader: TradingReader, entry: ConsideredEntry): EntryDecision => {
  const { candidate, digest, decision, decisionDigest, orderId } = entry
  const gates = decision.readings.map(readingBody)
  return {
    candidateId: candidate.candidateId,
    digest,
    at: toRfc3339(candidate.atMs),
    symbol: candidate.symbol,
    timeframe: candidate.interval,
    direction: candidate.direction,
    bookId: candidate.bookId,
    strategyId: candidate.signals[0].strategyId,
    exploratory: candidate.exploratory ?? false,
    signals: candidate.signals.map((link) => ({ ...link })),
    ...confidenceBody(candidate.confidence),
    ...candidateTerms(reader, candidate),
    cost: costBody(candidate),
    edge: edgeBody(candidate),
    verdict: orderId === null ? 'REFUSED' : 'ORDERED',
    decisionId: decision.decisionId,
    decisionDigest,
    refusedBy:
      orderId === null ? gates.filter(({ enforced, pass }) => enforced && !pass).map(({ gateId }) => gateId) : [],
    gates,
    orderId,
    order: orderSummary(reader, entry),
  }
}

export const evidencedBody = (reader: TradingReader, entry: ConsideredEntry): EvidencedDecision => ({
  ...entryDecisionBody(reader, entry),
  evidence: toPlain(entry.evidence),
})

const candidateTerms = (reader: TradingReader, candidate: EntryCandidate) => {
  const { price, quantity } = getInstrument(reader, candidate.symbol)
  return {
    price: price.print(candidate.price),
    stopLoss: price.print(candidate.stopLoss),
    takeProfit: price.print(candidate.takeProfit),
    horizonEndsAt: toRfc3339(candidate.horizonEndMs),
    quantity: quantity.print(candidate.quantity),
    notional: printMoney(candidate.notional),
    risk: printMoney(candidate.risk),
    sizedBy: candidate.sizedBy,
  }
}

const costBody = ({ cost }: EntryCandidate): EntryDecision['cost'] => ({
  feesBps: toEightDigits(cost.fees),
  spreadBps: toEightDigits(cost.spread),
  impactBps: toEightDigits(cost.impact),
  fundingBps: toEightDigits(cost.funding),
  adverseBps: toEightDigits(cost.adverse),
  totalBps: toEightDigits(cost.total),
})

const edgeBody = ({ edge }: EntryCandidate): EntryDecision['edge'] => ({
  grossEdgeBps: toEightDigits(edge.grossEdgeBps),
  netEdgeBps: toEightDigits(edge.netEdgeBps),
  netEdgeLcbBps: toEightDigits(edge.netEdgeLcbBps),
  breakEvenP: toEightDigits(edge.breakEvenP),
  costShare: edge.costShare === null ? null : toEightDigits(edge.costShare),
  kellyFraction: toEightDigits(edge.kellyFraction),
  grade: edge.grade,
})

const orderSummary = (
  reader: TradingReader,
  { orderId, candidate }: Pick<ConsideredEntry, 'orderId' | 'candidate'>,
): EntryDecision['order'] => {
  const order = orderId === null ? undefined : (reader.ledger().orders.get(orderId) ?? reader.store.findOrder(orderId))
  if (!order) return null
  const { status, qty, filledQty, avgFillPrice, feesPaid, createdAt, updatedAt, positionId } = orderBody(
    order,
    getInstrument(reader, candidate.symbol),
  )
  return { orderId: order.orderId, status, qty, filledQty, avgFillPrice, feesPaid, createdAt, updatedAt, positionId }
}

/** Returns the stored value, with whole numbers too large for a JSON number as strings. */
const toPlain = (evidence: object): Record<string, unknown> =>
  JSON.parse(JSON.stringify(evidence, (_name, part: unknown) => (typeof part === 'bigint' ? part.toString() : part)))
