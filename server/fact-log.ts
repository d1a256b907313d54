import type { Logger } from 'pino'
import type { Fact } from './engine/facts.ts'

/** One line a fact, with what a person looks for; candles are many and only of interest when looking closely. */
export const logFacts = (logger: Logger, facts: readonly Fact[]): void => {
  for (const fact of facts) {
    if (fact.kind === 'latchEngaged') logger.error(lineOf(fact), fact.kind)
    else if (ODDITIES.has(fact.kind)) logger.warn(lineOf(fact), fact.kind)
    else if (!DETAILS.has(fact.kind)) logger.info(lineOf(fact), fact.kind)
    else if (logger.isLevelEnabled('trace')) logger.trace(lineOf(fact), fact.kind)
  }
}

const DETAILS: ReadonlySet<Fact['kind']> = new Set<Fact['kind']>([
  'candleClosed',
  'audited',
  'answerRecorded',
  'equitySampled',
])

/** What should not happen on an ordinary day. */
const ODDITIES: ReadonlySet<Fact['kind']> = new Set<Fact['kind']>([
  'orderUncertain',
  'orderVanished',
  'reportRefused',
  'externalOrderSeen',
  'differenceFound',
  'walletAdjusted',
])

const lineOf = (fact: Fact): object => {
  switch (fact.kind) {
    case 'candleClosed':
      return { symbol: fact.candle.symbol, openMs: fact.candle.openMs }
    case 'orderDecided': {
      const { orderId, purpose, origin, statusReason, terms } = fact.order
      return { orderId, purpose, origin, ...terms, verdict: fact.decision.verdict, refusedBy: statusReason }
    }
    case 'orderReported': {
      const { status, filled, reason } = fact.report
      return { orderId: fact.orderId, status, filled, reason }
    }
    case 'executed':
      return {
        fills: fact.fills.map(({ orderId, symbol, side, price, quantity }) => ({
          orderId,
          symbol,
          side,
          price,
          quantity,
        })),
      }
    case 'protectionChanged': {
      const { state, stopOrderId, covered } = fact.protection
      return { positionId: fact.positionId, state, stopOrderId, covered }
    }
    case 'booksOpened':
      return { balance: String(fact.balance) }
    default: {
      const { kind, ...line } = fact
      return line
    }
  }
}
