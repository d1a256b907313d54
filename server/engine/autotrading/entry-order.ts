import { type Candidate, exploratoryLabel, type Side } from '../../domain/order/order.ts'
import type { EntryCandidate } from '../../domain/signal/entry-candidate.ts'

/** Fields of an order that its candidate does not have. */
interface Named extends Pick<Candidate, 'orderId' | 'venueClientId' | 'mode' | 'positionId'> {
  /** Digest of the candidate. */
  readonly digest: string
}

export const entrySide = ({ direction }: Pick<EntryCandidate, 'direction'>): Side =>
  direction === 'LONG' ? 'BUY' : 'SELL'

/** Returns the order for a candidate: IOC, limited to its price, with its stop and target. */
export const entryOrder = (entry: EntryCandidate, { digest, ...named }: Named): Candidate => {
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
      digest,
      signalId,
      strategyId,
      interval,
      validUntilMs,
      horizonEndMs,
      netEdgeLcb: edge.netEdgeLcbBps / 10_000,
    },
  }
}
