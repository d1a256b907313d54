import type { Logger } from 'pino'
import { printMoney } from '../domain/account/money.ts'
import type { Instrument } from '../domain/market/instrument.ts'
import type { ConsideredEntry, Fact } from '../engine/model/facts.ts'

/** Logs one line per fact, with searchable fields; candles are frequent and logged at debug level. */
export const logFacts = (logger: Logger, facts: readonly Fact[], findInstrument: FindInstrument): void => {
  for (const fact of facts) {
    if (fact.kind === 'latchEngaged') logger.error(toLogLine(fact, findInstrument), fact.kind)
    else if (ODDITIES.has(fact.kind)) logger.warn(toLogLine(fact, findInstrument), fact.kind)
    else if (!isDetail(fact)) logger.info(toLogLine(fact, findInstrument), fact.kind)
    else if (logger.isLevelEnabled('trace')) logger.trace(toLogLine(fact, findInstrument), fact.kind)
  }
}

/** Returns the instrument of a symbol, if listed. */
type FindInstrument = (symbol: string) => Instrument | undefined

/** Returns whether a fact is logged only at debug level: signals on past bars are numerous and have no effect. */
const isDetail = (fact: Fact): boolean =>
  DETAILS.has(fact.kind) || (fact.kind === 'signalRaised' && fact.signal.origin === 'HISTORY')

const DETAILS: ReadonlySet<Fact['kind']> = new Set<Fact['kind']>([
  'candleClosed',
  'audited',
  'answerRecorded',
  'equitySampled',
  'signalResolved',
  'contextObserved',
])

/** Unusual facts, which are logged as warnings. */
const ODDITIES: ReadonlySet<Fact['kind']> = new Set<Fact['kind']>([
  'orderUncertain',
  'orderVanished',
  'reportRefused',
  'externalOrderSeen',
  'differenceFound',
  'walletAdjusted',
  'strategyQuarantined',
  'clockStepped',
])

/** Formats a fact with readable prices, quantities and USDT amounts. */
const toLogLine = (fact: Fact, findInstrument: FindInstrument): object => {
  switch (fact.kind) {
    case 'candleClosed':
      return { symbol: fact.candle.symbol, openMs: fact.candle.openMs }
    case 'orderDecided':
      return decisionLine(fact, findInstrument)
    case 'orderReported': {
      const { symbol, status, filled, reason } = fact.report
      return { orderId: fact.orderId, status, filled: findInstrument(symbol)?.quantity.print(filled), reason }
    }
    case 'executed':
      return { fills: fact.fills.map((fill) => fillLine(fill, findInstrument)) }
    case 'protectionChanged':
      return { positionId: fact.positionId, state: fact.protection.state, stopOrderId: fact.protection.stopOrderId }
    case 'booksOpened':
      return { walletBalance: printMoney(fact.balance) }
    case 'walletAdjusted':
      return { difference: printMoney(fact.difference) }
    case 'fundingPaid':
      return { symbol: fact.funding.symbol, amount: printMoney(fact.funding.amount), rate: fact.funding.rate }
    case 'planChanged':
      return { positionId: fact.positionId }
    case 'signalRaised': {
      const { signalId, symbol, interval, strategyId, direction, confidence } = fact.signal
      return { signalId, symbol, interval, strategyId, direction, confidence: confidence.p }
    }
    case 'entryConsidered':
      return entryLine(fact.entry, findInstrument)
    case 'externalOrderSeen':
      return { orderId: fact.order.orderId, symbol: fact.order.terms.symbol, side: fact.order.terms.side }
    default: {
      const { kind, atMs, ...line } = { atMs: 0, ...fact }
      return line
    }
  }
}

const decisionLine = (
  { order, decision }: Extract<Fact, { kind: 'orderDecided' }>,
  findInstrument: FindInstrument,
): object => {
  const { orderId, purpose, origin, statusReason, terms } = order
  const { symbol, side, type, quantity, price, trigger } = terms
  const instrument = findInstrument(symbol)
  return {
    orderId,
    purpose,
    origin,
    symbol,
    side,
    type,
    qty: instrument?.quantity.print(quantity),
    ...(price !== null && { price: instrument?.price.print(price) }),
    ...(trigger !== null && { triggerPrice: instrument?.price.print(trigger.price) }),
    verdict: decision.verdict,
    ...(statusReason !== null && { refusedBy: statusReason }),
  }
}

/** Returns why the candidate did or did not become an order, as one log line. */
const entryLine = ({ candidate, decision, orderId }: ConsideredEntry, findInstrument: FindInstrument): object => {
  const { candidateId, symbol, interval, direction, signals, quantity, edge } = candidate
  const refusedBy = decision.readings.flatMap(({ gateId, code, enforced, pass }) =>
    enforced && !pass ? [`${gateId} ${code}`] : [],
  )
  return {
    candidateId,
    symbol,
    interval,
    direction,
    strategies: signals.map(({ strategyId }) => strategyId),
    qty: findInstrument(symbol)?.quantity.print(quantity),
    grade: edge.grade,
    verdict: decision.verdict,
    ...(orderId === null ? { refusedBy } : { orderId }),
  }
}

type Fills = Extract<Fact, { kind: 'executed' }>['fills']

const fillLine = (
  { orderId, symbol, side, price, quantity, fee }: Fills[number],
  findInstrument: FindInstrument,
): object => {
  const instrument = findInstrument(symbol)
  return {
    orderId,
    symbol,
    side,
    price: instrument?.price.print(price),
    qty: instrument?.quantity.print(quantity),
    fee: printMoney(fee),
  }
}
